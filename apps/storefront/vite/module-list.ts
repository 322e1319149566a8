import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/** Writes which modules are in the files that browsers load. A test reads it: apps/console/app/storefront-bytes.test.ts. */
export function moduleList(root: string, file: string): Plugin {
  return {
    name: 'oyna-module-list',
    apply: 'build',
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      // A module of which nothing is left after tree shaking is in no file.
      const ids = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk'
          ? Object.entries(chunk.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? id : []))
          : [],
      );
      const paths = ids.map((id) => relative(root, id.split('?')[0] ?? id).replaceAll(sep, '/'));
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, `${JSON.stringify([...new Set(paths)].toSorted(), null, 1)}\n`);
    },
  };
}
