import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { readChangedFiles } from './files.ts';

const changed = new Map(readChangedFiles().map(({ name, content }) => [name, content]));

/** The tests that can notice a changed rule. They need no database and no browser. */
export default defineConfig({
  plugins: [{ name: 'changes', enforce: 'pre', load: (id) => changed.get(id.split('?')[0] ?? '') }],
  test: {
    include: [`packages/${process.env['MUTATION_PART']}/src/**/*.test.ts`],
    runner: fileURLToPath(new URL('runner.ts', import.meta.url)),
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
    // It would keep the changed code of another run.
    fsModuleCache: false,
  },
});
