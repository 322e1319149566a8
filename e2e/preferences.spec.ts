import { expect, expectsErrors, onDesktop, test } from './test.ts';

test('the language is switched and remembered over a reload, and the server renders it', async ({ page, isMobile }) => {
  await page.goto('/catalog');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  if (isMobile || (page.viewportSize()?.width ?? 0) < 768) {
    await page.goto('/menu');
    await page.getByRole('main').getByText('Қазақша').click();
  } else {
    await page.getByRole('button', { name: 'Выбрать язык' }).first().click();
    await page.getByRole('menuitemradio', { name: 'Қазақша' }).click();
  }
  await expect(page.locator('html')).toHaveAttribute('lang', 'kk');
  await page.goto('/catalog');
  await expect(page.locator('html')).toHaveAttribute('lang', 'kk');
  const html = await (await page.request.get('/catalog')).text();
  expect(html).toContain('lang="kk"');
  expect(await page.evaluate(() => localStorage.getItem('selectedLanguage'))).toBe('kz');
});

test('an address can name the language, which is remembered', onDesktop, async ({ page }) => {
  await page.goto('/news?lng=en');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.goto('/news');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(await page.evaluate(() => localStorage.getItem('selectedLanguage'))).toBe('en');
});

test('the currency is switched at once and remembered over a reload', async ({ page }) => {
  await page.goto('/catalog/1001');
  const main = page.getByRole('main');
  await expect(main).toContainText('₸');
  if ((page.viewportSize()?.width ?? 0) < 768) {
    await page.goto('/menu', { waitUntil: 'networkidle' });
    await page.getByRole('main').getByRole('radio', { name: /USD/ }).check();
    await page.goto('/catalog/1001');
  } else {
    await page.getByRole('button', { name: 'Валюта: KZT' }).first().click();
    await page.getByRole('menuitemradio', { name: /USD/ }).click();
  }
  await expect(main).toContainText('$');
  await expect(main).not.toContainText('₸');
  await page.reload();
  await expect(main).toContainText('$');
  await expect(main).not.toContainText('₸');
  expect(await page.evaluate(() => sessionStorage.getItem('activeCurrency'))).toContain('USD');
});

test('rates are loaded again every twenty minutes, and a failure changes nothing', {
  ...expectsErrors,
  ...onDesktop,
}, async ({ page }) => {
  await page.clock.install();
  await page.goto('/subscribes');
  const prices = page.getByRole('main').getByRole('article');
  const before = await prices.allTextContents();
  expect(before.join()).toContain('₸');
  await page.route('**/api/v1/currency*', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/v1/currency'));
  await page.clock.fastForward(1_200_000);
  await failed;
  expect(await prices.allTextContents()).toEqual(before);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unrouteAll();
  const fetched = page.waitForResponse('**/api/v1/currency*');
  await page.clock.fastForward(1_200_000);
  expect((await fetched).status()).toBe(200);
});

test('the server renders the theme of the cookie', onDesktop, async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'theme', value: 'light', url: baseURL ?? '' }]);
  const html = await (await page.request.get('/')).text();
  expect(html).toContain('data-theme="light"');
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});
