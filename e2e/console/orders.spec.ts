import { expect, test } from '@playwright/test';
import { callStore, createMember, type Member, worksForMembers } from '../member.ts';
import { approve } from '../top-up.ts';
import { CONSOLE, countActions, signInAsSupport } from './operator.ts';

/** The tasks of support about orders: find one by e-mail, refund a part, refund the rest. Each in at most 12 actions. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.skip(({ viewport }) => viewport?.width !== 1280, 'the steps are the same on every screen');

interface Product {
  id: number;
  typeName: string;
  available: boolean;
  region: string;
}

/** A paid order with two pieces of one game and one of another. */
async function buy(): Promise<Member & { orderId: string }> {
  const member = await createMember();
  const { items } = await callStore<{ items: Product[] }>('GET', '/api/v1/products?limit=40');
  const [first, second] = items.filter((item) => item.typeName === 'Key' && worksForMembers(item));
  const body = [
    { id: first?.id, count: 2 },
    { id: second?.id, count: 1 },
  ];
  const basket = await callStore<{ id: string }>('POST', '/api/v1/basket/create', { session: member, body });
  const begun = await callStore<{ orderId: string; link_url: string }>('POST', `/api/v1/payment/epoint/${basket.id}`, {
    session: member,
  });
  await approve(begun);
  const path = `/api/v1/user/orders/${begun.orderId}?wait=10`;
  const look = async () => (await callStore<{ state: string }>('GET', path, { session: member })).state;
  await expect.poll(look).toBe('paid');
  return { ...member, orderId: begun.orderId };
}

test('support finds an order by e-mail, refunds a part and then the rest, each in at most 12 actions', async ({
  page,
}) => {
  const { email, orderId } = await buy();
  await signInAsSupport(page, '/orders');
  const dialog = page.getByRole('dialog', { name: /^Возврат/ });
  const confirm = dialog.getByRole('button', { name: /^Вернуть \d/ });

  await test.step('an order is found by the e-mail address of its buyer', async () => {
    const actions = countActions();
    await actions.press(page, 'Control+k');
    await actions.fill(page.getByRole('combobox', { name: 'Что найти' }), email);
    await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('OY-');
    await actions.press(page, 'Enter');
    await expect(page).toHaveURL(`${CONSOLE}/orders/${orderId}`);
    await expect(page.getByText(email).first()).toBeVisible();
    actions.check();
  });

  await test.step('one piece is refunded, and the page shows it without a reload', async () => {
    const actions = countActions();
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
    const actions = countActions();
    await actions.click(page.getByRole('button', { name: 'Вернуть деньги' }));
    await expect(dialog.getByText('Ключей вернётся на склад: 2')).toBeVisible();
    await actions.click(confirm);
    await expect(page.getByText('возвращён', { exact: true })).toBeVisible();
    actions.check();
  });
});
