import type { Page } from '@playwright/test';
import { faultsOf, overflowOf } from './axe.ts';
import { becomeMember, createMember, fillSignIn, keepSession, openTab, tabTo } from './member.ts';
import { expect, expectsErrors, test } from './test.ts';
import { approve, beginSteam, stageOf, waitForStage } from './top-up.ts';

/** The way to a topped-up account through the browser: every trigger of the stand-ins, and what people do in between. */

test.beforeEach(({ page: _ }, info) => {
  test.skip(info.project.name !== 'phone', 'the way is the same on every screen');
});

const SANDBOX = String(process.env['SANDBOX_URL']);
const FRONT = /\/api\/v1\/replenishment\/front\//;
const QUOTE = '**/api/v1/replenishment/quote*';

const login = (page: Page) => page.getByLabel('Логин Steam');
const playerId = (page: Page) => page.getByLabel('ID игрока');
const submit = (page: Page) => page.getByRole('button', { name: 'Пополнить', exact: true });
const look = (page: Page) => page.getByRole('dialog', { name: 'Всё верно?' });
const pay = (page: Page) => look(page).getByRole('button', { name: /^Оплатить/ });
const withoutAccount = (page: Page) => page.getByRole('button', { name: 'Продолжить без аккаунта' });
const toPay = (page: Page) => page.locator('[role=status]', { hasText: 'К оплате' }).locator('strong');

async function fillSteam(page: Page, account: string): Promise<void> {
  await page.goto('/steam');
  await login(page).fill(account);
  await page.getByRole('radio', { name: /Карты Казахстана/ }).check();
}

async function fillPubg(page: Page, account: string): Promise<void> {
  await page.goto('/pubg');
  await playerId(page).fill(account);
  await page.getByRole('radio', { name: /^60 UC/ }).check();
  await page.getByRole('radio', { name: /Карты России/ }).check();
}

/** To the last look, as somebody without an account. */
async function lookAsGuest(page: Page, account: string): Promise<void> {
  await submit(page).click();
  await withoutAccount(page).click();
  await expect(page.getByTestId('look-account')).toHaveText(account);
}

async function payAsGuest(page: Page, account: string): Promise<void> {
  await lookAsGuest(page, account);
  await pay(page).click();
  await page.waitForURL((url) => url.origin === SANDBOX);
  await page.getByTestId('approve').click();
  await page.waitForURL(/\/top-up\//);
}

const newLogin = (beginning = 'gamer') => `${beginning}_${Math.random().toString(36).slice(2, 10)}`;
const newId = (end: string) => `51${Math.floor(Math.random() * 9000) + 1000}${end}`;

test('Steam by keyboard alone, without an account', async ({ page }) => {
  const account = newLogin();
  await page.goto('/steam');
  await tabTo(login(page));
  await page.keyboard.type(account);
  await tabTo(page.getByLabel('Сумма', { exact: true }));
  await page.keyboard.press('Control+A');
  // Keys that are no digits go unheard (spec §5).
  await page.keyboard.type('2a0,0-0');
  await expect(page.getByLabel('Сумма', { exact: true })).toHaveValue('2000');
  await tabTo(page.getByRole('radio', { name: /Карты Казахстана/ }));
  await page.keyboard.press('Space');
  await expect(page.getByText('Аккаунт найден')).toBeVisible();
  await tabTo(submit(page));
  await page.keyboard.press('Enter');
  await tabTo(withoutAccount(page));
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('look-account')).toHaveText(account);
  await expect(look(page)).toContainText(/2\s000\s₸/);
  await tabTo(pay(page));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.origin === SANDBOX);
  await page.getByTestId('approve').press('Enter');
  await expect(stageOf(page, 'delivered')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Ход пополнения' }).getByRole('listitem')).toHaveText([
    /Принято/,
    /Оплачено/,
    /Пополняем/,
    /Зачислено/,
  ]);
});

for (const [beginning, text] of [
  ['bad', 'Такого аккаунта нет'],
  ['region', 'Аккаунт этого региона пополнить нельзя'],
] as const) {
  test(`Steam, ${beginning}_: said at the login before money is asked for`, expectsErrors, async ({ page }) => {
    await fillSteam(page, newLogin(beginning));
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
    await submit(page).click();
    await expect(login(page)).toBeFocused();
    await expect(login(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

for (const [beginning, end] of [
  ['slow', 'delivered'],
  ['fail', 'refunded'],
  ['timeout', 'delivered'],
] as const) {
  test(`Steam, ${beginning}_: ${end} in the end`, async ({ page }) => {
    const account = newLogin(beginning);
    await fillSteam(page, account);
    await payAsGuest(page, account);
    await expect(stageOf(page, end)).toBeVisible({ timeout: 90_000 });
    await expect(page.getByRole('main')).toContainText(account);
  });
}

test('PUBG: the nickname is shown, and the UC are delivered', async ({ page }) => {
  const account = newId('7777');
  await fillPubg(page, account);
  await expect(page.getByText('Аккаунт найден: ')).toBeVisible();
  await payAsGuest(page, account);
  await expect(stageOf(page, 'delivered')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('60');
});

test('PUBG, 0000: said at the id', expectsErrors, async ({ page }) => {
  await fillPubg(page, newId('0000'));
  await expect(page.getByRole('alert').filter({ hasText: 'Такого аккаунта нет' })).toBeVisible();
  await submit(page).click();
  await expect(playerId(page)).toBeFocused();
});

for (const [end, stage] of [
  ['1111', 'refunded'],
  ['2222', 'delivered'],
] as const) {
  test(`PUBG, ${end}: ${stage}`, async ({ page }) => {
    const account = newId(end);
    await fillPubg(page, account);
    await payAsGuest(page, account);
    await expect(stageOf(page, stage)).toBeVisible({ timeout: 90_000 });
  });
}

test('what is missing is said at its field, and the first fault gets the focus', async ({ page }) => {
  await page.goto('/steam');
  await page.getByLabel('Сумма', { exact: true }).fill('1');
  await submit(page).click();
  await expect(page.getByText('Введите логин латиницей')).toBeVisible();
  await expect(page.getByText(/Введите сумму цифрами от 500/)).toBeVisible();
  await expect(page.getByText('Выберите способ оплаты, прежде чем продолжить')).toBeVisible();
  await expect(login(page)).toBeFocused();
  await page.goto('/pubg');
  await submit(page).click();
  await expect(page.getByText('Введите ID игрока: только цифры')).toBeVisible();
  await expect(page.getByText('Выберите, сколько UC купить')).toBeVisible();
  await expect(page.getByText('Выберите способ оплаты', { exact: true })).toBeVisible();
  await expect(playerId(page)).toBeFocused();
});

test('the sum is exchanged between tenge and roubles, and what is entered survives a refresh', async ({ page }) => {
  const account = newLogin();
  const asked: { provider: string; amount: number }[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/replenishment/quote')) asked.push(request.postDataJSON());
  });
  await fillSteam(page, account);
  await page.getByLabel('Сумма', { exact: true }).fill('3000');
  await page.getByRole('radio', { name: 'рубли' }).check();
  await expect(page.getByLabel('Сумма', { exact: true })).not.toHaveValue('3000');
  await page.getByLabel('Сумма', { exact: true }).fill('500');
  // Roubles entered, a card of Kazakhstan: the supplier is asked for tenge (spec §9).
  await expect.poll(() => asked.at(-1)).toMatchObject({ provider: 'epoint', amount: expect.any(Number) });
  await expect.poll(() => asked.at(-1)?.amount ?? 0).toBeGreaterThan(2000);
  await page.getByRole('radio', { name: /Карты России/ }).check();
  await expect.poll(() => asked.at(-1)).toMatchObject({ provider: 'platron', amount: 500 });
  await expect(toPay(page)).toContainText('₽');
  await page.reload();
  await expect(login(page)).toHaveValue(account);
  await expect(page.getByLabel('Сумма', { exact: true })).toHaveValue('500');
  await expect(page.getByRole('radio', { name: 'рубли' })).toBeChecked();
  await expect(page.getByRole('radio', { name: /Карты России/ })).toBeChecked();
});

test('a price that has ended is asked for anew, says that it has changed, and is paid', async ({ page }) => {
  const account = newLogin();
  await page.clock.install();
  await fillSteam(page, account);
  await expect(page.getByText(/Цена закреплена ещё на/)).toBeVisible();
  await page.route(QUOTE, async (route) => {
    const answer = await route.fetch();
    const quote = await answer.json();
    // As if the last one had been cheaper: what is charged is the server's business.
    const shown = { ...quote.shown, amount: quote.shown.amount + 10_000 };
    const dearer = { ...quote.toPay, amount: quote.toPay.amount + 100 };
    await route.fulfill({ response: answer, json: { ...quote, shown, toPay: dearer } });
  });
  const before = await toPay(page).textContent();
  await page.clock.fastForward('11:00');
  await expect(page.getByText('Цена изменилась')).toBeVisible();
  await expect(page.getByText('Цена изменилась')).toContainText(before ?? '');
  await expect(toPay(page)).not.toHaveText(before ?? '');
  await page.unrouteAll();
  await payAsGuest(page, account);
  await expect(stageOf(page, 'delivered')).toBeVisible();
});

test(
  'a price that ends at the last moment: the same needs no second yes, another does',
  expectsErrors,
  async ({ page }) => {
    const account = newLogin();
    let refusals = 0;
    const refuse = () =>
      page.route(FRONT, async (route) => {
        refusals += 1;
        const body = { code: 'quote-expired', message: 'quote-expired', requestId: 'request-of-the-test' };
        await page.unroute(FRONT);
        await route.fulfill({ status: 409, json: body });
      });
    await fillSteam(page, account);
    await lookAsGuest(page, account);
    await page.route(QUOTE, async (route) => {
      const answer = await route.fetch();
      const quote = await answer.json();
      await route.fulfill({
        response: answer,
        json: { ...quote, toPay: { ...quote.toPay, amount: quote.toPay.amount + 100 } },
      });
    });
    await refuse();
    await pay(page).click();
    await expect(look(page)).toContainText('Цена изменилась');
    await expect(look(page)).toBeVisible();
    await page.unroute(QUOTE);
    await refuse();
    await page.route(QUOTE, async (route) => {
      const answer = await route.fetch();
      const quote = await answer.json();
      await route.fulfill({
        response: answer,
        json: { ...quote, toPay: { ...quote.toPay, amount: quote.toPay.amount + 100 } },
      });
    });
    await pay(page).click();
    await page.waitForURL((url) => url.origin === SANDBOX);
    expect(refusals).toBe(2);
  },
);

test('two tabs and a double click are one payment, and the other tab knows of it', async ({ page, context }) => {
  const account = newLogin();
  const begun: string[] = [];
  page.on('request', (request) => {
    if (FRONT.test(request.url())) begun.push(request.url());
  });
  const other = await openTab(context, '/steam');
  await fillSteam(page, account);
  await lookAsGuest(page, account);
  await pay(page).dblclick();
  await page.waitForURL((url) => url.origin === SANDBOX);
  expect(begun).toHaveLength(1);
  await expect(other.getByRole('heading', { name: 'Пополнение уже начато' })).toBeVisible();
  await other.getByRole('button', { name: 'Продолжить оплату' }).click();
  await other.waitForURL(page.url());
  await other.getByTestId('approve').click();
  await expect(stageOf(other, 'delivered')).toBeVisible();
});

test('back from the provider: the payment that was begun is offered again, and can be tried anew', async ({ page }) => {
  const account = newLogin();
  await fillSteam(page, account);
  await lookAsGuest(page, account);
  await pay(page).click();
  await page.waitForURL((url) => url.origin === SANDBOX);
  const link = page.url();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Пополнение уже начато' })).toBeVisible();
  await expect(login(page)).toHaveValue(account);
  await page.getByRole('button', { name: 'Продолжить оплату' }).click();
  await page.waitForURL(link);
  await page.getByTestId('decline').click();
  await expect(stageOf(page, 'not-paid')).toBeVisible();
  await page.getByRole('button', { name: 'Попробовать ещё раз' }).click();
  await expect(page).toHaveURL(/\/steam$/);
  await expect(login(page)).toHaveValue(account);
});

test('a page that the browser has kept for its back button can be used again', expectsErrors, async ({ page }) => {
  const account = newLogin();
  await fillSteam(page, account);
  await lookAsGuest(page, account);
  // An answer without content leaves the page where it is.
  await page.route(`${SANDBOX}/**`, (route) => route.fulfill({ status: 204 }));
  await pay(page).click();
  await expect(pay(page)).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('topUpBegun'))).not.toBeNull();
  await page.unrouteAll();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(look(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Пополнение уже начато' })).toBeVisible();
  await submit(page).click();
  await pay(page).click();
  await page.waitForURL((url) => url.origin === SANDBOX);
});

test('a slow or failing store is told of and asked again', expectsErrors, async ({ page }) => {
  const account = newLogin();
  await page.route(QUOTE, (route) => route.fulfill({ status: 503, json: { code: 'provider-unavailable' } }));
  await fillSteam(page, account);
  const fault = page.getByRole('alert').filter({ hasText: 'Сервис пополнения не отвечает' });
  await expect(fault).toBeVisible();
  await page.unrouteAll();
  await fault.getByRole('button', { name: 'Узнать цену ещё раз' }).click();
  await expect(toPay(page)).toContainText('₸');
  await lookAsGuest(page, account);
  await page.route(FRONT, (route) => route.fulfill({ status: 502, json: { code: 'steam-error' } }));
  await pay(page).click();
  const dialog = page.getByRole('dialog', { name: 'Оплата не прошла' });
  await expect(dialog).toContainText('Ссылка на оплату не пришла');
  await dialog.getByRole('button', { name: 'Закрыть' }).last().click();
  await page.unrouteAll();
  await page.route(FRONT, (route) => route.abort());
  await submit(page).click();
  await pay(page).click();
  await expect(dialog).toContainText('второе пополнение от этого не появится');
  await dialog.getByRole('button', { name: 'Закрыть' }).last().click();
  await page.unrouteAll();
  await submit(page).click();
  await pay(page).click();
  await page.waitForURL((url) => url.origin === SANDBOX);
});

test('a guest finds the last account again, may forget it, and leaves an address for the receipt', async ({ page }) => {
  const account = newLogin();
  await fillSteam(page, account);
  await lookAsGuest(page, account);
  const sent = page.waitForRequest(FRONT);
  await look(page).getByLabel('E-mail для чека').fill('nobody');
  await pay(page).click();
  await expect(look(page).getByText('Проверьте адрес')).toBeVisible();
  await look(page).getByLabel('E-mail для чека').fill(`${account}@example.com`);
  await pay(page).click();
  expect((await sent).postDataJSON()).toMatchObject({ id: 278, email: `${account}@example.com` });
  await page.waitForURL((url) => url.origin === SANDBOX);
  await page.goto('/steam');
  await login(page).fill('');
  await page.getByRole('button', { name: new RegExp(account) }).click();
  await expect(login(page)).toHaveValue(account);
  await page.getByRole('button', { name: 'Забыть на этом устройстве' }).click();
  await expect(page.getByText('Недавно пополняли')).toBeHidden();
  await page.reload();
  await expect(login(page)).toHaveValue(account);
  await expect(page.getByText('Недавно пополняли')).toBeHidden();
});

test('a visitor who signs in on the way goes on, and finds the top-up in the history', async ({ page }) => {
  const member = await createMember();
  const account = newLogin('slow');
  await fillSteam(page, account);
  await submit(page).click();
  const dialog = page.getByRole('dialog', { name: 'Вход' });
  await fillSignIn(dialog, member.username);
  await dialog.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(page.getByTestId('look-account')).toHaveText(account);
  await expect(look(page).getByLabel('E-mail для чека')).toHaveCount(0);
  await pay(page).click();
  await page.waitForURL((url) => url.origin === SANDBOX);
  await page.getByTestId('approve').click();
  await page.waitForURL(/\/top-up\//);
  await page.goto('/replenishment-history');
  const row = page.getByRole('row', { name: new RegExp(account) });
  // It is on its way, and comes to its end without a reload.
  await expect(row).toHaveAttribute('data-stage', 'delivered', { timeout: 60_000 });
  await expect(row).toContainText('Зачислено · 1');
  await row.getByRole('link').click();
  await expect(stageOf(page, 'delivered')).toBeVisible();
  await page.goto('/steam');
  await page.getByRole('button', { name: new RegExp(account) }).click();
  await expect(login(page)).toHaveValue(account);
  await expect(page.getByRole('button', { name: 'Забыть на этом устройстве' })).toHaveCount(0);
});

test('the history sorts, narrows to days, and has the five columns', async ({ page }) => {
  const member = await becomeMember(page);
  const cheap = await beginSteam(newLogin(), member, 500);
  const dear = await beginSteam(newLogin(), member, 5000);
  await approve(dear);
  await waitForStage(dear.orderId, 'delivered');
  await page.goto('/history');
  await page.getByRole('link', { name: 'Пополнения', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('История пополнений');
  const rows = page.locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('columnheader')).toHaveText(['Номер платежа', 'Дата', 'Статус', 'Сумма', 'Аккаунт']);
  await expect(rows.first()).toContainText(dear.orderId);
  await expect(rows.first()).toContainText(/\d,\d\d\sKZT/);
  await expect(rows.first()).toContainText(/AZN/);
  await expect(rows.first()).toContainText(/\d{1,2} \S+ 20\d\d г. в \d\d:\d\d/);
  await expect(rows.last()).toContainText('Ждёт оплаты · 2');
  const byPrice = page.getByRole('button', { name: /По цене/ });
  await byPrice.click();
  await expect(rows.first()).toContainText(cheap.orderId);
  await byPrice.click();
  await expect(rows.first()).toContainText(dear.orderId);
  // Both ends are within; it may have become another day in between.
  const days = await rows
    .locator('time')
    .evaluateAll((times) =>
      times
        .map((time) => new Intl.DateTimeFormat('en-CA').format(new Date(time.getAttribute('datetime') ?? '')))
        .sort(),
    );
  await page.getByLabel('Дата с').fill(days[0] ?? '');
  await page.getByLabel('по', { exact: true }).fill(days[1] ?? '');
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Дата с').fill('2020-01-01');
  await page.getByLabel('по', { exact: true }).fill('2020-01-02');
  await expect(page.getByText('За эти дни пополнений не было')).toBeVisible();
  await page.getByRole('button', { name: 'Показать все' }).click();
  await expect(rows).toHaveCount(2);
});

test('the history is for members, and an unknown link is told to be one', expectsErrors, async ({ page }) => {
  await page.goto('/replenishment-history');
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(page.getByRole('dialog', { name: 'Вход' })).toBeVisible();
  await page.goto('/top-up/AAAAAAAAAAAAAAAAAAAAAAAAAA');
  await expect(page.getByText('Такого пополнения нет')).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
});

test('a top-up is never put into a cart', async ({ page }) => {
  await page.goto('/catalog/31');
  await expect(page.getByRole('button', { name: /корзин/i })).toHaveCount(0);
  await page.getByRole('link', { name: 'Пополнить', exact: true }).click();
  await expect(page).toHaveURL(/\/pubg/);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
  await page.goto('/catalog/32');
  await expect(page.getByRole('button', { name: /корзин/i })).toHaveCount(0);
  await page.getByRole('link', { name: 'Пополнить', exact: true }).click();
  await expect(page).toHaveURL(/\/steam$/);
});

test('axe finds nothing on the way', async ({ page }) => {
  test.setTimeout(420_000);
  const expectNoFaults = async (place: string) => {
    expect(await faultsOf(page), place).toEqual([]);
    expect(await overflowOf(page), `${place} scrolls sideways`).toBeLessThanOrEqual(0);
  };
  const member = await createMember();
  const account = newLogin();
  await page.goto('/steam');
  await submit(page).click();
  await expect(page.getByText('Введите логин латиницей')).toBeVisible();
  await page.getByText('Где найти логин?').click();
  await expectNoFaults('the form with faults');
  await fillSteam(page, account);
  await expect(toPay(page)).toContainText('₸');
  await lookAsGuest(page, account);
  await expectNoFaults('the last look');
  await keepSession(page, member);
  const begun = await beginSteam(account, member);
  await page.goto(`/top-up/${begun.orderId}`);
  await expect(stageOf(page, 'accepted')).toBeVisible();
  await expectNoFaults('the status of an unpaid one');
  await approve(begun);
  await expect(stageOf(page, 'delivered')).toBeVisible();
  await expectNoFaults('the status of a delivered one');
  await page.goto('/replenishment-history');
  await expect(page.getByRole('row', { name: new RegExp(account) })).toBeVisible();
  await expectNoFaults('the history');
});
