import type { BrowserContext } from '@playwright/test';

export interface Taps {
  /** Where a finger or a mouse went down, and on what. */
  list: string[];
}

/** Counts every tap on every page of the browser, the pages of providers included. Typing is no tap. */
export async function countTaps(context: BrowserContext): Promise<Taps> {
  const taps: Taps = { list: [] };
  await context.exposeBinding('reportTap', (_source, what: string) => taps.list.push(what));
  await context.addInitScript(() => {
    const report = (window as unknown as { reportTap(what: string): void }).reportTap;
    addEventListener(
      'pointerdown',
      ({ isTrusted, target }) => {
        const text = target instanceof Element ? target.closest('button, a, label')?.textContent : '';
        if (isTrusted) report(`${location.pathname} ${text?.trim().slice(0, 40)}`);
      },
      { capture: true },
    );
  });
  return taps;
}
