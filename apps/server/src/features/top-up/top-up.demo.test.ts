import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMember, type Member } from '../../testing/test-member.ts';
import { call } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import type { ShownTopUp } from '../../testing/test-top-up.ts';
import { checkInvariants, INVARIANTS } from '../payment/payment.check.ts';
import { compareWithSuppliers, QUIET_TOP_UP_INVARIANTS, TOP_UP_INVARIANTS } from './top-up.check.ts';
import { seedDemoTopUps } from './top-up.demo.ts';

let store: TestStore;
let customer: Member;
beforeAll(async () => {
  store = await createTestStore();
  customer = await createMember(store);
  await store.database.updateTable('account').set({ login: 'demo' }).where('id', '=', customer.accountId).execute();
});
afterAll(() => store.close());

it("the demo's customer has topped up before, once, with every end that there is", async () => {
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

it('and the books are as good as any others', async () => {
  const invariants = { ...INVARIANTS, ...TOP_UP_INVARIANTS, ...QUIET_TOP_UP_INVARIANTS };
  expect(await checkInvariants(store.database, invariants)).toEqual([]);
  // They were never at a supplier, and nobody asks for them there.
  const books = await compareWithSuppliers(store.database, store.topUps.suppliers, store.publicUrl);
  expect(books).toEqual({ asked: 0, faults: [] });
});
