import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Gives a component of packages/ui the style sheet of the console, where there is one of the same name: the same classes,
 * denser. The component itself and the storefront do not change.
 */
export function denseStyles(folder: string): Plugin {
  return {
    name: 'oyna-dense-styles',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith('.module.css') || !importer?.replaceAll('\\', '/').includes('/packages/ui/src/')) return;
      const own = join(folder, basename(source));
      return existsSync(own) ? own : undefined;
    },
  };
}
