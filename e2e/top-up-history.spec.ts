import { becomeMember, createMember, fillSignIn } from './member.ts';
import { expect, expectsErrors, onPhone, test } from './test.ts';
import {
  approve,
  beginSteam,
  confirmDialog,
  FRONT,
  fillSteam,
  login,
  newLogin,
  numberOf,
  openConfirmDialog,
  pay,
  SANDBOX,
  stageOf,
  submit,
  waitForStage,
} from './top-up.ts';

/** What is remembered of a top-up, and for whom. */

test(
  'a guest finds the last account again, may forget it, and leaves an address for the receipt',
  onPhone,
  async ({ page }) => {
    const account = newLogin();
    await fillSteam(page, account);
    await openConfirmDialog(page, account);
    const sent = page.waitForRequest(FRONT);
    await confirmDialog(page).getByLabel('Почта для писем о пополнении').fill('nobody');
    await pay(page).click();
    await expect(confirmDialog(page).getByText('Проверьте адрес')).toBeVisible();
    await confirmDialog(page).getByLabel('Почта для писем о пополнении').fill(`${account}@example.com`);
    await pay(page).click();
    expect((await sent).postDataJSON()).toMatchObject({ id: 278, email: `${account}@example.com` });
    await page.waitForURL((url) => url.origin === SANDBOX);
    await page.goto('/steam');
    await login(page).fill('');
    await page.getByRole('button', { name: new RegExp(account) }).click();
    await expect(login(page)).toHaveValue(account);
    await page.getByRole('button', { name: 'Забыть на этом устройстве' }).click();
    await expect(page.getByText('Недавние аккаунты')).toBeHidden();
    await page.reload();
    await expect(login(page)).toHaveValue(account);
    await expect(page.getByText('Недавние аккаунты')).toBeHidden();
  },
);

test('a visitor who signs in during a top-up continues and finds it in the history', onPhone, async ({ page }) => {
  const member = await createMember();
  const account = newLogin('slow');
  await fillSteam(page, account);
  await submit(page).click();
  const dialog = page.getByRole('dialog', { name: 'Вход' });
  await fillSignIn(dialog, member.username);
  await dialog.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(page.getByTestId('confirm-account')).toHaveText(account);
  await expect(confirmDialog(page).getByLabel('Почта для писем о пополнении')).toHaveCount(0);
  await pay(page).click();
  await page.waitForURL((url) => url.origin === SANDBOX);
  await page.getByTestId('approve').click();
  await page.waitForURL(/\/top-up\//);
  await page.goto('/replenishment-history');
  const row = page.getByRole('row', { name: new RegExp(account) });
  // It is in progress, and reaches its end without a reload.
  await expect(row).toHaveAttribute('data-stage', 'delivered', { timeout: 60_000 });
  await expect(row).toHaveAttribute('data-status-id', '1');
  await expect(row).toContainText('Зачислено');
  await expect(row).not.toContainText('код');
  await row.getByRole('link').click();
  await expect(stageOf(page, 'delivered')).toBeVisible();
  await page.goto('/steam');
  await page.getByRole('button', { name: new RegExp(account) }).click();
  await expect(login(page)).toHaveValue(account);
  await expect(page.getByRole('button', { name: 'Забыть на этом устройстве' })).toHaveCount(0);
});

test('the history sorts, narrows to days, and has the five columns', onPhone, async ({ page }) => {
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
  await expect(rows.first()).toContainText(await numberOf(dear.orderId));
  await expect(rows.first()).toContainText(/\d,\d\d\sKZT/);
  await expect(rows.first()).toContainText(/AZN/);
  await expect(rows.first()).toContainText(/\d{1,2} \S+ 20\d\d г. в \d\d:\d\d/);
  await expect(rows.last()).toContainText('Ждёт оплаты');
  const byAmount = page.getByRole('button', { name: /По сумме/ });
  await byAmount.click();
  await expect(rows.first()).toContainText(await numberOf(cheap.orderId));
  await byAmount.click();
  await expect(rows.first()).toContainText(await numberOf(dear.orderId));
  // Both ends are within; it may have become another day in between.
  const days = await rows
    .locator('time')
    .evaluateAll((times) =>
      times
        .map((time) => new Intl.DateTimeFormat('en-CA').format(new Date(time.getAttribute('datetime') ?? '')))
        .sort(),
    );
  await page.getByLabel('Дата с').fill(days[0] ?? '');
  await page.getByLabel('Дата по').fill(days[1] ?? '');
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Дата с').fill('2020-01-01');
  await page.getByLabel('Дата по').fill('2020-01-02');
  await expect(page.getByText('За эти дни пополнений не было')).toBeVisible();
  await page.getByRole('button', { name: 'Показать все' }).click();
  await expect(rows).toHaveCount(2);
});

test('the history is for members, and an unknown link shows that it is unknown', {
  ...expectsErrors,
  ...onPhone,
}, async ({ page }) => {
  await page.goto('/replenishment-history');
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(page.getByRole('dialog', { name: 'Вход' })).toBeVisible();
  await page.goto('/top-up/AAAAAAAAAAAAAAAAAAAAAAAAAA');
  await expect(page.getByText('Такого пополнения нет')).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
});
