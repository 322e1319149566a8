import { randomUUID } from 'node:crypto';
import type { Page, Request } from '@playwright/test';
import { changeDatabase } from './console/operator.ts';
import { becomeMember, callStore, fillSignIn, findBasket, type Member, worksForMembers } from './member.ts';
import { createTurns, expect, expectsErrors, onPhone, test } from './test.ts';

/** The way to a key through the browser: every provider, both ends, and what people do in the middle of it. */

const SANDBOX = String(process.env['SANDBOX_URL']);
const REDIRECTING = ['Kassa24', 'Epoint', 'Platron'] as const;
const CARDS = { approved: '5555555555554444', declined: '4000000000000002' };

interface Buyer extends Member {
  /** What is in the basket. */
  game: string;
}

const takeTurn = createTurns();

/** Games that no other test buys: the demo has only a few keys of each. */
const GAMES = { first: 4001, count: 46 };

/** Of another game for each test. */
async function findProduct(): Promise<{ id: number; gameName: string }> {
  const gameId = GAMES.first + (takeTurn() % GAMES.count);
  const { items } = await callStore<{
    items: { id: number; gameName: string; available: boolean; region: string }[];
  }>('GET', `/api/v1/products?gameid=${gameId}`);
  const product = items.find(worksForMembers);
  if (!product) throw new Error(`game ${gameId} is not on sale`);
  return product;
}

/** A new member with two keys in the basket, signed in in this browser. */
async function becomeBuyer(page: Page): Promise<Buyer> {
  const member = await becomeMember(page);
  const { id, gameName } = await findProduct();
  await callStore('POST', '/api/v1/basket/create', { session: member, body: [{ id, count: 2 }] });
  return { ...member, game: gameName };
}

const payButton = (page: Page) => page.getByRole('button', { name: /^Оплатить/ });
const outcome = (page: Page, state: string) => page.locator(`[data-state="${state}"]`);

async function choose(page: Page, provider: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(provider) }).check();
}

/** Chooses a method, pays and waits for the provider's page. */
async function payWith(page: Page, provider: string): Promise<void> {
  await page.goto('/payment');
  await choose(page, provider);
  await payButton(page).click();
  await page.waitForURL((url) => url.origin === SANDBOX);
}

async function expectKeys(page: Page): Promise<void> {
  await expect(outcome(page, 'paid')).toBeVisible();
  await expect(page.getByTestId('key')).toHaveCount(2);
  await expect(page.getByRole('main')).not.toContainText(/DEMO\w?-/);
  await page.getByTestId('key').first().getByRole('button', { name: 'Показать ключ' }).click();
  await expect(page.getByTestId('key').first().locator('code')).toHaveText(/^DEMO/);
}

async function expectInCart(page: Page, game: string): Promise<void> {
  const row = page.getByRole('main').getByRole('article', { name: game, exact: true });
  await expect(row.locator('output')).toHaveText('2');
}

/** The cart holds what it held before the payment. */
async function expectCartBack(page: Page, { game }: Buyer): Promise<void> {
  await expect(outcome(page, 'failed')).toBeVisible();
  await page.getByRole('link', { name: 'В корзину' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expectInCart(page, game);
}

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Номер карты').pressSequentially(number);
  await page.getByLabel('Срок действия').pressSequentially('1239');
  await page.getByLabel('CVV').pressSequentially('737');
  await page.getByLabel('Имя владельца').fill('AIDA SERIKOVA');
}

for (const provider of REDIRECTING) {
  test(`${provider}: paid, and the keys are there`, onPhone, async ({ page }) => {
    await becomeBuyer(page);
    await payWith(page, provider);
    await page.getByTestId('approve').click();
    await expectKeys(page);
  });

  test(`${provider}: declined, and everything is back in the cart`, onPhone, async ({ page }) => {
    const buyer = await becomeBuyer(page);
    await payWith(page, provider);
    await page.getByTestId('decline').click();
    await expectCartBack(page, buyer);
  });
}

test('TalkBank: the card goes to TalkBank alone, and the keys are there', onPhone, async ({ page }) => {
  const carriers: string[] = [];
  const secrets = [CARDS.approved, '5555 5555 5555 4444', 'AIDA SERIKOVA', 'cvv'];
  const onRequest = (request: Request) => {
    const sent = [request.url(), request.postData() ?? '', JSON.stringify(request.headers())].join('\n');
    if (secrets.some((secret) => sent.includes(secret))) carriers.push(request.url());
  };
  await becomeBuyer(page);
  await page.goto('/payment');
  await choose(page, 'TalkBank');
  await payButton(page).click();
  await page.waitForURL(/\/payment-talk/);
  page.on('request', onRequest);
  await payButton(page).click();
  await expect(page.getByText('Номер карты не может быть пустым')).toBeVisible();
  await expect(page.getByText('Имя владельца не может быть пустым')).toBeVisible();
  await expect(page.getByText('CVV не может быть пустым')).toBeVisible();
  await typeCard(page, '5555555555554445');
  await expect(page.getByLabel('Номер карты')).toHaveValue('5555 5555 5555 4445');
  await payButton(page).click();
  await expect(page.getByText('Проверьте номер карты')).toBeVisible();
  await page.getByLabel('Номер карты').fill('');
  await page.getByLabel('Номер карты').pressSequentially(CARDS.approved);
  const kept = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));
  const before = await kept();
  for (const secret of secrets) expect(before).not.toContain(secret);
  await payButton(page).click();
  await expectKeys(page);
  expect(new Set(carriers.map((url) => new URL(url).origin))).toEqual(new Set([SANDBOX]));
  for (const secret of secrets) expect(await kept()).not.toContain(secret);
});

test('TalkBank: a declined card gives the cart back', onPhone, async ({ page }) => {
  const buyer = await becomeBuyer(page);
  await page.goto('/payment');
  await choose(page, 'TalkBank');
  await payButton(page).click();
  await page.waitForURL(/\/payment-talk/);
  await typeCard(page, CARDS.declined);
  await payButton(page).click();
  await expectCartBack(page, buyer);
});

test('a missing choice shows an error at the choice, and a double click is one payment', onPhone, async ({ page }) => {
  await becomeBuyer(page);
  const begun: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/v1\/payment\//.test(request.url())) begun.push(request.url());
  });
  await page.goto('/payment');
  await payButton(page).click();
  await expect(page.getByText('Выберите способ оплаты, прежде чем продолжить')).toBeVisible();
  expect(begun).toEqual([]);
  await choose(page, 'Kassa24');
  await payButton(page).dblclick();
  await page.waitForURL((url) => url.origin === SANDBOX);
  expect(begun).toHaveLength(1);
});

test('after back and reload the payment is still there and can be continued', onPhone, async ({ page }) => {
  await becomeBuyer(page);
  await payWith(page, 'Epoint');
  const link = page.url();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Оплата уже начата' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Продолжить оплату' }).click();
  await page.waitForURL(link);
  await page.getByTestId('approve').click();
  await expect(outcome(page, 'paid')).toBeVisible();
  await page.reload();
  await expectKeys(page);
  await page.goBack();
  await page.goForward();
  await expect(outcome(page, 'paid')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/DEMO\w?-/);
});

test('a customer who returns without paying waits, and can get the cart back', onPhone, async ({ page }) => {
  const buyer = await becomeBuyer(page);
  await payWith(page, 'Kassa24');
  const basket = await findBasket(buyer);
  await page.goto(`/payment/result?order=${basket?.payment?.orderId}`);
  await expect(outcome(page, 'waiting')).toBeVisible();
  await page.getByRole('button', { name: 'Вернуться в корзину' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expectInCart(page, buyer.game);
});

test('a callback that arrives before our own response is not lost', onPhone, async ({ page }) => {
  const buyer = await becomeBuyer(page);
  await page.route('**/api/v1/payment/platron/**', async (route) => {
    const answer = await route.fetch();
    const { link_url, orderId } = await answer.json();
    // The provider's callback arrives before the browser has the payment link.
    await fetch(`${link_url}/approve`, { method: 'POST', redirect: 'manual' });
    await expect
      .poll(
        async () =>
          (await callStore<{ state: string }>('GET', `/api/v1/user/orders/${orderId}`, { session: buyer })).state,
      )
      .toBe('paid');
    await route.fulfill({ response: answer });
  });
  await payWith(page, 'Platron');
  await page.getByRole('link', { name: 'Вернуться в магазин' }).click();
  await expectKeys(page);
});

test(
  'an order is found again in the history, and by its link after a sign-in',
  onPhone,
  async ({ page, browser, baseURL }) => {
    const buyer = await becomeBuyer(page);
    await payWith(page, 'Kassa24');
    await page.getByTestId('approve').click();
    await expect(outcome(page, 'paid')).toBeVisible();
    const address = page.url();
    await page.goto('/history');
    await expect(page.getByTestId('key')).toHaveCount(2);
    await page.getByRole('link', { name: 'Подробнее о заказе' }).click();
    await expect(page).toHaveURL(address);
    const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: 'ru-RU' });
    const visitor = await context.newPage();
    await visitor.goto(address);
    const dialog = visitor.getByRole('dialog');
    await fillSignIn(dialog, buyer.username);
    await expect(visitor.getByTestId('key')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Войти', exact: true }).click();
    await expect(visitor.getByTestId('key')).toHaveCount(2);
    await expect(visitor).toHaveURL(address);
    await context.close();
  },
);

test('a claim of a new customer waits for a person, and the key stays theirs', onPhone, async ({ page }) => {
  await becomeBuyer(page);
  await payWith(page, 'Kassa24');
  await page.getByTestId('approve').click();
  await expectKeys(page);
  const first = page.getByTestId('key').first();
  const old = await first.locator('code').textContent();
  await first.getByRole('button', { name: 'Ключ не работает' }).click();
  await page.getByRole('radio', { name: 'Ключ уже использован' }).check();
  await page.getByRole('button', { name: 'Отправить' }).click();
  await expect(first).toContainText('Обращение у сотрудника');
  await expect(first.locator('code')).toHaveText(old ?? '');
  await page.reload();
  await expect(page.getByTestId('key').first()).toContainText('Обращение у сотрудника');
});

test('a failed payment is explained and links back to the cart', { ...expectsErrors, ...onPhone }, async ({ page }) => {
  const buyer = await becomeBuyer(page);
  const code = `MEANWHILE${randomUUID().slice(0, 8).toUpperCase()}`;
  await changeDatabase('INSERT INTO promo_code (code, percent) VALUES ($1, 50)', [code]);
  const basketId = (await findBasket(buyer))?.id;
  await callStore('PUT', `/api/v1/basket/promo/${basketId}`, { session: buyer, body: { code } });
  await page.goto('/payment');
  await choose(page, 'Kassa24');
  const dialog = page.getByRole('dialog', { name: 'Оплата не прошла' });
  const readSum = async () => Number((await payButton(page).textContent())?.replaceAll(/\D/g, ''));
  // The code ends while the page is open: nothing is charged, and then the page has the sum of now.
  const lowered = await readSum();
  await changeDatabase('UPDATE promo_code SET expires_at = now() WHERE code = $1', [code]);
  await payButton(page).click();
  await expect(dialog).toContainText('Промокод больше не действует');
  await dialog.getByRole('button', { name: 'Закрыть' }).last().click();
  await expect.poll(readSum).toBeGreaterThan(lowered * 1.5);
  const refuse = (code: string, status: number) =>
    page.route('**/api/v1/payment/kassa24/**', (route) =>
      route.fulfill({ status, json: { code, message: code, requestId: 'request-of-the-test' } }),
    );
  await refuse('out-of-stock', 409);
  await payButton(page).click();
  await expect(dialog).toContainText('раскупили');
  await expect(dialog.getByRole('link', { name: 'Вернуться в корзину' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Закрыть' }).last().click();
  await expect(dialog).toBeHidden();
  await page.unrouteAll();

  await refuse('quote-expired', 409);
  const [request] = await Promise.all([page.waitForRequest('**/api/v1/payment/kassa24/**'), payButton(page).click()]);
  expect(new URL(request.url()).searchParams.get('charge')).toBe(String((await readSum()) * 100));
  await expect(dialog).toContainText('Цена изменилась');
  // The page then has the rates of now.
  const renewed = page.waitForResponse(/\/payment\.data/);
  await dialog.getByRole('button', { name: 'Закрыть' }).last().click();
  expect((await renewed).headers()['cache-control']).toBe('private, no-cache');
  await page.unrouteAll();

  await refuse('something-new', 500);
  await payButton(page).click();
  await expect(dialog).toContainText('Произошла ошибка.');
  await expect(dialog).toContainText('request-of-the-test');
});
