import { test as base, expect } from '@playwright/test';

/** Every test fails on a console error: a hydration mismatch or a refused script is a fault even if nothing looks wrong. */
export const test = base.extend<{ quietConsole: undefined }>({
  quietConsole: [
    async ({ page }, use, info) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !info.annotations.some(({ type }) => type === 'expects-errors')) {
          faults.push(message.text());
        }
      });
      await use(undefined);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

/** For tests that cut the network or ask for what is not there. */
export const expectsErrors = { annotation: { type: 'expects-errors' } };
export { expect };
