import { defineConfig, devices } from '@playwright/test';
import { withoutPictures } from './browser.ts';

/** A phone, a tablet and a desktop; each spec runs on those it is about. */
export default defineConfig({
  testDir: '.',
  // That one has a config of its own.
  testIgnore: 'screenshots/**',
  outputDir: '../test-results',
  globalSetup: './store.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    baseURL: process.env['STORE_URL'],
    locale: 'ru-RU',
    timezoneId: 'Asia/Almaty',
    // What it answers no test could hold back or count; offline.spec.ts is about it.
    serviceWorkers: 'block',
    launchOptions: withoutPictures,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 360, height: 780 } } },
    { name: 'tablet', use: { viewport: { width: 768, height: 1024 }, hasTouch: true } },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
  ],
});
