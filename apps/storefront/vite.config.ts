import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { cssLayers } from './vite/css-layers.ts';
import { fontSubsets } from './vite/font-subsets.ts';
import { localesVersion } from './vite/locales-version.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = 'http://127.0.0.1:3000';

// Left alone, the bundler makes forty files of a page, which is slower to fetch and packs worse. A group takes what its
// modules need along with them, unless a group before it has it.
const shared = /app[\\/](lib|ui)|packages[\\/]domain|lucide-react/;
// What forms, dialogs and personal pages share is for whoever has an account, not for every visitor.
const personal =
  /app[\\/](lib[\\/](forms|failed-call|payment-attempt|polling|provider-names|web-address|use-countries|use-date-text|date-text|session[\\/](member-store|use-user|use-member))|ui[\\/](avatar|checkout-panel|dialog|field|form-notice|list-controls|password-field|running-notice|select|text-field|undo-strip))|domain[\\/]src[\\/](validation|list-filters|top-up)|icons[\\/](badge-percent|eye|hourglass|undo-2|wallet-cards)/;
const chunks = [
  // Changes with the versions of React and of the router only.
  { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 6 },
  // What stands around every page.
  { name: 'frame', test: /app[\\/](layout[\\/](shell|page-error)\.tsx|lib[\\/]i18n)/, priority: 5 },
  { name: 'shared', test: (id: string) => shared.test(id) && !personal.test(id), minShareCount: 3, priority: 4 },
  {
    name: 'cards',
    test: /features[\\/](catalogue[\\/]game-(card|facts)|favourites[\\/]favourite-button)/,
    minShareCount: 2,
    priority: 3,
  },
  {
    name: 'listing',
    test: /features[\\/]catalogue[\\/](listing|sort-|nothing|use-count)/,
    minShareCount: 2,
    priority: 2,
  },
  { name: 'personal', test: personal, minShareCount: 2, priority: 1 },
];

/** A page of a hundred cards names its classes a thousand times. The same on every machine, so that files keep their names. */
function shortName(local: string, file: string): string {
  const path = relative(at('.'), file.split('?')[0] ?? file).replaceAll(sep, '/');
  return `o${createHash('sha256').update(`${path} ${local}`).digest('base64url').slice(0, 5)}`;
}

export default defineConfig(({ command }) => ({
  ...(command === 'build' && { css: { modules: { generateScopedName: shortName } } }),
  plugins: [fontSubsets({ folder: at('.react-router/fonts') }), cssLayers(), reactRouter()],
  resolve: { alias: { '~': at('app') } },
  define: { 'import.meta.env.VITE_LOCALES_VERSION': JSON.stringify(localesVersion(at('public/locales'))) },
  build: {
    // Nothing becomes a data: address; the content policy allows fonts and scripts from our own origin alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } } },
  // Only for `react-router dev`: the API and the pictures come from a running store.
  server: { proxy: { '/api': api, '/media': api } },
}));
