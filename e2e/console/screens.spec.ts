import { expect, type Page, test } from '@playwright/test';
import { faultsInLanguage, overflowOf } from '../axe.ts';
import { onDesktop, onPhone } from '../test.ts';
import { CONSOLE, enterPassword, openScreen, signIn } from './operator.ts';

/** A new screen of the console adds its address here. */
const SCREENS = [
  '/',
  '/orders',
  '/claims',
  '/claims?state=decided',
  '/claims/1',
  '/claims/policy',
  '/stock',
  '/stock?low=true',
  '/stock/10012',
  '/stock/import',
  '/stock/import?product=10012',
  '/customers',
  '/customers/1',
  '/messages',
  '/messages/templates',
  '/reviews',
  '/reviews?queue=published',
  '/approvals',
  '/team',
  '/notices',
  '/audit',
  '/finance',
  '/finance?by=product',
  '/finance/reconciliation',
  '/settings',
  '/health',
  '/profile',
  '/prices',
  '/prices/changes',
  '/catalogue',
  '/catalogue/1001',
  '/catalogue/news',
  '/catalogue/news/1',
  '/catalogue/groups',
  '/catalogue/files',
  '/catalogue/activation',
  '/catalogue/activation?rule=1',
  '/promo',
  '/patterns',
  '/patterns?grid',
  '/no-such-page',
];
/** Pages of one thing: the list of the API, the name of its id there, and the address of the page. */
const PAGES = [
  ['orders', 'orderId', '/orders'],
  ['claims?state=open', 'keyId', '/claims'],
  ['claims?state=decided', 'keyId', '/claims'],
  ['customers', 'accountId', '/customers'],
  ['messages', 'id', '/messages'],
  ['reviews?queue=published', 'id', '/reviews'],
  ['promo-codes', 'id', '/promo'],
  ['price-changes', 'id', '/prices/changes'],
] as const;
const NARROWEST = { width: 320, height: 700 };
const TABLET = { width: 768, height: 1024 };

for (const [language, screens] of Object.entries({ ru: {}, en: onPhone, kz: onPhone })) {
  test(`axe finds nothing on the screens of the console in ${language}`, screens, async ({ page, isMobile }) => {
    test.setTimeout(300_000);
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto(CONSOLE);
    await expect(page.locator('h1')).toBeVisible();
    expect(await faultsInLanguage(page, language), 'sign-in').toEqual([]);
    await enterPassword(page);
    await expect(page.locator('#content h1')).toBeVisible();
    if (isMobile) await page.setViewportSize(NARROWEST);
    const { pages, discardDraft } = await findPages(page);
    // English has the shortest words, so two languages are enough for these.
    for (const screen of language === 'en' ? SCREENS : [...SCREENS, ...pages]) {
      await openScreen(page, screen);
      expect.soft(await faultsInLanguage(page, language), `${screen} ${language}`).toEqual([]);
      expect.soft(await overflowOf(page), `${screen} ${language}`).toBeLessThanOrEqual(0);
      if (isMobile) continue;
      const wide = page.viewportSize() ?? TABLET;
      await page.setViewportSize(TABLET);
      expect.soft(await overflowOf(page), `${screen} on a tablet`).toBeLessThanOrEqual(0);
      await page.setViewportSize(wide);
    }
    await discardDraft();
  });
}

/** Addresses of pages whose ids differ in each store: the first of each list, a new draft, a day of a provider. */
async function findPages(page: Page) {
  const call = async (path: string, method = 'GET', data?: object) => {
    const headers = { 'sec-fetch-site': 'same-origin' };
    const answer = await page.request.fetch(`${CONSOLE}/api/v1/${path}`, { method, headers, data });
    expect(answer.ok(), path).toBe(true);
    return answer.status() === 204 ? undefined : answer.json();
  };
  const pages: string[] = [];
  for (const [list, id, address] of PAGES) pages.push(`${address}/${(await call(list)).items[0][id]}`);
  const noTexts = { ru: '', en: '', kz: '' };
  const art = { motif: 'orbit', hue: 0 };
  const [category] = (await call('catalogue/categories')).items;
  const game = { name: '', category: category.name, popularity: 50, art, description: noTexts, offers: [] };
  const { id, version, fingerprint } = await call('catalogue/games', 'POST', game);
  pages.push(`/catalogue/${id}`);
  const registry = 'order_id,transaction,amount,currency,status\nUNKNOWN-1,T1,12.99,AZN,success';
  await call('finance/reconciliations/epoint/2000-12-31', 'PUT', { fileName: 'registry.csv', text: registry });
  pages.push('/finance/reconciliation?provider=epoint&day=2000-12-31');
  const seen = new URLSearchParams({ version, fingerprint });
  return { pages, discardDraft: () => call(`catalogue/games/${id}/draft?${seen}`, 'DELETE') };
}

test(
  'lists and menus work with the keyboard alone, and new rows wait until they are called',
  onDesktop,
  async ({ page }) => {
    await signIn(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Сегодня' })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    // The page of the day has rows, too.
    await expect(page.getByRole('heading', { level: 1, name: 'Заказы' })).toBeFocused();
    await expect(page.locator('[data-row]').first()).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const row = page.locator('[data-row]:focus');
    await expect(row).toHaveAttribute('href', /^\/orders\/./);
    const address = await row.getAttribute('href');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${CONSOLE}${address}`);
    await expect(page.getByRole('heading', { level: 1, name: /^OY-/ })).toBeVisible();
    await page.goBack();
    await expect(page.locator(`[data-row][href="${address}"]`), 'the row that was open').toBeFocused();
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await expect(page.getByRole('heading', { level: 1, name: 'Журнал' })).toBeFocused();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Клавиши' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goto(`${CONSOLE}/patterns`);
    await expect(page.getByRole('link', { name: '#1040' })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await expect(page.getByRole('heading', { level: 1, name: 'Склад' })).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('link', { name: '#1040' })).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect(page.getByRole('link', { name: '#1040' })).toBeFocused();
    await page.getByRole('button', { name: 'Add three orders' }).click();
    await expect(page.getByRole('button', { name: '3 новые' })).toBeVisible();
    await expect(page.getByRole('link', { name: '#1043' })).toHaveCount(0);
    await page.getByRole('button', { name: '3 новые' }).click();
    await expect(page.getByRole('link', { name: '#1043' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('review');
    await expect(page).toHaveURL(/status=review/);
    await expect(page.getByRole('link', { name: '#1043' })).toHaveCount(0);
  },
);

test(
  'an ended session opens the sign-in over the screen, which keeps its forms and finishes its call',
  onDesktop,
  async ({ page, context }) => {
    await page.clock.install();
    await signIn(page, '/profile');
    const name = page.getByLabel('Имя и фамилия');
    await expect(name).toHaveValue('Айгерим Сапарова');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    const dialog = page.getByRole('dialog', { name: 'Сеанс закончился' });
    const signInAgain = async () => {
      await dialog.getByLabel('Пароль', { exact: true }).fill('Owner!demo1');
      await dialog.getByRole('button', { name: 'Продолжить' }).click();
      await expect(dialog).toBeHidden();
    };
    await signInAgain();
    await expect(page.getByRole('status').filter({ hasText: 'Сохранено' })).toBeVisible();
    // The operator comes back to the tab after a while.
    await name.fill('Айгерим');
    await context.clearCookies();
    await page.clock.fastForward('05:00');
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await signInAgain();
    await expect(name).toHaveValue('Айгерим');
  },
);

test('a screen whose data does not load says so, and a retry loads it', onDesktop, async ({ page }) => {
  await signIn(page, '/no-such-page');
  for (const [screen, call, shown] of [
    ['/stock/import', '**/api/v1/stock?*', /в наличии/],
    ['/stock/import?product=10012', '**/api/v1/stock/10012*', /в наличии/],
    ['/finance/reconciliation', '**/api/v1/finance/reconciliations?*', /Пока нет| г\. · /],
  ] as const) {
    await page.route(call, (route) => route.fulfill({ status: 404, json: { code: 'not-found', requestId: 'r-1' } }));
    await page.goto(CONSOLE + screen);
    const retry = page.getByRole('main').getByRole('button', { name: 'Повторить' });
    await expect(retry).toBeVisible();
    await page.unroute(call);
    await retry.click();
    await expect(retry).toBeHidden();
    await expect(page.getByText(shown).first()).toBeVisible();
  }
});
