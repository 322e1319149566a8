import { randomUUID } from 'node:crypto';
import { DEMO_OPERATORS } from '@oyna/demo/operators';
import { LANGUAGES, type Language } from '@oyna/domain/constants';
import { type Browser, expect, type Page, test } from '@playwright/test';
import routes from '../../apps/console/app/routes.ts';
import { faultsBesideColours, faultsInBothThemes, overflowOf } from '../axe.ts';
import { TEXTS, wordsOf } from '../screenshots/screen.ts';
import { onDesktop, onPhone } from '../test.ts';
import { buyForTest } from './customer.ts';
import { approve, CONSOLE, call, enterPassword, openScreen, signIn, switchLanguage } from './operator.ts';
import { addressOf, DIALOGS, PAGES, SCREENS } from './screen-list.ts';

const NARROWEST = { width: 320, height: 700 };
const TABLET = { width: 768, height: 1024 };
/** Dialogs that leave something unsaved on their screen. */
const TYPED = ['leave', 'price-preview'];
const NAMES = [...Object.keys(SCREENS), ...Object.keys(PAGES)];
const HALF = Math.ceil(NAMES.length / 2);

for (const [part, names] of [NAMES.slice(0, HALF), NAMES.slice(HALF)].entries()) {
  test(
    `axe finds nothing on a phone in both themes and three languages, part ${part + 1}`,
    onPhone,
    async ({ page, browser }) => {
      test.setTimeout(300_000);
      if (part === 0) await checkBeforeSignIn(page, browser);
      await signIn(page, '/profile');
      await page.setViewportSize(NARROWEST);
      const made = await (part === 0 ? undefined : makePages(page));
      let present: Language = 'ru';
      for (const screen of [...(await addressesOf(page, names)), ...(made?.pages ?? [])]) {
        await openScreen(page, screen);
        expect.soft(await faultsInBothThemes(page), `${screen} ${present}`).toEqual([]);
        expect.soft(await overflowOf(page), `${screen} ${present}`).toBeLessThanOrEqual(0);
        for (const language of LANGUAGES.filter((one) => one !== present)) {
          await switchLanguage(page, language);
          present = language;
          // Header and menu are the same on every screen.
          const within = screen === '/' ? 'html' : 'main';
          expect.soft(await faultsBesideColours(page, within), `${screen} ${language}`).toEqual([]);
          expect.soft(await overflowOf(page), `${screen} ${language}`).toBeLessThanOrEqual(0);
        }
      }
      await made?.discardDraft();
    },
  );
}

test('axe finds nothing on the screens of the console on a desktop in both themes', onDesktop, async ({ page }) => {
  test.setTimeout(300_000);
  await signIn(page, '/profile');
  const wide = page.viewportSize() ?? TABLET;
  const { pages, discardDraft } = await makePages(page);
  for (const screen of [...(await addressesOf(page, NAMES)), ...pages]) {
    await openScreen(page, screen);
    expect.soft(await faultsInBothThemes(page), screen).toEqual([]);
    expect.soft(await overflowOf(page), screen).toBeLessThanOrEqual(0);
    await page.setViewportSize(TABLET);
    expect.soft(await overflowOf(page), `${screen} on a tablet`).toBeLessThanOrEqual(0);
    await page.setViewportSize(wide);
  }
  await discardDraft();
});

test(
  'axe finds nothing in the dialogs of the console in both themes and three languages',
  onDesktop,
  async ({ page }) => {
    test.setTimeout(300_000);
    // The newest order may be one that another test refunds.
    const { orderId } = await buyForTest();
    await signIn(page, '/profile');
    const wide = page.viewportSize() ?? TABLET;
    const words = wordsOf(TEXTS.console, 'ru');
    const byScreen = Object.entries(DIALOGS).toSorted(([, one], [, other]) => one.on.localeCompare(other.on));
    let present = '';
    for (const [name, { on, act, from, isPage }] of byScreen) {
      await page.setViewportSize(from ? wide : NARROWEST);
      if (on !== present) {
        // Loaded again: what was typed before is dropped without a question.
        await page.goto(CONSOLE + (on === 'order' ? `/orders/${orderId}` : await addressOf(page, on)));
        await expect(page.locator('main h1')).toBeVisible();
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      }
      await act({ page, words });
      const within = isPage ? 'body' : 'dialog[open]';
      await expect(page.locator(within).first()).toBeVisible();
      expect.soft(await faultsInBothThemes(page, within), name).toEqual([]);
      expect.soft(await overflowOf(page), name).toBeLessThanOrEqual(0);
      for (const language of ['en', 'kz', 'ru'] as const) {
        await switchLanguage(page, language);
        if (language === 'ru') continue;
        expect.soft(await faultsBesideColours(page, within), `${name} ${language}`).toEqual([]);
        expect.soft(await overflowOf(page), `${name} ${language}`).toBeLessThanOrEqual(0);
      }
      present = isPage || TYPED.includes(name) ? '' : on;
      if (!present) continue;
      // In a search field the first Escape removes the text.
      await expect(async () => {
        await page.keyboard.press('Escape');
        await expect(page.locator('dialog[open]')).toHaveCount(0, { timeout: 1_000 });
      }).toPass();
    }
  },
);

type Route = (typeof routes)[number];

test('every route of the console is in the list of screens', onDesktop, () => {
  const leavesOf = (entries: Route[]): Route[] =>
    entries.flatMap((entry) => (entry.children ? leavesOf(entry.children) : entry));
  const leaves = leavesOf(routes);
  // As in the router: first what has no parameter, last what matches everything.
  const rankOf = (path = '') => (path === '*' ? 2 : Number(path.includes(':')));
  const ordered = leaves.toSorted((one, other) => rankOf(one.path) - rankOf(other.path));
  const fileOf = (address: string) =>
    ordered.find(({ path = '' }) =>
      new RegExp(`^/${path.replaceAll(/:\w+/g, '[^/]+').replace('*', '.+')}$`).test(address),
    )?.file;
  const addresses = [
    ...Object.values(SCREENS).map((address) => address.split('?')[0] ?? ''),
    ...Object.values(PAGES).map(([, , address]) => `${address}/1`),
    '/invitation',
  ];
  const opened = new Set(addresses.map(fileOf));
  expect(leaves.filter(({ file }) => !opened.has(file)).map(({ path }) => path)).toEqual([]);
});

async function addressesOf(page: Page, names: readonly string[]): Promise<string[]> {
  return Promise.all(names.map((name) => addressOf(page, name)));
}

/** The sign-in, and the page that an invitation opens. */
async function checkBeforeSignIn(page: Page, browser: Browser): Promise<void> {
  const [{ email, password }] = DEMO_OPERATORS;
  await page.setViewportSize(NARROWEST);
  await call(page.request, 'POST', 'session', { email, password });
  const invitation = { email: `${randomUUID()}@example.com`, roleId: 'support' };
  const { approvalId } = await call<{ approvalId: number }>(page.request, 'POST', 'team/invitations', invitation);
  const link = await approve(browser, approvalId);
  await page.context().clearCookies();
  for (const language of LANGUAGES) {
    for (const address of [CONSOLE, link.replace(/^https?:\/\/[^/]+/, CONSOLE)]) {
      await page.goto(address);
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
      await page.reload();
      await expect(page.locator('h1')).toBeVisible();
      const faults = language === 'ru' ? faultsInBothThemes(page) : faultsBesideColours(page);
      expect.soft(await faults, `${address} ${language}`).toEqual([]);
      expect.soft(await overflowOf(page), `${address} ${language}`).toBeLessThanOrEqual(0);
    }
  }
  await page.evaluate(() => localStorage.removeItem('language'));
}

/** Pages that the demo does not have: a new game, and a day of a provider. */
async function makePages(page: Page) {
  const ask = (method: string, path: string, data?: object) =>
    call<{ items: { name: string }[]; id: number; version: string; fingerprint: string }>(
      page.request,
      method,
      path,
      data,
    );
  const noTexts = { ru: '', en: '', kz: '' };
  const art = { motif: 'orbit', hue: 0 };
  const [category] = (await ask('GET', 'catalogue/categories')).items;
  const game = { name: '', category: category?.name, popularity: 50, art, description: noTexts, offers: [] };
  const { id, version, fingerprint } = await ask('POST', 'catalogue/games', game);
  const registry = 'order_id,transaction,amount,currency,status\nUNKNOWN-1,T1,12.99,AZN,success';
  await ask('PUT', 'finance/reconciliations/epoint/2000-12-31', { fileName: 'registry.csv', text: registry });
  const seen = new URLSearchParams({ version, fingerprint });
  return {
    pages: [`/catalogue/${id}`, '/finance/reconciliation?provider=epoint&day=2000-12-31'],
    discardDraft: () => ask('DELETE', `catalogue/games/${id}/draft?${seen}`),
  };
}

test(
  'lists and menus work with the keyboard alone, and new rows wait until they are called',
  onDesktop,
  async ({ page }) => {
    // A link that a colleague has sent, opened without a session.
    await page.goto(`${CONSOLE}/orders?status=paid`);
    await enterPassword(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Заказы' })).toBeVisible();
    await expect(page).toHaveURL(`${CONSOLE}/orders?status=paid`);
    await expect(page.getByRole('combobox', { name: 'Статус' })).toHaveValue('paid');
    await page.keyboard.press('/');
    const search = page.getByRole('combobox', { name: 'Что найти' });
    await expect(search).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(search).toBeHidden();
    // The keys of a sequence are pressed within a second, which a busy machine may miss.
    const goTo = (key: string, name: string) =>
      expect(async () => {
        await page.keyboard.press('g');
        await page.keyboard.press(key);
        await expect(page.getByRole('heading', { level: 1, name })).toBeFocused({ timeout: 5_000 });
      }).toPass();
    await goTo('t', 'Сегодня');
    // The page of the day has rows, too.
    await goTo('o', 'Заказы');
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
    await goTo('a', 'Журнал');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Клавиши' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goto(`${CONSOLE}/patterns`);
    await expect(page.getByRole('link', { name: '#1040' })).toBeVisible();
    await goTo('k', 'Склад');
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
    // What was still loading has its answer of before, and is asked for again only after another while.
    await expect(async () => {
      await page.clock.fastForward('05:00');
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await expect(dialog).toBeVisible({ timeout: 2_000 });
    }).toPass();
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

/** Lists, their calls, and the beginning of what they say when they are empty. */
const EMPTY = [
  ['/orders', 'orders?', 'Заказов пока нет.'],
  ['/claims', 'claims?', 'Открытых обращений нет.'],
  ['/customers', 'customers?', 'Клиенты появятся здесь'],
  ['/messages', 'messages?', 'На все сообщения ответили.'],
  ['/reviews', 'reviews?', 'Ничего не ждёт проверки.'],
  ['/approvals', 'approvals', 'Ничего не ждёт второго сотрудника.'],
  ['/audit', 'audit?', 'Записей нет.'],
  ['/promo', 'promo-codes?', 'Создайте промокод'],
  ['/catalogue', 'catalogue/games?', 'Добавьте первую'],
] as const;

test('lists show that they load, and an empty one says what will be there', onDesktop, async ({ page }) => {
  await signIn(page, '/no-such-page');
  for (const [screen, list, said] of EMPTY) {
    const answer = Promise.withResolvers<void>();
    const isList = (url: URL) => url.href.includes(`/api/v1/${list}`);
    await page.route(isList, async (route) => {
      await answer.promise;
      await route.fulfill({ json: { items: [], next: null } });
    });
    await page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, screen);
    await expect(page.locator('main [aria-busy="true"]').first(), screen).toBeVisible();
    answer.resolve();
    await expect(page.getByRole('main').getByText(said).first(), screen).toBeVisible();
    await page.unroute(isList);
  }
});
