import { faultsOf } from './axe.ts';
import { findFaults } from './layout-faults.ts';
import { expect, onDesktop, onPhone, test } from './test.ts';

test('no game is shown twice below the hero', onDesktop, async ({ page }) => {
  await page.goto('/');
  const hrefs = await page
    .locator('main section:not([aria-roledescription]) a[href^="/catalog/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs.length).toBeGreaterThan(60);
  expect(new Set(hrefs).size).toBe(hrefs.length);
});

test('the deal of the week names its discount and its end, and leads to the game', onPhone, async ({ page }) => {
  await page.goto('/');
  const section = page.getByRole('region', { name: 'Скидки' });
  const deal = section.getByRole('link', { name: /Скидка недели/ });
  await expect(deal).toContainText('Horizon Forbidden West');
  await expect(deal).toContainText('−40%');
  const end = await deal.locator('time').getAttribute('datetime');
  const days = (Date.parse(end ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(4);
  expect(days).toBeLessThan(7);
  await deal.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Horizon Forbidden West');
});

test('the best sellers are numbered from one', onDesktop, async ({ page }) => {
  await page.goto('/');
  const items = page.getByRole('region', { name: 'Лидеры продаж за 30 дней' }).getByRole('listitem');
  // The worker counts the purchases of the demo soon after the start.
  await expect(items.first()).toContainText(/^1/);
  const texts = await items.allTextContents();
  expect(texts.map((text) => Number.parseInt(text, 10))).toEqual(texts.map((_, index) => index + 1));
});

test(
  'every game up to the price of the title costs no more, in each currency',
  onDesktop,
  async ({ page, context, baseURL }) => {
    for (const [currency, name, limit] of [
      ['KZT', /^До 2\s000\s₸$/, 2_000],
      ['RUB', /^До 350\s₽$/, 350],
      ['USD', /^До 4,00\s\$$/, 4],
    ] as const) {
      await context.addCookies([{ name: 'activeCurrency', value: currency, url: baseURL ?? '' }]);
      await page.goto('/');
      const section = page.getByRole('region', { name });
      const prices = await section
        .locator('li p')
        .evaluateAll((rows) =>
          rows.map((row) =>
            Number.parseFloat((row.firstChild?.textContent ?? '').replace(/[^\d,]/g, '').replace(',', '.')),
          ),
        );
      expect(prices.length).toBeGreaterThan(3);
      for (const price of prices) expect(price).toBeLessThanOrEqual(limit);
    }
  },
);

test('a platform leads to its games', onDesktop, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('region', { name: 'По платформам' }).getByRole('link', { name: /^GOG/ }).click();
  await expect(page).toHaveURL(/\/catalog\?platform=GOG$/);
});

test('a wide window is used, and no width scrolls sideways', onDesktop, async ({ page }) => {
  for (const width of [360, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    expect(await findFaults(page)).toEqual([]);
    // accessibility.spec.ts checks the other widths.
    if (width === 768 || width === 1920) expect(await faultsOf(page), `${width}`).toEqual([]);
  }
  for (const name of ['Скидки', 'По платформам', 'Подарочные карты', 'Подписки', 'Новинки']) {
    const section = await page.getByRole('region', { name }).first().boundingBox();
    expect(section?.width, name).toBeGreaterThan(1_500);
  }
});
