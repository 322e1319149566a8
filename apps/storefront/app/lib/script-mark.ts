import { createContext } from 'react';

/** For the `nonce` of an inline script that a component writes: without it the content policy refuses the script. */
export const ScriptMarkContext = createContext<string | undefined>(undefined);
