import { DEMO_PURCHASES } from '@oyna/demo/purchases';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  checkInvariants,
  compareWithProviders,
  INVARIANTS,
  QUIET_INVARIANTS,
} from '../features/payment/payment.check.ts';
import { createMember, type Member } from '../testing/test-member.ts';
import { call } from '../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';
import { seedDemoPurchases } from './demo-purchases.ts';

let store: TestStore;
let customer: Member;
beforeAll(async () => {
  store = await createTestStore();
  customer = await createMember(store);
  await store.database.updateTable('account').set({ login: 'demo' }).where('id', '=', customer.accountId).execute();
  const seed = (login: string) => seedDemoPurchases(store.database, login, DEMO_PURCHASES);
  await Promise.all([seed('demo'), seed('demo')]);
  await seed('demo');
  await seed('another');
});
afterAll(() => store.close());

interface Basket {
  statusId: number;
  basketItems: { name: string; orders: { id: number; productKey: string | null }[] }[];
}

it('gives the customer three purchases, once', async () => {
  const { body } = await call<Basket[]>(store, customer, 'GET', '/api/v1/user/baskets');
  expect(body.map(({ statusId, basketItems }) => [statusId, basketItems.map(({ name }) => name)])).toEqual([
    [3, [expect.stringContaining('Steam Wallet')]],
    [3, [expect.stringContaining('ELDEN RING')]],
    [3, [expect.stringContaining('The Witcher 3')]],
  ]);
});

it('puts their keys into the vault, where the customer can reveal them', async () => {
  const rows = await store.database
    .selectFrom('delivery')
    .innerJoin('product_key', 'product_key.id', 'delivery.key_id')
    .select(['product_key.id', 'product_key.product_id', 'product_key.status', 'replaces_key_id'])
    .orderBy('delivered_at')
    .execute();
  expect(rows.map(({ product_id, status }) => [product_id, status])).toEqual([
    [10011, 'disputed'],
    [10011, 'sold'],
    [50172, 'sold'],
  ]);
  expect(rows[1]?.replaces_key_id).toBe(rows[0]?.id);
  const claims = await store.database.selectFrom('key_claim').select(['key_id', 'status']).execute();
  expect(claims).toEqual([{ key_id: rows[0]?.id, status: 'replaced' }]);
  for (const { id } of rows.slice(1)) {
    const revealed = await call<{ key: string }>(store, customer, 'POST', `/api/v1/user/keys/${id}/reveal`);
    expect([revealed.status, revealed.body.key]).toEqual([200, expect.stringMatching(/^DEMO/)]);
  }
});

it('notifies the customer of both deliveries and the refund', async () => {
  const { body } = await call<{ kind: string }[]>(store, customer, 'GET', '/api/v1/user/notifications');
  expect(body.map(({ kind }) => kind)).toEqual(['delivered', 'refunded', 'delivered']);
});

it('keeps every invariant, and no provider is asked about these payments', async () => {
  expect(await checkInvariants(store.database, { ...INVARIANTS, ...QUIET_INVARIANTS })).toEqual([]);
  const { faults } = await compareWithProviders(store.database, store.payments.providers);
  expect(faults).toEqual([]);
});

it('adds nothing to a store without the products of the demo', async () => {
  const other = await createTestStore({ template: 'empty' });
  const member = await createMember(other);
  await other.database.updateTable('account').set({ login: 'demo' }).where('id', '=', member.accountId).execute();
  await seedDemoPurchases(other.database, 'demo', DEMO_PURCHASES);
  expect(await other.database.selectFrom('payment').select('id').execute()).toEqual([]);
  await other.close();
});
