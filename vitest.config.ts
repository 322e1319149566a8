import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './scripts/long-files-first.ts';

/** Workers keep the modules of all their files. With more room for new objects they collect garbage less often. */
const execArgv = ['--max-semi-space-size=64'];

export default defineConfig({
  test: {
    // The tests often wait for other processes and for each other, so four workers keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/!(ui)/src/**/*.test.ts',
            'docs/*.test.ts',
            'scripts/*.test.ts',
            'tests/cluster/*.test.ts',
          ],
          isolate: false,
          execArgv,
          // A property test has a hundred cases, and the machine may be busy.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'storefront',
          include: ['{apps/{storefront,console}/app,packages/ui/{src,vite}}/**/*.test.{ts,tsx}'],
          // A test sets the state that it reads, such as the cart. Fresh modules for each file would take three times as long.
          isolate: false,
          execArgv,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          // Each test store has a separate database. Loading the server again would take longer than most files.
          isolate: false,
          execArgv,
          // As in operation. Without it React renders pages with its checks for developers, which takes several times as long.
          env: { NODE_ENV: 'production' },
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
          execArgv,
          env: { NODE_ENV: 'production' },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
