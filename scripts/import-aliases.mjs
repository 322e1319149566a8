// The import check resolves `~/…` of the storefront with this alias. The build has the same alias in vite.config.ts.
import { fileURLToPath } from 'node:url';

export default { resolve: { alias: { '~': fileURLToPath(new URL('../apps/storefront/app', import.meta.url)) } } };
