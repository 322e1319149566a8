import { defineConfig } from '@playwright/test';
import { withPictures } from '../browser.ts';

/** `npm run screenshots`: not a test of `npm test`, but every screen and state in pictures, for somebody to look at. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/screenshot-failures',
  globalSetup: './store.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 600_000,
  expect: { timeout: 30_000 },
  use: { launchOptions: withPictures, trace: 'off' },
});
