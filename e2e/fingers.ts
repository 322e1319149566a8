import type { Page } from '@playwright/test';

/** Fingers on a touch screen, as the browser gets them: it finds taps, scrolls and pinches by itself. */

export interface Point {
  x: number;
  y: number;
}

export type Fingers = Awaited<ReturnType<typeof putFingersOn>>;

export async function putFingersOn(page: Page) {
  const browser = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[], at = Date.now()) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: at / 1000 });
  return {
    /** `at` in milliseconds of the clock: a test need not wait until then. */
    async tap(point: Point, at = Date.now()): Promise<void> {
      await send('touchStart', [point], at);
      await send('touchEnd', [], at);
    },
    /** Each finger moves from the first point of its way to the last one. */
    async move(ways: readonly (readonly [Point, Point])[], steps = 8): Promise<void> {
      const placeOf = ([from, to]: readonly [Point, Point], part: number) => ({
        x: from.x + (to.x - from.x) * part,
        y: from.y + (to.y - from.y) * part,
      });
      for (let step = 0; step <= steps; step++) {
        const places = ways.map((way) => placeOf(way, step / steps));
        await send(step === 0 ? 'touchStart' : 'touchMove', places);
      }
      await send('touchEnd', []);
    },
  };
}

export function middleOf(box: { x: number; y: number; width: number; height: number } | null): Point {
  if (!box) throw new Error('there is nothing to touch');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
