import { builtFile } from './built-file.ts';
import { becomeMember } from './member.ts';
import { expect, expectsErrors, onDesktop, onPhone, test, waitForHydration } from './test.ts';

test('back restores the scroll position, and a new page starts at its top', async ({ page }) => {
  await page.goto('/catalog');
  const card = page.getByRole('main').getByRole('article').nth(14);
  await card.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(200);
  const counted = page.waitForRequest('**/api/v1/statistics/view');
  await card.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/catalog\/\d+/);
  const { pathname } = new URL(page.url());
  expect((await counted).postDataJSON()).toEqual({ gameId: Number(pathname.split('/').at(-1)) });
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/catalog$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 200);
});

test('a category, a sort and a page of the catalogue are addresses', onPhone, async ({ page }) => {
  await page.goto('/categories');
  const tiles = page.getByRole('main').locator('a[href^="/catalog?categoryname="]');
  expect(await tiles.count()).toBeGreaterThan(10);
  const pictures = await tiles.evaluateAll((all) => all.map((tile) => tile.querySelector('img')?.getAttribute('src')));
  expect(new Set(pictures).size).toBe(pictures.length);
  expect(pictures).not.toContain(undefined);
  await tiles.filter({ hasText: 'Ролевые' }).click();
  await expect(page).toHaveURL(/\/catalog\?categoryname=RPG/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ролевые');
});

test('an unknown address is a true 404 with the header', { ...expectsErrors, ...onPhone }, async ({ page }) => {
  for (const path of ['/no-such-page', '/catalog/999999999', '/catalog/abc']) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('banner').getByRole('search')).toBeVisible();
  }
});

test('the store can be read without script', onDesktop, async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL ? { baseURL } : {}),
    locale: 'ru-RU',
  });
  const page = await context.newPage();
  await page.goto('/catalog/1001');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Witcher 3: Wild Hunt');
  await expect(page.getByText('Геральт').first()).toBeVisible();
  await page.goto('/');
  await page.getByRole('combobox').fill('ведьмак');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/games\?name=/);
  await expect(page.getByRole('main')).toContainText('The Witcher 3: Wild Hunt');
  await context.close();
});

test('a visitor who taps a heart is asked to sign in', onPhone, async ({ page }) => {
  await page.goto('/catalog');
  await page
    .getByRole('main')
    .getByRole('button', { name: /избранное/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a page of an earlier build is loaded again once, and then says what is missing', {
  ...expectsErrors,
  ...onPhone,
}, async ({ page }) => {
  await page.goto('/catalog');
  let loads = 0;
  page.on('load', () => loads++);
  await page.route(builtFile('features/sign-in/sign-in-dialog.tsx'), (route) => route.fulfill({ status: 404 }));
  const heart = page
    .getByRole('main')
    .getByRole('button', { name: /избранное/ })
    .first();
  const loaded = page.waitForEvent('load');
  await heart.tap();
  await loaded;
  await waitForHydration(page);
  await heart.tap();
  const message = page.getByRole('status').filter({ hasText: 'Часть страницы не загрузилась' });
  await expect(message).toBeVisible();
  expect(loads).toBe(1);
  await page.unrouteAll();
  const reloaded = page.waitForEvent('load');
  await message.getByRole('button', { name: 'Повторить' }).tap();
  await reloaded;
  await waitForHydration(page);
  await heart.tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(loads).toBe(2);
});

test('a part of the layout that fails disappears alone, and returns after a reload', {
  ...expectsErrors,
  ...onDesktop,
}, async ({ page }) => {
  await becomeMember(page);
  const banner = page.getByRole('banner');
  const account = banner.getByRole('button', { name: /^Аккаунт/ });
  // Data with which the account menu cannot be rendered.
  await page.route('**/api/v1/user/info*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), userName: null } });
  });
  const failed = page.waitForEvent('console', (message) => message.text().includes('is not iterable'));
  await page.goto('/news');
  await failed;
  await expect(account).toHaveCount(0);
  await expect(banner.getByRole('search')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(account).toBeVisible();
});
