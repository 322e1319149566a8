import { test as base, expect, type Page } from '@playwright/test';

/** A test fails on a console error: a hydration mismatch or a refused script is a fault even if nothing looks wrong. */
export const test = base.extend({
  // Not an automatic fixture: a test that is skipped on this screen opens no page.
  page: async ({ page }, use, info) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !info.annotations.some(({ type }) => type === 'expects-errors')) {
        faults.push(message.text());
      }
    });
    const goto = page.goto.bind(page);
    page.goto = async (...address) => {
      const response = await goto(...address);
      await waitForHydration(page);
      return response;
    };
    await use(page);
    expect(faults).toEqual([]);
  },
});

/** Clicks before hydration may be lost. Pages that are not of the storefront need no hydration. */
export async function waitForHydration(page: Page): Promise<void> {
  const isStorefront = await page.evaluate(() => '__reactRouterContext' in window);
  if (isStorefront) await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
}

/**
 * Numbers for what tests must not share, such as the offer that one buys: another one at each call, also in workers that
 * run side by side.
 */
export function createTurns(): () => number {
  let taken = 0;
  return () => {
    const { config, parallelIndex } = base.info();
    return taken++ * config.workers + parallelIndex;
  };
}

/** A test without one of these runs on a phone and on a desktop: `playwright.config.ts` reads the tags. */
export const onPhone = { tag: '@phone' };
export const onDesktop = { tag: '@desktop' };
export const onEveryScreen = { tag: '@every-screen' };

/** For tests that cut the network or ask for what is not there. */
export const expectsErrors = { annotation: { type: 'expects-errors' } };
export { expect };
