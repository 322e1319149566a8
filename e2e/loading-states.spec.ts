import type { Page } from '@playwright/test';
import { expect, expectsErrors, onPhone, test, waitForHydration } from './test.ts';

/** Holds matching requests until they are released. */
async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const waiting = (page: Page) => page.getByRole('main').locator('[aria-busy="true"]');

test(
  'a slow product page shows its skeleton under its own address, and then the product',
  onPhone,
  async ({ page }) => {
    await page.goto('/catalog');
    const release = await hold(page, /\/catalog\/\d+\.data/);
    const link = page.getByRole('main').getByRole('article').first().getByRole('link').first();
    const name = await link.getByRole('heading').textContent();
    await link.click();
    await expect(waiting(page)).toBeVisible();
    await expect(waiting(page)).toContainText('Загрузка');
    await expect(page).toHaveURL(/\/catalog\/\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '');
    await expect(waiting(page)).toHaveCount(0);
  },
);

test('a slow list shows skeletons in place of its cards, and then the cards', onPhone, async ({ page }) => {
  await page.goto('/catalog');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.first()).toBeVisible();
  const release = await hold(page, /\/catalog\.data/);
  await page.getByRole('combobox', { name: 'Сортировка' }).selectOption('price');
  await expect(waiting(page)).toBeVisible();
  await expect(cards).toHaveCount(0);
  release();
  await expect(cards.first()).toBeVisible();
  await expect(page).toHaveURL(/sort=price/);
  await expect(waiting(page)).toHaveCount(0);
});

test('a page that could not be loaded offers a working retry', { ...expectsErrors, ...onPhone }, async ({ page }) => {
  await page.goto('/categories');
  let isBroken = true;
  await page.route('**/catalog.data*', (route) => (isBroken ? route.abort() : route.continue()));
  await page
    .getByRole('main')
    .getByRole('link', { name: /Ролевые/ })
    .click();
  const retry = page.getByRole('button', { name: 'Повторить' });
  await expect(retry).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  isBroken = false;
  await retry.click();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
});

test('a slow page that fails in the end offers a working retry', { ...expectsErrors, ...onPhone }, async ({ page }) => {
  await page.goto('/catalog');
  const { promise: failing, resolve: fail } = Promise.withResolvers<void>();
  let isBroken = true;
  await page.route(/\/catalog\/\d+\.data/, async (route) => {
    if (!isBroken) return route.continue();
    await failing;
    await route.abort();
  });
  await page.getByRole('main').getByRole('article').first().getByRole('link').first().click();
  await expect(waiting(page)).toBeVisible();
  fail();
  const retry = page.getByRole('button', { name: 'Повторить' });
  await expect(retry).toBeVisible();
  isBroken = false;
  await retry.click();
  await expect(page.getByRole('tab', { name: 'Описание' })).toBeVisible();
});

test('texts that cannot be loaded show an error, and a retry loads them', { ...expectsErrors, ...onPhone }, async ({
  page,
}) => {
  await page.goto('/');
  await waitForHydration(page);
  await page.route('**/locales/ru/support.json*', (route) => route.abort());
  await page.getByRole('contentinfo').getByRole('link', { name: 'Поддержка' }).click();
  await expect(page.getByRole('heading', { name: 'Не удалось открыть страницу' })).toBeVisible();
  await page.unroute('**/locales/ru/support.json*');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Поддержка' })).toBeVisible();
});

test('a language whose texts cannot be loaded is not chosen, and a message says so', {
  ...expectsErrors,
  ...onPhone,
}, async ({ page }) => {
  await page.goto('/');
  await waitForHydration(page);
  await page.route('**/locales/en/*.json*', (route) => route.abort());
  await page.getByRole('contentinfo').getByText('English').click();
  await expect(page.getByText('Не удалось загрузить этот язык')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await page.unroute('**/locales/en/*.json*');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
});
