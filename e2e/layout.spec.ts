import type { Page } from '@playwright/test';
import { stopTime } from './member.ts';
import { expect, expectsErrors, onDesktop, onEveryScreen, onPhone, test } from './test.ts';

/** The layout around every page. */

const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

const hrefsOf = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name, exact: true })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test('the header has its five sections and the guarantee, the bottom bar its six', onEveryScreen, async ({ page }) => {
  await page.goto('/news');
  if (isNarrow(page)) {
    expect(await hrefsOf(page, 'Быстрая навигация')).toEqual([
      '/',
      '/favourites',
      '/cart',
      '/categories',
      '/steam',
      '/menu',
    ]);
    return;
  }
  expect(await hrefsOf(page, 'Разделы магазина')).toEqual(['/', '/catalog', '/services', '/discounts', '/support']);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Гарантия' })).toHaveAttribute('href', '/guarantee');
  await expect(header.getByRole('link', { name: 'Избранное' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Корзина' })).toBeVisible();
});

test('the menu leads everywhere, and shows a visitor the form to sign in', onPhone, async ({ page }) => {
  await page.goto('/menu');
  const hrefs = await hrefsOf(page, 'Меню');
  expect(hrefs).toEqual(
    expect.arrayContaining([
      '/profile',
      '/history',
      '/replenishment-history',
      '/edit-profile',
      '/support',
      '/support#contact-point',
      '/about',
      '/user-agreement',
      '/policy',
    ]),
  );
  const form = page
    .getByRole('main')
    .locator('form')
    .filter({ has: page.locator('[name=login]') });
  await expect(form.getByLabel('Пароль', { exact: true })).toHaveAttribute('type', 'password');
  await form.getByRole('button', { name: 'Показать пароль' }).tap();
  await expect(form.getByLabel('Пароль', { exact: true })).toHaveAttribute('type', 'text');
});

test('the list of games has the same place before its font has arrived and after', {
  ...onPhone,
  ...expectsErrors,
}, async ({ page }) => {
  const readTop = () =>
    page.getByRole('region', { name: 'Список товаров' }).evaluate((list) => list.getBoundingClientRect().top);
  await page.route(/\.woff2/, (route) => route.abort());
  await page.goto('/catalog');
  const before = await readTop();
  await page.unroute(/\.woff2/);
  await page.reload();
  await page.evaluate(async () => void (await document.fonts.ready));
  expect(await page.evaluate(() => document.fonts.check('16px Onest'))).toBe(true);
  expect(await readTop()).toBe(before);
});

test('the popup closes after three seconds', onPhone, async ({ page }) => {
  await page.clock.install();
  await page.goto('/news');
  await stopTime(page);
  const bar = page.getByRole('navigation', { name: 'Быстрая навигация' });
  const popup = page.getByRole('status').filter({ hasText: 'Войдите в аккаунт, чтобы продолжить' });
  await bar.getByRole('link', { name: 'Избранное' }).tap();
  await expect(popup).toBeVisible();
  await page.clock.runFor(2_900);
  await expect(popup).toBeVisible();
  await page.clock.runFor(200);
  await expect(popup).toBeHidden();
  // Visitors may read the Steam page: it opens, and the popup asks to sign in.
  await bar.getByRole('link', { name: 'Steam' }).tap();
  await expect(popup).toBeVisible();
  await page.clock.resume();
  await expect(page).toHaveURL(/\/steam$/);
});

test('the footer has networks, ways to pay and the legal pages', onDesktop, async ({ page }) => {
  await page.goto('/news');
  const footer = page.getByRole('contentinfo');
  const networks = footer.getByRole('list', { name: 'Мы в социальных сетях' }).getByRole('link');
  await expect(networks).toHaveCount(4);
  for (const link of await networks.all()) await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(footer.getByRole('group', { name: 'Способы оплаты' })).toContainText('Visa');
  expect(await hrefsOf(page, 'О магазине')).toEqual(
    expect.arrayContaining(['/user-agreement', '/policy', '/public-offer', '/platron-documentation']),
  );
});

test('a visit is counted once and anonymously', onDesktop, async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'i18next', value: 'en', url: baseURL ?? '' }]);
  const visits: { url: string; headers: Promise<Record<string, string>> }[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/statistics/')) visits.push({ url: request.url(), headers: request.allHeaders() });
  });
  const answer = page.waitForResponse('**/api/v1/statistics/visit*');
  await page.goto('/news');
  expect((await answer).status()).toBe(204);
  await page.goto('/support');
  await page.reload();
  expect(visits.map(({ url }) => url)).toEqual([`${baseURL}/api/v1/statistics/visit?lng=en`]);
  const headers = await visits[0]?.headers;
  expect(headers).not.toHaveProperty('cookie');
  expect(headers).not.toHaveProperty('authorization');
});
