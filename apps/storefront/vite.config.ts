import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { cssLayers } from './vite/css-layers.ts';
import { fontSubsets } from './vite/font-subsets.ts';
import { localesVersion } from './vite/locales-version.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = 'http://127.0.0.1:3000';

// Left alone, the bundler makes forty files of a page, which is slower to fetch and packs worse. React and the router
// change with their versions only; what several pages share of our own comes as one.
const chunks = [
  { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 2 },
  { name: 'shared', test: /app[\\/](root|layout|lib|ui)|packages[\\/]domain|lucide-react/, minShareCount: 3 },
];

export default defineConfig({
  plugins: [fontSubsets({ folder: at('.react-router/fonts') }), cssLayers(), reactRouter()],
  resolve: { alias: { '~': at('app') } },
  define: { 'import.meta.env.VITE_LOCALES_VERSION': JSON.stringify(localesVersion(at('public/locales'))) },
  build: {
    // One file of styles for all pages: under 15 KB, fetched once, and no page ever waits for its own.
    cssCodeSplit: false,
    // Nothing becomes a data: address; the content policy allows fonts and scripts from our own origin alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } } },
  // Only for `react-router dev`: the API and the pictures come from a running store.
  server: { proxy: { '/api': api, '/media': api } },
});
