import { expect, type Route, test } from '@playwright/test';
import { onDesktop } from '../test.ts';
import { approve, beginPubg, numberOf, waitForStage } from '../top-up.ts';
import { buyForTest } from './customer.ts';
import { CONSOLE, changeDatabase, countActions, openScreen, signInAsSupport } from './operator.ts';

/** The tasks of support about orders: find one by e-mail, refund a part, refund the rest. Each in at most 12 actions. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test(
  'support finds an order by e-mail, refunds a part and then the rest, each in at most 12 actions',
  onDesktop,
  async ({ page }) => {
    const { email, orderId } = await buyForTest();
    await signInAsSupport(page, '/orders');
    const dialog = page.getByRole('dialog', { name: /^Возврат/ });
    const confirm = dialog.getByRole('button', { name: /^Вернуть \d/ });

    await test.step('an order is found by the e-mail address of its buyer', async () => {
      const actions = countActions('find an order by e-mail');
      await actions.press(page, 'Control+k');
      await actions.fill(page.getByRole('combobox', { name: 'Что найти' }), email);
      await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('OY-');
      await actions.press(page, 'Enter');
      await expect(page).toHaveURL(`${CONSOLE}/orders/${orderId}`);
      await expect(page.getByText(email).first()).toBeVisible();
      actions.check();
    });

    await test.step('Enter before the answer opens what was typed, and not what was opened last', async () => {
      const field = page.getByRole('combobox', { name: 'Что найти' });
      await openScreen(page, '/orders');
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1);
      await field.fill(`${email}.none`);
      await page.keyboard.press('Enter');
      await expect(page.getByText('Ничего не нашлось')).toBeVisible();
      await expect(page).toHaveURL(`${CONSOLE}/orders`);
      await field.fill(email);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${CONSOLE}/orders/${orderId}`);
      await expect(page.getByRole('button', { name: 'Вернуть деньги' })).toBeVisible();
    });

    await test.step('one piece is refunded, and the page shows it without a reload', async () => {
      const actions = countActions('refund a part');
      await actions.click(page.getByRole('button', { name: 'Вернуть деньги' }));
      await actions.click(dialog.locator('label', { hasText: 'Товары' }));
      await actions.click(dialog.getByRole('button', { name: 'Увеличить' }).first());
      await expect(dialog.getByText('Ключей вернётся на склад: 1')).toBeVisible();
      await actions.fill(dialog.getByLabel('Причина'), 'Не тот регион');
      await actions.click(confirm);
      await expect(page.getByText('возвращён частично')).toBeVisible();
      actions.check();
    });

    await test.step('the rest is refunded', async () => {
      const actions = countActions('refund an order');
      await actions.click(page.getByRole('button', { name: 'Вернуть деньги' }));
      await expect(dialog.getByText('Ключей вернётся на склад: 2')).toBeVisible();
      await confirm.focus();
      await actions.press(page, 'Enter');
      await expect(page.getByText('возвращён', { exact: true })).toBeVisible();
      actions.check();
      // The button that opened the dialog has nothing more to refund.
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    });
  },
);

test(
  'support records a refund that was made by hand, once also when the answer is lost',
  onDesktop,
  async ({ page }) => {
    const { orderId } = await buyForTest();
    await signInAsSupport(page, `/orders/${orderId}`);
    const actions = countActions('record a refund by hand');
    await actions.click(page.getByRole('button', { name: 'Возвращено вручную' }));
    const dialog = page.getByRole('dialog', { name: 'Возвращено вручную' });
    await actions.click(dialog.locator('label', { hasText: 'Сумму' }));
    await actions.fill(dialog.getByLabel(/^Сумма/), '5');
    await expect(dialog.getByText('Ключи остаются у покупателя')).toBeVisible();
    await actions.fill(dialog.getByLabel('Где и как возвращено'), 'Перевод на карту, квитанция 204');
    const record = dialog.getByRole('button', { name: /^Записать возврат 5/ });
    const loseAnswer = (route: Route) => route.fetch().then(() => route.abort());
    await page.route('**/refunds/close*', loseAnswer, { times: 1 });
    await actions.click(record);
    await expect(page.getByText('возвращён частично')).toBeVisible();
    await actions.click(record);
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Перевод на карту, квитанция 204').first()).toBeVisible();
    actions.check();
    const open = page.getByRole('button', { name: 'Возвращено вручную' });
    await open.press('Enter');
    await expect(dialog.getByText(/^Уже возвращено: 5/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Отмена' }).press('Enter');
    await expect(open).toBeFocused();
  },
);

test('support settles a top-up whose supplier tells nothing, from Today', onDesktop, async ({ page }) => {
  const begun = await beginPubg('5120000019');
  const { orderId } = begun;
  const change = (columns: string) =>
    changeDatabase(
      `UPDATE top_up SET ${columns} FROM payment WHERE payment.top_up_id = top_up.id AND payment.order_id = $1`,
      [orderId],
    );
  // No worker asks for this supplier. Later the top-up looks as if its supplier had not answered.
  expect(await change("supplier = 'silent'")).toBe(1);
  await approve(begun);
  await waitForStage(orderId, 'paid');
  await change(
    `supplier = 'g2bulk', unanswered_since = now() - interval '31 minutes', next_try_at = now() + interval '1 hour'`,
  );
  await signInAsSupport(page, '/');
  const actions = countActions('settle a top-up');
  await actions.click(page.getByRole('link', { name: new RegExp(await numberOf(orderId)) }));
  await actions.click(page.getByRole('button', { name: 'Завершить пополнение' }));
  const dialog = page.getByRole('dialog', { name: 'Завершить пополнение' });
  await actions.click(dialog.locator('label', { hasText: 'Пополнение не прошло' }));
  await actions.fill(dialog.getByLabel('Причина'), 'В кабинете поставщика: отказ');
  await actions.click(dialog.getByRole('button', { name: 'Пополнение не прошло' }));
  await expect(dialog).toBeHidden();
  await expect(page.getByText('возвращён', { exact: true })).toBeVisible();
  await expect(page.getByText('В кабинете поставщика: отказ')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Завершить пополнение' })).toBeHidden();
  actions.check();
});
