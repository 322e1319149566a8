import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes which modules are in each file that browsers load, and which exports of them. A test reads both:
 * apps/console/app/storefront-bytes.test.ts.
 */
export function moduleList(root: string, folder: string): Plugin {
  return {
    name: 'oyna-module-list',
    apply: 'build',
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      // A module of which nothing is left after tree shaking is in no file.
      const modulesOf = (modules: Record<string, { renderedLength: number; renderedExports: string[] }>) =>
        Object.entries(modules).flatMap(([id, { renderedLength, renderedExports }]) =>
          renderedLength > 0
            ? { path: relative(root, id.split('?')[0] ?? id).replaceAll(sep, '/'), renderedExports }
            : [],
        );
      const chunks = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk' ? { name: chunk.fileName, modules: modulesOf(chunk.modules) } : [],
      );
      const write = (file: string, entries: (readonly [string, string[]])[]) =>
        writeFileSync(join(folder, file), `${JSON.stringify(Object.fromEntries(entries), null, 1)}\n`);
      mkdirSync(folder, { recursive: true });
      write(
        'client-modules.json',
        chunks.map(({ name, modules }) => [name, modules.map(({ path }) => path)]),
      );
      write(
        'client-exports.json',
        chunks.flatMap(({ modules }) => modules.map(({ path, renderedExports }) => [path, renderedExports] as const)),
      );
    },
  };
}
