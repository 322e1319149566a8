// How the structure check resolves the storefront's `~/…`; the build has the same in vite.config.ts.
import { fileURLToPath } from 'node:url';

export default { resolve: { alias: { '~': fileURLToPath(new URL('../apps/storefront/app', import.meta.url)) } } };
