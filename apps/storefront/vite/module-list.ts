import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/** Writes which modules are in each file that browsers load. A test reads it: apps/console/app/storefront-bytes.test.ts. */
export function moduleList(root: string, file: string): Plugin {
  return {
    name: 'oyna-module-list',
    apply: 'build',
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      // A module of which nothing is left after tree shaking is in no file.
      const modulesOf = (modules: Record<string, { renderedLength: number }>) =>
        Object.entries(modules).flatMap(([id, { renderedLength }]) =>
          renderedLength > 0 ? relative(root, id.split('?')[0] ?? id).replaceAll(sep, '/') : [],
        );
      const list = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk' ? [[chunk.fileName, modulesOf(chunk.modules)]] : [],
      );
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, `${JSON.stringify(Object.fromEntries(list), null, 1)}\n`);
    },
  };
}
