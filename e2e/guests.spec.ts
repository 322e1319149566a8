import type { Locator, Page } from '@playwright/test';
import { faultsInBothThemes } from './axe.ts';
import { findFaults } from './layout-faults.ts';
import {
  becomeMember,
  callStore,
  createMember,
  expectBasket,
  fillBasket,
  fillSignIn,
  newName,
  openTab,
  readToken,
  type Session,
  saveInStorage,
  saveSession,
  waitForMail,
} from './member.ts';
import { countTaps } from './taps.ts';
import { expect, expectsErrors, onDesktop, onPhone, test, waitForHydration } from './test.ts';

/** Buying without an account, and opening the order on another device. */

const SANDBOX = String(process.env['SANDBOX_URL']);
/** Games that no other test buys: the demo has only a few keys of each. */
const [COUNTED, INTERRUPTED] = [1038, 1039];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const addButton = (page: Page) => page.getByRole('button', { name: 'В корзину', exact: true });
const payButton = (page: Page) => page.getByRole('button', { name: /^Оплатить/ });
const outcome = (page: Page, state: string) => page.locator(`[data-state="${state}"]`);
const keyOf = (page: Page) => page.getByTestId('key').locator('code');

async function openProduct(page: Page, gameId: number): Promise<void> {
  await page.goto(`/catalog/${gameId}`);
  await waitForHydration(page);
}

async function enterAddress(page: Page, email: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Оформление покупки' });
  await dialog.getByLabel('Почта для ключа').fill(email);
  return dialog.getByRole('button', { name: 'Продолжить без аккаунта' });
}

test('a guest needs six taps and one form from the product to the key', onPhone, async ({ page, browser, baseURL }) => {
  const email = `${newName()}@example.com`;
  const taps = await countTaps(page.context());
  await openProduct(page, COUNTED);
  await page.getByRole('button', { name: 'Купить сейчас', exact: true }).tap();
  const button = await enterAddress(page, email);
  expect(await faultsInBothThemes(page)).toEqual([]);
  expect(await findFaults(page)).toEqual([]);
  await button.tap();
  await page.getByRole('radio', { name: /Epoint/ }).tap();
  await payButton(page).tap();
  await page.waitForURL((url) => url.origin === SANDBOX);
  await page.getByTestId('approve').tap();
  await expect(outcome(page, 'paid')).toBeVisible();
  await page.getByRole('button', { name: 'Показать ключ' }).tap();
  await expect(keyOf(page)).toHaveText(/^DEMO/);
  expect(taps.list, taps.list.join('\n')).toHaveLength(6);
  const key = await keyOf(page).textContent();

  const panel = page.getByRole('region', { name: 'Ссылка на заказ' });
  await expect(panel.locator('code')).toHaveText(/\/order-link#[\w-]{22}$/);
  expect(await faultsInBothThemes(page)).toEqual([]);
  expect(await findFaults(page)).toEqual([]);
  // It is shown once.
  await page.reload();
  await expect(panel).toContainText('Ссылка на этот заказ есть в письме');
  await expect(panel.locator('code')).toHaveCount(0);

  const { text } = await waitForMail(email, /^Заказ .* оплачен$/);
  const link = /\S+\/order-link#[\w-]{22}/.exec(text)?.[0] ?? '';
  // On the device that bought it the link opens the order at once.
  await page.goto(link);
  await expect(outcome(page, 'paid')).toBeVisible();
  await expect(page).toHaveURL(/\/payment\/result\?order=/);

  await test.step('on another device the link needs a code', async () => {
    const context = await browser.newContext({
      baseURL: String(baseURL),
      locale: 'ru-RU',
      viewport: { width: 360, height: 780 },
    });
    const other = await context.newPage();
    await other.goto('/order-link');
    await expect(other.getByText('Ссылка не работает')).toBeVisible();
    await other.goto(link);
    await expect(other.getByRole('button', { name: 'Отправить код' })).toBeVisible();
    await expect(other).toHaveURL(/\/order-link$/);
    expect(await faultsInBothThemes(other)).toEqual([]);
    await other.getByRole('button', { name: 'Отправить код' }).click();
    const code = /\b\d{6}\b/.exec((await waitForMail(email, /^Код для заказа/)).text)?.[0] ?? '';
    // A phone has dropped the tab while the mail was read.
    await other.reload();
    await expect(other).toHaveURL(/\/order-link$/);
    await other.getByLabel('Код из письма').fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
    await other.getByRole('button', { name: 'Открыть заказ' }).click();
    await expect(other.getByText('Код неверный или устарел')).toBeVisible();
    expect(await faultsInBothThemes(other)).toEqual([]);
    expect(await findFaults(other)).toEqual([]);
    await other.getByLabel('Код из письма').fill(code);
    await other.getByRole('button', { name: 'Открыть заказ' }).click();
    await expect(outcome(other, 'paid')).toBeVisible();
    expect(await other.evaluate(() => sessionStorage.getItem('orderLink'))).toBeNull();
    await other.getByRole('button', { name: 'Показать ключ' }).click();
    await expect(keyOf(other)).toHaveText(String(key));
    await other.getByRole('button', { name: 'Забыть заказ на этом устройстве' }).click();
    await expect.poll(() => readToken(other)).toBeNull();
    await context.close();
  });

  await test.step('an account with the same address has the order as soon as the address is confirmed', async () => {
    await saveSession(page, await createMember(email));
    await page.goto('/history');
    await expect(page.getByText('Покупок пока нет')).toBeVisible();
    const welcome = await waitForMail(email, /^Добро пожаловать/);
    await page.goto(/\S+\/confirm-email\?token=\S+/.exec(welcome.text)?.[0] ?? '');
    await page.getByRole('button', { name: 'Подтвердить адрес' }).tap();
    await expect(page.getByText(`Адрес ${email} подтверждён.`)).toBeVisible();
    await page.goto('/history');
    await page.getByTestId('key').getByRole('button', { name: 'Показать ключ' }).tap();
    await expect(keyOf(page)).toHaveText(String(key));
  });
});

test(
  'a double click, a refresh, the back button and a second tab end with one payment',
  onPhone,
  async ({ page, context }) => {
    const email = `${newName()}@example.com`;
    await openProduct(page, INTERRUPTED);
    await addButton(page).tap();
    const button = await enterAddress(page, email);
    await button.dblclick();
    await page.getByRole('link', { name: 'Перейти в корзину' }).tap();
    await expect(page).toHaveURL(/\/cart$/);
    await page.reload();
    await page.getByRole('link', { name: /оплате/ }).tap();
    await page.getByRole('radio', { name: /Epoint/ }).tap();
    await payButton(page).dblclick();
    await page.waitForURL((url) => url.origin === SANDBOX);
    const first = page.url();
    await page.goBack();
    const tab = await context.newPage();
    await tab.goto('/payment');
    await expect(tab.getByRole('heading', { name: 'Оплата уже начата' })).toBeVisible();
    await tab.getByRole('button', { name: 'Продолжить оплату' }).click();
    await tab.waitForURL((url) => url.origin === SANDBOX);
    expect(tab.url()).toBe(first);
    await tab.getByTestId('approve').click();
    await expect(outcome(tab, 'paid')).toBeVisible();
    // What needs an account asks for one, and the guest keeps the order.
    await tab.goto('/favourites');
    const signIn = tab.getByRole('dialog', { name: 'Вход' });
    await expect(signIn).toBeVisible();
    await expect(signIn.getByLabel('Почта для ключа')).toBeHidden();
    expect(await readToken(tab)).toContain('"guest":true');
    await tab.goto('/history');
    await expect(tab.getByTestId('key')).toHaveCount(1);
    // The guest signs in to an account in another tab: this one shows the orders of the account, which has none.
    await becomeMember(page);
    await expect(tab.getByText('Покупок пока нет')).toBeVisible();
    await expect(tab.getByTestId('key')).toHaveCount(0);
  },
);

test('a guest who signs in on the payment page pays for the basket of the account', onDesktop, async ({ page }) => {
  const member = await createMember();
  await fillBasket(member, COUNTED, 1);
  const email = `${newName()}@example.com`;
  const guest = await callStore<Session>('POST', '/api/v1/guest', { body: { email, language: 'ru' } });
  await fillBasket(guest, INTERRUPTED, 2);
  const token = JSON.stringify({ value: guest.token, expiry: guest.expired, guest: true });
  await saveInStorage(page, { token });
  await page.goto('/payment');
  await expect(payButton(page)).toBeVisible();
  const items = page.getByRole('region', { name: 'Ваш заказ' }).getByRole('listitem');
  await expect(items).toHaveCount(1);

  await page.getByRole('banner').getByRole('button', { name: 'Войти' }).click();
  const dialog = page.getByRole('dialog');
  await fillSignIn(dialog, member.username);
  await dialog.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(items).toHaveCount(2);
  await expectBasket(member, { [COUNTED]: 1, [INTERRUPTED]: 2 });
  await expect(payButton(page)).toBeVisible();
});

test('the payment of a guest stays with the guest when the browser signs in to an account in another tab', {
  ...onDesktop,
  ...expectsErrors,
}, async ({ page, context }) => {
  const member = await createMember();
  const email = `${newName()}@example.com`;
  const guest = await callStore<Session>('POST', '/api/v1/guest', { body: { email, language: 'ru' } });
  await fillBasket(guest, INTERRUPTED, 1);
  const token = JSON.stringify({ value: guest.token, expiry: guest.expired, guest: true });
  await saveInStorage(page, { token });
  await page.goto('/payment');
  await page.getByRole('radio', { name: /TalkBank/ }).click();
  await payButton(page).click();
  await expect(page.getByLabel('Номер карты')).toBeVisible();
  // The cart shows the basket that waits for its payment.
  const cart = await openTab(context, '/cart');
  await expect(cart.getByRole('list', { name: 'Товары в корзине' }).getByRole('listitem')).toHaveCount(1);
  await cart.close();

  const tab = await openTab(context, '/guarantee');
  await tab.getByRole('banner').getByRole('button', { name: 'Войти' }).click();
  const dialog = tab.getByRole('dialog');
  await fillSignIn(dialog, member.username);
  await dialog.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(page.getByText('В этом аккаунте нет такой оплаты')).toBeVisible();
  await expect(page.getByLabel('Номер карты')).toBeHidden();
  await tab.goto('/cart');
  await expect(tab.getByText('В корзине пока пусто')).toBeVisible();
  await expectBasket(member, {});
});

test('a link that is not known says so', { ...onPhone, ...expectsErrors }, async ({ page }) => {
  for (const link of ['/order-link', '/order-link#x', `/order-link#${'A'.repeat(22)}`]) {
    await page.goto('/robots.txt');
    await page.goto(link);
    await expect(page.getByText('Ссылка не работает')).toBeVisible();
  }
  expect(await faultsInBothThemes(page)).toEqual([]);
});
