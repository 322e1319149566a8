import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const packages = fileURLToPath(new URL('../../packages', import.meta.url));

/** The tests that can notice a changed rule. They need no database and no browser. */
export default defineConfig({
  // The copies in the folder of the mutation run, not the packages that node_modules links to.
  resolve: {
    alias: [{ find: /^@oyna\/(domain|providers|sandboxes)\/(.+)$/, replacement: `${packages}/$1/src/$2.ts` }],
  },
  test: {
    include: ['packages/{domain,providers}/src/**/*.test.ts'],
    testTimeout: 60_000,
  },
});
