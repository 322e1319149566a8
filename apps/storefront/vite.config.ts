import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { cssLayers } from '../../packages/ui/vite/css-layers.ts';
import { fontSubsets } from '../../packages/ui/vite/font-subsets.ts';
import { shortIcons } from '../../packages/ui/vite/short-icons.ts';
import { chunks } from './vite/chunks.ts';
import { localesVersion } from './vite/locales-version.ts';
import { moduleList } from './vite/module-list.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = 'http://127.0.0.1:3000';

/** Short, because a page of a hundred cards has a thousand class names. The same on every machine, so that file names stay. */
function shortName(local: string, file: string): string {
  const path = relative(at('.'), file.split('?')[0] ?? file).replaceAll(sep, '/');
  return `o${createHash('sha256').update(`${path} ${local}`).digest('base64url').slice(0, 5)}`;
}

/**
 * Each page loads the names of all files, with the table of routes: without words they are more than a kilobyte less.
 * `build/client-modules.json` says what is in a file.
 */
const SCRIPT_NAMES = { entryFileNames: 'assets/[hash].js', chunkFileNames: 'assets/[hash].js' };
/** The server renders links to fonts and pictures: both builds use the same names. */
const ASSET_NAMES = { assetFileNames: 'assets/[hash][extname]' };

export default defineConfig(({ command }) => ({
  ...(command === 'build' && { css: { modules: { generateScopedName: shortName } } }),
  plugins: [fontSubsets(), cssLayers(), shortIcons(), reactRouter(), moduleList(at('../..'), at('build'))],
  resolve: {
    alias: [
      { find: '~', replacement: at('app') },
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: at('../../packages/ui/src/create-icon.ts') },
    ],
  },
  define: { 'import.meta.env.VITE_LOCALES_VERSION': JSON.stringify(localesVersion(at('public/locales'))) },
  build: {
    // No data: addresses: the content policy allows fonts and scripts from our own origin only.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Parts that are loaded later name their style sheets only. Most of their scripts are on the page already, and the
      // names of all would be half a kilobyte on every page.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
    },
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
  },
  // Bundled, so that the server renders the same icons as the browser.
  ssr: { noExternal: ['lucide-react'] },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: chunks }, ...SCRIPT_NAMES, ...ASSET_NAMES } } },
    },
    ssr: { build: { rolldownOptions: { output: ASSET_NAMES } } },
  },
  // For `react-router dev`: the API and the pictures come from a running store.
  server: { proxy: { '/api': api, '/media': api } },
}));
