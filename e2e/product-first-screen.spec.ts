import type { Locator, Page } from '@playwright/test';
import { expect, onPhone, test } from './test.ts';

/** Games with a name of one line and of two, and a page with denominations. */
const PAGES = { 'a game': 1001, 'a game with a long name': 1008, 'a gift card': 5017 };

for (const [width, height] of [
  [360, 640],
  [390, 844],
] as const) {
  for (const [kind, id] of Object.entries(PAGES)) {
    test(
      `${kind} shows its first offer, price and button on the first screen of ${width} by ${height}`,
      onPhone,
      async ({ page }) => {
        await page.setViewportSize({ width, height });
        await page.goto(`/catalog/${id}`);
        const bar = page.getByRole('region', { name: 'Покупка' });
        await expect(bar.getByRole('button', { name: 'В корзину' })).toBeInViewport({ ratio: 1 });
        const top = (await bar.boundingBox())?.y ?? 0;
        const offer = page
          .getByRole('tabpanel', { name: 'Купить' })
          .getByRole('radio')
          .first()
          .locator('xpath=ancestor::li[1] | ancestor::label[1]')
          .first();
        const price = offer.getByText('₸').first();
        for (const part of [offer.getByText(/\S/).first(), price])
          expect(await bottomOf(part)).toBeLessThanOrEqual(top);
        // The bar has the same price.
        await expect(bar).toContainText((await price.textContent())?.match(/[\d\s]+/)?.[0].trim() ?? '—');
        expect(await isScrolled(page)).toBe(false);
      },
    );
  }
}

async function bottomOf(part: Locator): Promise<number> {
  const box = await part.boundingBox();
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
}

const isScrolled = (page: Page) => page.evaluate(() => window.scrollY > 0);
