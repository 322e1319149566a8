import { afterAll, beforeAll, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { fillBasket, getOrder, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { describeOrder, findOrderFacts, getOrderFacts, getOrderId } from './orders.commands.ts';

let store: TestStore;
let member: Member;
const orderIds: string[] = [];
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  const productId = await stockProduct(store.database, 10);
  member = await createMember(store);
  for (let order = 0; order < 2; order++) {
    const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    const { body } = await pay(store, member, 'epoint', basketId);
    await press(body, 'approve');
    await eventually(async () => expect((await getOrder(store, member, body.orderId)).state).toBe('paid'));
    orderIds.push(body.orderId);
  }
});
afterAll(() => store.close());

const find = async (text: string) => {
  const found = await findOrderFacts({ lookup: store.lookup, orders: store.operatorOrders }, text);
  return found.map(({ orderId }) => orderId);
};

it('finds an order by its id, its short number and the payment id of the provider', async () => {
  const [orderId = ''] = orderIds;
  const row = await store.database
    .selectFrom('payment')
    .select(['number', 'provider_payment_id'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const typed = row.number.toLowerCase().replaceAll('-', '');
  for (const text of [orderId, row.number, typed, row.provider_payment_id ?? '']) {
    expect(await find(text)).toEqual([orderId]);
  }
  expect(await getOrderId(store.operatorOrders, typed)).toBe(orderId);
  await expect(getOrderId(store.operatorOrders, 'OY-0000-00')).rejects.toThrow('There is no order OY-0000-00');
});

it('lists all orders of a buyer by login and e-mail address, the newest first', async () => {
  const account = await store.database
    .selectFrom('account')
    .select(['login', 'email'])
    .where('id', '=', member.accountId)
    .executeTakeFirstOrThrow();
  for (const text of [account.login.toUpperCase(), account.email ?? '']) {
    expect(await find(text)).toEqual(orderIds.toReversed());
  }
  expect(await find('stranger@example.com')).toEqual([]);
  expect(await find('%')).toEqual([]);
});

it('shows what happened to an order, in order', async () => {
  const [orderId = ''] = orderIds;
  const [item] = (await getOrder(store, member, orderId)).items;
  const keyId = item?.keys[0]?.id;
  await store.server.inject({ method: 'POST', url: `/api/v1/user/keys/${keyId}/reveal`, headers: member.headers });
  await store.payments.refunds.refund(OPERATOR, orderId);
  await store.payments.refunds.refundDue();
  const order = await getOrderFacts(store.operatorOrders, orderId);
  expect(order.events.map(({ what }) => what)).toEqual([
    'begun at epoint',
    'price and rate fixed, keys held: 1',
    expect.stringMatching(/^payment .+ at the provider$/),
    'callback of epoint',
    'paid',
    `key ${keyId} delivered`,
    `key ${keyId} opened (page)`,
    expect.stringMatching(/^refund/),
    expect.stringMatching(/^refund/),
    'refund done',
  ]);
  expect(describeOrder(order).join('\n')).toContain(`1. ${order.items[0]?.name} × 1: keys ${keyId}`);
});
