import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Most of the time is spent waiting for processes; the default of one worker on two cores would wait in turn.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/!(ui)/src/**/*.test.ts', 'docs/*.test.ts', 'scripts/*.test.ts'],
          isolate: false,
          // A property has a hundred cases, and a busy machine is no fault.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'storefront',
          // What a browser has one of, such as its cart, is a module: each file wants its own.
          include: ['{apps/storefront/{app,vite},packages/ui/src}/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          // Each store of a test has a database of its own; loading the server anew would cost more than most files' tests.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'resilience',
          include: ['tests/resilience/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
