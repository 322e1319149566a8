import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { call, fillBasket, getOrder, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

/** Every opened key that does not work is replaced at once. */
const TRUSTING = {
  REPLACEMENT_ACCOUNT_DAYS: '0',
  REPLACEMENT_CONFIRMED_EMAIL: 'off',
  REPLACEMENT_PURCHASES: '0',
  REPLACEMENT_MAX_PRICE: '1000',
  REPLACEMENT_DAILY_BUDGET: '1000',
};

let store: TestStore;
let products: number[];
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: TRUSTING });
  await store.currency.refresh();
  const rows = await store.database
    .selectFrom('product')
    .select('id')
    .where('available', '=', true)
    .where('type', '=', 'Key')
    .orderBy('id')
    .limit(2)
    .execute();
  products = rows.map(({ id }) => id);
});
afterAll(() => store.close());

interface Listed {
  id: string;
  statusId: number;
  payment: { orderId: string; paidAt: string | null } | null;
  basketItems: { productId: number; orders: { id: number; productKey: string }[] }[];
}

const listOf = async (member: Member) => (await call<Listed[]>(store, member, 'GET', '/api/v1/user/baskets')).body;

async function buy(member: Member, button: 'approve' | 'decline') {
  const [first = 0, second = 0] = products;
  const basketId = await fillBasket(store, member, [
    { id: first, count: 2 },
    { id: second, count: 1 },
  ]);
  const { status, body: link } = await pay(store, member, 'kassa24', basketId);
  expect(status, JSON.stringify(link)).toBe(200);
  await press(link, button);
  const state = button === 'approve' ? 'paid' : 'failed';
  await eventually(async () => expect((await getOrder(store, member, link.orderId)).state).toBe(state));
  return link.orderId;
}

it('a frozen basket names the payment it waits for', async () => {
  const member = await createMember(store);
  const basketId = await fillBasket(store, member, [{ id: products[0] ?? 0, count: 1 }]);
  const { status, body: link } = await pay(store, member, 'platron', basketId);
  expect(status, JSON.stringify(link)).toBe(200);
  const { body: actual } = await call<Listed>(store, member, 'GET', '/api/v1/user/basket/actual');
  expect(actual).toMatchObject({
    id: basketId,
    statusId: 2,
    payment: { orderId: link.orderId, provider: 'platron', currency: 'RUB', paidAt: null, refundedAmount: 0 },
  });
  expect(actual.basketItems[0]?.orders).toEqual([]);
});

it('a basket whose payment failed has none', async () => {
  const member = await createMember(store);
  await buy(member, 'decline');
  expect(await listOf(member)).toEqual([expect.objectContaining({ statusId: 1, payment: null })]);
});

it('a paid basket lists its keys masked, each with its product, and for its owner only', async () => {
  const member = await createMember(store);
  const orderId = await buy(member, 'approve');
  const [basket] = await listOf(member);
  expect(basket).toMatchObject({ statusId: 3, payment: { orderId, paidAt: expect.any(String) } });
  const order = await getOrder(store, member, orderId);
  const keysOf = (id: number | undefined) =>
    order.items.find(({ productId }) => productId === id)?.keys.map((key) => key.id);
  for (const [index, count] of [2, 1].entries()) {
    const orders = basket?.basketItems.find(({ productId }) => productId === products[index])?.orders ?? [];
    expect(orders).toHaveLength(count);
    expect(orders.map(({ id }) => id)).toEqual(keysOf(products[index]));
    expect(new Set(orders.map(({ productKey }) => productKey))).toEqual(new Set(['••••-••••-••••']));
  }
  expect(await listOf(await createMember(store))).toEqual([]);
});

it('a key that was replaced leaves its place to the new one', async () => {
  const member = await createMember(store);
  await buy(member, 'approve');
  const before = (await listOf(member))[0]?.basketItems[0]?.orders ?? [];
  const [old] = before;
  await call(store, member, 'POST', `/api/v1/user/keys/${old?.id}/reveal`);
  const claim = await call<{ status: string; newKeyId: number }>(
    store,
    member,
    'POST',
    `/api/v1/user/keys/${old?.id}/claim`,
    { body: { reason: 'used' } },
  );
  expect(claim.body.status).toBe('replaced');
  const after = (await listOf(member))[0]?.basketItems[0]?.orders.map(({ id }) => id) ?? [];
  expect(after).toHaveLength(before.length);
  expect(after).toContain(claim.body.newKeyId);
  expect(after).not.toContain(old?.id);
});
