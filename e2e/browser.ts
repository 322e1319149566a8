import type { LaunchOptions, Page } from '@playwright/test';

/** Chromium uses only the last switch of a kind, so the list has Playwright's features and those that we do not use. */
const UNUSED_FEATURES = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'AimEnabled',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  // Pages of the address bar, and a spare process that is never used.
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** As Playwright sets them: a mouse that can hover. Our switch replaces the one of Playwright. */
const POINTERS = ['primaryHoverType=2', 'availableHoverTypes=2', 'primaryPointerType=4', 'availablePointerTypes=4'];

const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Letters have the same width in the headless shell and in a full browser.
  '--font-render-hinting=none',
  `--disable-features=${UNUSED_FEATURES.join(',')}`,
];

export const withPictures: LaunchOptions = {
  ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
  args: SWITCHES,
};

/**
 * Drawing and showing pictures would take most of the time of the store and the browser. Answering them in Playwright
 * would turn off the browser's cache, which costs as much.
 */
export const withoutPictures: LaunchOptions = {
  ...withPictures,
  args: [...SWITCHES, `--blink-settings=${[...POINTERS, 'imagesEnabled=false'].join(',')}`],
};

/** For tests that need pictures on the page but not those of the store, which takes seconds to draw the ones of a page. */
export async function showEmptyPictures(page: Page): Promise<void> {
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"/>';
  await page.route('**/media/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
}
