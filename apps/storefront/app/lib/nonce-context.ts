import { createContext } from 'react';

/** The `nonce` of inline scripts. Without it the content policy refuses the script. Undefined in browsers. */
export const NonceContext = createContext<string | undefined>(undefined);
