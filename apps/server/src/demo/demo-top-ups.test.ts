import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkInvariants, INVARIANTS } from '../features/payment/payment.check.ts';
import { compareWithSuppliers, QUIET_TOP_UP_INVARIANTS, TOP_UP_INVARIANTS } from '../features/top-up/top-up.check.ts';
import { createMember, type Member } from '../testing/test-member.ts';
import { call } from '../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';
import type { ShownTopUp } from '../testing/test-top-up.ts';
import { seedDemoTopUps } from './demo-top-ups.ts';

let store: TestStore;
let customer: Member;
beforeAll(async () => {
  store = await createTestStore();
  customer = await createMember(store);
  await store.database.updateTable('account').set({ login: 'demo' }).where('id', '=', customer.accountId).execute();
});
afterAll(() => store.close());

it('gives the demo customer one top-up of every outcome, once', async () => {
  await Promise.all([seedDemoTopUps(store.database, 'demo'), seedDemoTopUps(store.database, 'demo')]);
  await seedDemoTopUps(store.database, 'nobody');
  const { body } = await call<ShownTopUp[]>(store, customer, 'GET', '/api/v1/user/replenishments');
  expect(body.map(({ name, stage }) => [name, stage])).toEqual([
    ['325 UC', 'not-paid'],
    ['Steam', 'refunded'],
    ['60 UC', 'delivered'],
    ['Steam', 'delivered'],
  ]);
});

it('shows each top-up with id, createdDate, statusId, price and account', async () => {
  const { body } = await call<Record<string, unknown>[]>(store, customer, 'GET', '/api/v1/user/replenishments');
  const orders = await store.database
    .selectFrom('payment')
    .select('order_id')
    .where('top_up_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .execute();
  const fields = body.map(({ id, createdDate, statusId, price, account }) => {
    expect(new Date(String(createdDate)).toISOString()).toBe(createdDate);
    return { id, statusId, price, account };
  });
  expect(fields).toEqual([
    { id: orders[0]?.order_id, statusId: 4, price: 469, account: '5123456789' },
    { id: orders[1]?.order_id, statusId: 5, price: 1298, account: 'fail_demo' },
    { id: orders[2]?.order_id, statusId: 1, price: 95, account: '5123456789' },
    { id: orders[3]?.order_id, statusId: 1, price: 1047, account: 'demo_player' },
  ]);
});

it('keeps every invariant, and no supplier is asked about these top-ups', async () => {
  const invariants = { ...INVARIANTS, ...TOP_UP_INVARIANTS, ...QUIET_TOP_UP_INVARIANTS };
  expect(await checkInvariants(store.database, invariants)).toEqual([]);
  const books = await compareWithSuppliers(store.database, store.topUps.suppliers, store.publicUrl);
  expect(books).toEqual({ asked: 0, notAsked: [], faults: [] });
});
