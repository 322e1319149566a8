import type { Plugin } from 'vite';

/** Later ones win. A component puts its rules into the layer of its folder: app/ui, app/layout, app/features, app/routes. */
const ORDER = '@layer reset, tokens, base, ui, layout, features, pages;';

/** The first mention of a layer decides its place, and which file comes first in a bundle is nobody's choice. */
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
