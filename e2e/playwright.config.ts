import { defineConfig, devices } from '@playwright/test';
import { withoutPictures } from './browser.ts';

/** Each test runs on the screens that matter for it. Its tag names them: see `test.ts`. */
export default defineConfig({
  testDir: '.',
  // It has a separate configuration.
  testIgnore: 'screenshots/**',
  outputDir: '../test-results',
  globalSetup: './store.ts',
  fullyParallel: true,
  // A test waits for answers half of the time, so four keep two cores busy.
  workers: 4,
  // A test that passes at its second try is a defect: `scripts/test.ts` names it and allows two.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    baseURL: process.env['STORE_URL'],
    locale: 'ru-RU',
    timezoneId: 'Asia/Almaty',
    // Tests cannot delay or count the responses of a service worker. offline.spec.ts tests it.
    serviceWorkers: 'block',
    launchOptions: withoutPictures,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: { ...devices['Pixel 7'], viewport: { width: 360, height: 780 } },
    },
    { name: 'tablet', grep: /@every-screen/, use: { viewport: { width: 768, height: 1024 }, hasTouch: true } },
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
  ],
});
