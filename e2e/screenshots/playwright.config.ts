import { defineConfig } from '@playwright/test';
import { withPictures } from '../browser.ts';

/** `npm run screenshots`: pictures of every screen and state for human review. Not part of `npm test`. */
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
