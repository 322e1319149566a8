import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Most of the time is spent waiting for processes; the default of one worker on two cores would wait in turn.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/storefront/app/**/*.test.{ts,tsx}', 'docs/*.test.ts'],
          // A property has a hundred cases, and a busy machine is no fault.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
