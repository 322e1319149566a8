import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { cssLayers } from '../../packages/ui/vite/css-layers.ts';
import { fontSubsets } from '../../packages/ui/vite/font-subsets.ts';
import { shortIcons } from '../../packages/ui/vite/short-icons.ts';
import { denseStyles } from './vite/dense-styles.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [fontSubsets(), cssLayers(), shortIcons(), denseStyles(at('app/styles/ui')), reactRouter()],
  resolve: {
    alias: [
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: at('../../packages/ui/src/create-icon.ts') },
      // Of React Router.
      { find: /^\.\/routeModules\.js$/, replacement: at('app/lib/route-modules.ts') },
    ],
  },
  build: {
    // No data: addresses: the content policy allows fonts and scripts from our own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // Changes with the versions of the libraries only.
                {
                  name: 'vendor',
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](react-query|query-core))[\\/]/,
                },
              ],
            },
          },
        },
      },
    },
  },
  // For `react-router dev`: the API comes from a running store.
  server: { proxy: { '/api': 'http://localhost:3002' } },
});
