import type { Plugin } from 'vite';

/** Later layers win. A component puts its rules into the layer of its folder: packages/ui and app/components, app/layout, app/features, app/routes. */
const ORDER = '@layer reset, tokens, base, ui, layout, features, pages;';

/** The first mention of a layer decides its place, and the order of files in a bundle is not fixed. */
export function cssLayers(): Plugin {
  return {
    name: 'oyna-css-layers',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const asset of Object.values(bundle)) {
          if (asset.type === 'asset' && asset.fileName.endsWith('.css')) asset.source = ORDER + String(asset.source);
        }
      },
    },
  };
}
