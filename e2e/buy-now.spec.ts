import type { Page } from '@playwright/test';
import { faultsInBothThemes } from './axe.ts';
import { findFaults } from './layout-faults.ts';
import {
  becomeMember,
  callStore,
  createMember,
  expectBasket,
  fillBasket,
  fillSignIn,
  findSession,
  type Member,
  newName,
  openTab,
} from './member.ts';
import { beginDirect, keepOneKey } from './purchase.ts';
import { countTaps } from './taps.ts';
import { expect, expectsErrors, onPhone, test } from './test.ts';

/** From a product to its key without the cart. Each count of taps is counted by the browser. */

const SANDBOX = String(process.env['SANDBOX_URL']);
/** Games that no other test buys: the demo has only a few keys of each. */
const [SIGNED_IN, NEW_CUSTOMER, CARD, GIVEN_UP, DECLINED, IN_CART] = [1041, 1042, 1043, 1044, 1045, 1046];
/** A product of which the demo has three keys. */
const SCARCE = [20283, 40083];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const buyButton = (page: Page) => page.getByRole('button', { name: 'Купить сейчас', exact: true });
const payButton = (page: Page) => page.getByRole('button', { name: /^Оплатить/ });
const outcome = (page: Page, state: string) => page.locator(`[data-state="${state}"]`);

/** The last method of the member is Epoint: a payment was begun with it and cancelled. */
async function rememberEpoint(member: Member): Promise<void> {
  const { orderId } = await beginDirect(member, IN_CART);
  await callStore('POST', `/api/v1/payment/${orderId}/cancel`, { session: member });
}

/** Chooses the offer that works for members. It may be chosen already, and then it is no tap. */
async function openProduct(page: Page, gameId: number): Promise<void> {
  await page.goto(`/catalog/${gameId}`);
  await expect(buyButton(page)).toBeVisible();
}

async function approveAndShow(page: Page): Promise<void> {
  await page.waitForURL((url) => url.origin === SANDBOX);
  await page.getByTestId('approve').tap();
  await expect(outcome(page, 'paid')).toBeVisible();
  await page.getByRole('button', { name: 'Показать ключ' }).tap();
  await expect(page.getByTestId('key').locator('code')).toHaveText(/^DEMO/);
}

test('a signed-in customer needs four taps from the product to the key', onPhone, async ({ page, context }) => {
  const taps = await countTaps(context);
  const member = await becomeMember(page);
  await rememberEpoint(member);
  await fillBasket(member, IN_CART, 1);
  await openProduct(page, SIGNED_IN);
  await buyButton(page).tap();
  await expect(page.getByRole('radio', { name: /Epoint/ })).toBeChecked();
  await expect(page.getByText('Вы перейдёте на защищённую страницу Epoint.')).toBeVisible();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await payButton(page).tap();
  await approveAndShow(page);
  expect(taps.list).toHaveLength(4);
  await expectBasket(member, { [IN_CART]: 1 });
});

test('a new customer needs seven taps and one form', onPhone, async ({ page, context }) => {
  const taps = await countTaps(context);
  let forms = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/account/register')) forms += 1;
  });
  await openProduct(page, NEW_CUSTOMER);
  await buyButton(page).tap();
  await page.getByRole('button', { name: 'Создать аккаунт' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Регистрация' });
  const login = newName();
  await dialog.getByLabel('Эл. почта').fill(`${login}@example.com`);
  await fillSignIn(dialog, login);
  await dialog.getByRole('button', { name: 'Зарегистрироваться', exact: true }).tap();
  await page.getByRole('radio', { name: /Epoint/ }).tap();
  await payButton(page).tap();
  await approveAndShow(page);
  expect(taps.list.length).toBeLessThanOrEqual(8);
  expect([taps.list.length, forms]).toEqual([7, 1]);
});

test(
  'a visitor buys from a card: the sign-in opens on the payment page, and it continues',
  onPhone,
  async ({ page }) => {
    const member = await createMember();
    const { gameName } = await callStore<{ gameName: string }>('GET', `/api/v1/game/${CARD}`);
    await page.goto(`/games?name=${encodeURIComponent(gameName)}`);
    await page.getByRole('link', { name: `Купить сейчас: ${gameName}`, exact: true }).tap();
    const dialog = page.getByRole('dialog', { name: 'Оформление покупки' });
    await fillSignIn(dialog, member.username);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Войти', exact: true }).tap();
    await expect(page.getByRole('main')).toContainText(gameName);
    await expect(payButton(page)).toBeVisible();
    await expect(page).toHaveURL(/\/payment\?basket=[0-9a-f-]{36}$/);
    await expectBasket(member, {});
  },
);

test('back, refresh, cancel and pay again end with one key, and the cart is untouched', onPhone, async ({ page }) => {
  const member = await becomeMember(page);
  await rememberEpoint(member);
  await fillBasket(member, IN_CART, 1);
  const { gameName } = await callStore<{ gameName: string }>('GET', `/api/v1/game/${GIVEN_UP}`);
  await openProduct(page, GIVEN_UP);
  await buyButton(page).dblclick();
  await payButton(page).dblclick();
  await page.waitForURL((url) => url.origin === SANDBOX);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Оплата уже начата' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Отменить оплату' }).tap();
  await expect(page.getByRole('heading', { name: 'Оплата уже начата' })).toBeHidden();
  await page.reload();
  // From the card form, too, another method is for this product and not for the cart.
  await page.getByRole('radio', { name: /TalkBank/ }).tap();
  await payButton(page).tap();
  await page.waitForURL(/\/payment-talk/);
  await page.getByRole('link', { name: 'Выбрать другой способ' }).tap();
  await expect(page.getByRole('heading', { name: 'Оплата уже начата' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(gameName);
  await page.getByRole('radio', { name: /Epoint/ }).tap();
  await payButton(page).tap();
  await approveAndShow(page);
  const paid = page.url();
  await page.goBack();
  await page.goBack();
  await expect(page.getByText('Этот заказ уже оплачен.')).toBeVisible();
  await page.getByRole('link', { name: 'Открыть заказ' }).tap();
  await expect(page).toHaveURL(paid);
  await expectBasket(member, { [IN_CART]: 1 });
});

test(
  'a favourite is two taps from the provider; a declined payment says so, and is paid again without the cart',
  onPhone,
  async ({ page, context }) => {
    const taps = await countTaps(context);
    const member = await becomeMember(page);
    await rememberEpoint(member);
    await callStore('POST', '/api/v1/favorites', { session: member, body: { gameId: DECLINED } });
    await page.goto('/favourites');
    // The link of a card.
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Купить сейчас: / })
      .tap();
    await expect(page.getByRole('radio', { name: /Epoint/ })).toBeChecked();
    await payButton(page).tap();
    await page.waitForURL((url) => url.origin === SANDBOX);
    expect(taps.list).toHaveLength(2);
    await page.getByTestId('decline').tap();
    await expect(outcome(page, 'failed')).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByRole('link', { name: 'Оплатить ещё раз' }).tap();
    await payButton(page).tap();
    await approveAndShow(page);
    expect((await findSession(page)).token).toBe(member.token);
  },
);

test('a product that is sold out or unknown is refused before any payment', { ...onPhone, ...expectsErrors }, async ({
  page,
}) => {
  await becomeMember(page);
  await page.goto('/payment?product=2000000000');
  await expect(page.getByText('Этот товар сейчас не купить')).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  expect(await findFaults(page, { isTouched: true })).toEqual([]);
  await page.goto('/payment?basket=unknown');
  await expect(page.getByRole('main')).toContainText('Платить не за что');
});

test(
  'the last key is bought in one of two tabs, and the other tab says that it is gone',
  {
    ...onPhone,
    ...expectsErrors,
  },
  async ({ page, context }, { retry }) => {
    // The first try may have used up the keys of its product.
    const productId = SCARCE[retry] ?? 0;
    const member = await becomeMember(page);
    await rememberEpoint(member);
    await callStore('POST', '/api/v1/basket/create', { session: member, body: [{ id: productId, count: 1 }] });
    await keepOneKey(await createMember(), productId);
    const tabs = [page, await openTab(context, `/payment?product=${productId}`)];
    await page.goto('/payment');
    for (const tab of tabs) await expect(tab.getByRole('radio', { name: /Epoint/ })).toBeChecked();
    await Promise.all(tabs.map((tab) => payButton(tab).tap()));
    const isPaying = (tab: Page) => new URL(tab.url()).origin === SANDBOX;
    const refusal = (tab: Page) => tab.getByRole('dialog', { name: 'Оплата не прошла' });
    const stateOf = async (tab: Page) => (isPaying(tab) ? 'paying' : (await refusal(tab).isVisible()) ? 'refused' : '');
    await expect.poll(async () => (await Promise.all(tabs.map(stateOf))).toSorted()).toEqual(['paying', 'refused']);
    const [winner, loser] = isPaying(page) ? tabs : tabs.toReversed();
    if (!winner || !loser) throw new Error('there are two tabs');
    await expect(refusal(loser)).toContainText(/раскупили\. Деньги не списаны/);
    await approveAndShow(winner);
  },
);
