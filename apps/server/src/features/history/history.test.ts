import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { call, fillBasket, findKeyProduct, pay, press, type ShownOrder } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
let member: Member;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true });
  await store.currency.refresh();
  productId = await findKeyProduct(store);
});
afterAll(() => store.close());
beforeEach(async () => {
  member = await createMember(store);
});

const begin = async (by: TestStore = store) => {
  const basketId = await fillBasket(by, member, [{ id: productId, count: 1 }]);
  return (await pay(by, member, 'epoint', basketId)).body;
};
const read = (orderId: string, wait: number | string, by = member) =>
  call<ShownOrder & { code: string }>(store, by, 'GET', `/api/v1/user/orders/${orderId}?wait=${wait}`);
const isWaitedFor = () => eventually(() => expect(store.payments.settled.count()).toBe(1));

it('answers a waiting request with the result of the payment', async () => {
  const link = await begin();
  const waiting = read(link.orderId, 10);
  await isWaitedFor();
  await press(link, 'approve');
  const { body } = await waiting;
  expect(body.state).toBe('paid');
  expect(body.items[0]?.keys).toHaveLength(1);
  expect(store.payments.settled.count()).toBe(0);
});

it('notices an order that another node has settled', async () => {
  const link = await begin();
  const waiting = read(link.orderId, 10);
  await isWaitedFor();
  await store.database.updateTable('payment').set({ status: 'failed' }).where('order_id', '=', link.orderId).execute();
  expect((await waiting).body.state).toBe('failed');
});

it('answers with the current state when the time is over, and at once without a wait', async () => {
  const link = await begin();
  expect((await read(link.orderId, 1)).body.state).toBe('waiting');
  expect((await read(link.orderId, 0)).body.state).toBe('waiting');
});

it('lets no other customer wait, and limits the waiting time', async () => {
  const link = await begin();
  expect((await read(link.orderId, 10, await createMember(store))).status).toBe(404);
  for (const wait of ['11', '-1', '1.5', 'long']) {
    expect((await read(link.orderId, wait)).body.code, wait).toBe('invalid-parameter');
  }
});

it('answers waiting requests when the store closes', async () => {
  const other = await createTestStore({ listen: true });
  await other.currency.refresh();
  member = await createMember(other);
  const link = await begin(other);
  const waiting = call<ShownOrder>(other, member, 'GET', `/api/v1/user/orders/${link.orderId}?wait=10`);
  await eventually(() => expect(other.payments.settled.count()).toBe(1));
  const closing = other.server.close();
  expect((await waiting).body.state).toBe('waiting');
  await closing;
  await other.close();
});
