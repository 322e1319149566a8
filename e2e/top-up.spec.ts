import { faultsOf, overflowOf } from './axe.ts';
import { createMember, saveSession, tabTo } from './member.ts';
import { expect, expectsErrors, onPhone, test } from './test.ts';
import {
  approve,
  beginPubg,
  beginSteam,
  confirmDialog,
  fillPubg,
  fillSteam,
  login,
  newId,
  newLogin,
  openConfirmDialog,
  pay,
  payAsGuest,
  playerId,
  SANDBOX,
  stageOf,
  submit,
  toPay,
  withoutAccount,
} from './top-up.ts';

/** Top-ups through the browser, with every trigger of the sandboxes. */

test('Steam by keyboard alone, without an account', onPhone, async ({ page }) => {
  const account = newLogin();
  await page.goto('/steam');
  await tabTo(login(page));
  await page.keyboard.type(account);
  await tabTo(page.getByLabel('Сумма', { exact: true }));
  await page.keyboard.press('Control+A');
  // Keys that are not digits are ignored (spec §5).
  await page.keyboard.type('2a0,0-0');
  await expect(page.getByLabel('Сумма', { exact: true })).toHaveValue('2000');
  // The fee is shown once a payment method is chosen.
  await expect(page.getByText('Цена закреплена')).toBeVisible();
  await expect(page.getByText('Epoint спишет')).toHaveCount(0);
  await tabTo(page.getByRole('radio', { name: /Карты Казахстана/ }));
  await page.keyboard.press('Space');
  await expect(page.getByText('Epoint спишет')).toBeVisible();
  await expect(page.getByText('Аккаунт найден')).toBeVisible();
  await tabTo(submit(page));
  await page.keyboard.press('Enter');
  await tabTo(withoutAccount(page));
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('confirm-account')).toHaveText(account);
  await expect(confirmDialog(page)).toContainText(/2\s000\s₸/);
  await tabTo(pay(page));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.origin === SANDBOX);
  await page.getByTestId('approve').press('Enter');
  await expect(stageOf(page, 'delivered')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Ход пополнения' }).getByRole('listitem')).toHaveText([
    /Принято/,
    /Оплачено/,
    /Отправлено/,
    /Зачислено/,
  ]);
});

for (const [beginning, text] of [
  ['bad', 'Такого аккаунта нет'],
  ['region', 'Аккаунт этого региона пополнить нельзя'],
] as const) {
  test(`Steam, ${beginning}_: said at the login before money is asked for`, { ...expectsErrors, ...onPhone }, async ({
    page,
  }) => {
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
  test(`Steam, ${beginning}_: ${end} in the end`, onPhone, async ({ page }) => {
    const account = newLogin(beginning);
    const begun = await beginSteam(account);
    await page.goto(`/top-up/${begun.orderId}`);
    await expect(stageOf(page, 'accepted')).toBeVisible();
    await approve(begun);
    await expect(stageOf(page, end)).toBeVisible({ timeout: 90_000 });
    await expect(page.getByRole('main')).toContainText(account);
  });
}

test('PUBG: the nickname is shown, and the UC are delivered', onPhone, async ({ page }) => {
  const account = newId('7777');
  await fillPubg(page, account);
  await expect(page.getByText('Аккаунт найден: ')).toBeVisible();
  await expect(page.getByText('Цена набора')).toBeVisible();
  await payAsGuest(page, account);
  await expect(stageOf(page, 'delivered')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('60');
});

test('PUBG, 0000: said at the id', { ...expectsErrors, ...onPhone }, async ({ page }) => {
  await fillPubg(page, newId('0000'));
  await expect(page.getByRole('alert').filter({ hasText: 'Такого аккаунта нет' })).toBeVisible();
  await submit(page).click();
  await expect(playerId(page)).toBeFocused();
});

for (const [end, stage] of [
  ['1111', 'refunded'],
  ['2222', 'delivered'],
] as const) {
  test(`PUBG, ${end}: ${stage}`, onPhone, async ({ page }) => {
    const begun = await beginPubg(newId(end));
    await page.goto(`/top-up/${begun.orderId}`);
    await expect(stageOf(page, 'accepted')).toBeVisible();
    await approve(begun);
    await expect(stageOf(page, stage)).toBeVisible({ timeout: 90_000 });
  });
}

test(
  'a missing value shows an error at its field, and the first invalid field gets the focus',
  onPhone,
  async ({ page }) => {
    await page.goto('/steam');
    await page.getByLabel('Сумма', { exact: true }).fill('1');
    await submit(page).click();
    await expect(page.getByText('Введите логин латиницей')).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: /Введите сумму от\s500/ })).toBeVisible();
    await expect(page.getByText('Выберите способ оплаты, прежде чем продолжить')).toBeVisible();
    await expect(login(page)).toBeFocused();
    await page.goto('/pubg');
    await submit(page).click();
    await expect(page.getByText('Введите ID игрока: только цифры')).toBeVisible();
    await expect(page.getByText('Выберите, сколько UC купить')).toBeVisible();
    await expect(page.getByText('Выберите способ оплаты', { exact: true })).toBeVisible();
    await expect(playerId(page)).toBeFocused();
  },
);

test(
  'the sum is converted between tenge and roubles, and entered values survive a reload',
  onPhone,
  async ({ page }) => {
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
  },
);

test('a top-up is never put into a cart', onPhone, async ({ page }) => {
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

test('axe finds nothing on the way', onPhone, async ({ page }) => {
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
  await openConfirmDialog(page, account);
  await expectNoFaults('the dialog before paying');
  await saveSession(page, member);
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
