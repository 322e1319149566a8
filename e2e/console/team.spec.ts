import { randomUUID } from 'node:crypto';
import { DEMO_OPERATORS } from '@oyna/demo/operators';
import { expect, type Page, test } from '@playwright/test';
import { onDesktop } from '../test.ts';
import { buyForTest } from './customer.ts';
import { CONSOLE, inviteOperator, signIn } from './operator.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
/** Elden Ring for every region. Five of them are more than one operator refunds alone in the demo. */
const DEAR_GAME = 10032;

test('a large refund waits until a second operator approves it', onDesktop, async ({ page, browser }) => {
  const { orderId } = await buyForTest([{ id: DEAR_GAME, count: 5 }]);
  const reason = `Заказ по ошибке ${randomUUID().slice(0, 8)}`;
  await signIn(page, `/orders/${orderId}`);
  await page.getByRole('button', { name: 'Вернуть деньги' }).click();
  const refund = page.getByRole('dialog', { name: /^Возврат по заказу/ });
  await expect(refund.getByText('Решит второй сотрудник')).toBeVisible();
  await refund.getByLabel('Причина').fill(reason);
  await refund.getByRole('button', { name: /^Вернуть \d/ }).click();
  await expect(refund).toBeHidden();
  await expect(page.getByText('оплачен', { exact: true })).toBeVisible();

  await test.step('the operator who asked cannot approve it', async () => {
    await page.goto(`${CONSOLE}/approvals`);
    const own = page.getByRole('listitem').filter({ hasText: reason });
    await expect(own.getByRole('button', { name: 'Отозвать' })).toBeVisible();
    await expect(own.getByRole('button', { name: 'Согласовать' })).toHaveCount(0);
    await page.goto(`${CONSOLE}/orders/${orderId}`);
  });

  await test.step('the second one does, and the first sees it without a reload', async () => {
    const context = await browser.newContext({ locale: 'ru-RU', reducedMotion: 'reduce' });
    const second = await context.newPage();
    await signIn(second, '/approvals', DEMO_OPERATORS[1]);
    const request = second.getByRole('listitem').filter({ hasText: reason });
    await expect(request.getByText(DEMO_OPERATORS[0].name)).toBeVisible();
    await request.getByRole('button', { name: 'Согласовать' }).click();
    const decision = second.getByRole('dialog', { name: 'Возврат' });
    await decision.getByRole('button', { name: 'Согласовать' }).click();
    await expect(request).toHaveCount(0);
    await expect(page.getByText('возвращён', { exact: true })).toBeVisible();
    await context.close();
  });
});

/** A limit of refunds for the role, saved while its dialog is open. */
async function limitByColleague(page: Page, name: string): Promise<void> {
  const { items } = await (await page.request.get(`${CONSOLE}/api/v1/roles`)).json();
  const role = items.find((one: { name: string }) => one.name === name);
  const { id, version, permissions } = role;
  const saved = await page.request.put(`${CONSOLE}/api/v1/roles/${id}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { name, version, permissions, limits: { refundPerDay: 500_000 } },
  });
  expect(saved.status()).toBe(204);
}

test(
  'an owner makes a role, restricts it while an operator works with it, and deletes it',
  onDesktop,
  async ({ page, browser }) => {
    const name = `Ночная смена ${randomUUID().slice(0, 8)}`;
    const { orderId } = await buyForTest();
    await signIn(page, '/team');
    await page.getByRole('button', { name: 'Новая роль' }).click();
    const created = page.getByRole('dialog', { name: 'Новая роль' });
    await created.getByLabel('Название').fill(name);
    await created.getByLabel('видеть заказы').check();
    await created.getByLabel('возвращать деньги').check();
    await created.getByRole('button', { name: 'Сохранить' }).click();
    await expect(created).toBeHidden();

    const { page: own, context, email } = await inviteOperator(page, browser, name);
    await own.goto(`${CONSOLE}/orders/${orderId}`);
    await expect(own.getByRole('button', { name: 'Вернуть деньги' })).toBeVisible();
    await expect(own.getByRole('navigation').first().getByRole('link', { name: 'Клиенты' })).toHaveCount(0);

    await page.goto(`${CONSOLE}/team`);
    await page.getByRole('button', { name: `Изменить: ${name}` }).click();
    const edited = page.getByRole('dialog', { name });
    await edited.getByLabel('возвращать деньги').uncheck();
    await limitByColleague(page, name);
    const keepMine = edited.getByRole('button', { name: 'Оставить мой вариант' });
    for (const _ of ['first', 'second']) {
      const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
      await edited.getByRole('button', { name: 'Сохранить' }).click();
      expect((await answer).status()).toBe(409);
      await expect(keepMine).toBeVisible();
    }
    await keepMine.click();
    await expect(edited.getByLabel('Возвраты за сутки')).toHaveValue('5000,00');
    await expect(edited.getByLabel('возвращать деньги')).not.toBeChecked();
    await edited.getByRole('button', { name: 'Сохранить' }).click();
    await expect(edited).toBeHidden();
    await own.reload();
    await expect(own.getByText('оплачен', { exact: true })).toBeVisible();
    await expect(own.getByRole('button', { name: 'Вернуть деньги' })).toHaveCount(0);
    await context.close();

    const removal = page.getByRole('dialog', { name: `Удалить роль «${name}»` });
    const remove = page.getByRole('button', { name: `Удалить: ${name}` });
    await remove.click();
    await removal.getByRole('button', { name: 'Удалить' }).click();
    await expect(removal.getByText('Роль есть у сотрудников или в приглашениях.')).toBeVisible();
    await removal.getByRole('button', { name: 'Отмена' }).click();
    await expect(remove).toBeFocused();

    await test.step('a role is chosen with the arrow keys and given with the button', async () => {
      const given: unknown[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname.endsWith('/role')) given.push(request.postDataJSON().roleId);
      });
      const row = page.getByRole('listitem').filter({ hasText: email });
      const manage = row.getByRole('button', { name: /^Управлять/ });
      await manage.click();
      const operator = page.getByRole('dialog', { name: 'Новый оператор' });
      const role = operator.getByLabel('Роль');
      const before = await role.inputValue();
      await role.press('ArrowUp');
      await expect(role).not.toHaveValue(before);
      await role.selectOption('stock');
      await expect(operator.getByRole('status')).toContainText('Потеряет');
      await operator.getByRole('button', { name: 'Сменить роль' }).click();
      await expect(operator).toBeHidden();
      await expect(manage).toBeFocused();
      expect(given).toEqual(['stock']);

      await manage.click();
      await operator.getByRole('button', { name: /^Завершить сеансы/ }).click();
      const question = page.getByRole('dialog', { name: 'Завершить сеансы: Новый оператор' });
      await expect(question.getByText(/^Завершится сеансов: \d/)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await expect(manage).toBeFocused();
    });

    await remove.click();
    await removal.getByRole('button', { name: 'Удалить' }).click();
    await expect(removal).toBeHidden();
    await expect(page.getByText(name, { exact: true })).toHaveCount(0);
  },
);
