import type { LaunchOptions } from '@playwright/test';

/** Of two such switches Chromium heeds the last: these are Playwright's own, and what a window of ours never shows. */
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

/** As Playwright sets them: a mouse that can hover. Our own switch of this kind takes the place of its one. */
const POINTERS = ['primaryHoverType=2', 'availableHoverTypes=2', 'primaryPointerType=4', 'availablePointerTypes=4'];

const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Letters as wide in a shell as in a whole browser.
  '--font-render-hinting=none',
  `--disable-features=${UNUSED_FEATURES.join(',')}`,
];

export const withPictures: LaunchOptions = {
  ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
  args: SWITCHES,
};

/**
 * Drawing pictures would be most of the store's work, and showing them much of the browser's. Answering for the store
 * instead would turn off the browser's cache, which costs as much.
 */
export const withoutPictures: LaunchOptions = {
  ...withPictures,
  args: [...SWITCHES, `--blink-settings=${[...POINTERS, 'imagesEnabled=false'].join(',')}`],
};
