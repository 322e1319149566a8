import { DEMO_CUSTOMER } from '@oyna/demo/customer';
import { DEMO_PROVIDER_FEES } from '@oyna/demo/provider-fees';
import { DEMO_PURCHASES } from '@oyna/demo/purchases';
import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FINANCE_INVARIANTS } from '../features/finance/finance.check.ts';
import { checkInvariants } from '../features/payment/payment.check.ts';
import { getSetting } from '../features/settings/settings.service.ts';
import { bookEverything } from '../testing/test-finance.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';
import { seedDemoCustomer } from './demo-customer.ts';
import { seedDemoProviderFees } from './demo-provider-fees.ts';
import { seedDemoPurchases } from './demo-purchases.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

it('gives each provider a contract, and the purchases of the demo a fee and a margin', async () => {
  await seedDemoProviderFees(store.database);
  await seedDemoCustomer(store.database);
  await seedDemoPurchases(store.database, DEMO_CUSTOMER.login, DEMO_PURCHASES);
  await bookEverything(store.database);
  const { version, value } = await getSetting(store.database, 'provider-fees');
  expect({ version, value }).toEqual({ version: 1, value: DEMO_PROVIDER_FEES });
  expect(PAYMENT_PROVIDERS.filter(({ name }) => !value.some(({ provider }) => provider === name))).toEqual([]);
  const { rows } = await sql<{ sales: number; fees: number; cost: number }>`
    SELECT sum(sales)::bigint AS sales, sum(fees)::bigint AS fees, sum(cost)::bigint AS cost FROM sales_day`.execute(
    store.database,
  );
  expect(rows[0]?.fees).toBeGreaterThan(0);
  expect(rows[0]?.cost).toBeGreaterThan(rows[0]?.fees ?? 0);
  expect(await checkInvariants(store.database, FINANCE_INVARIANTS)).toEqual([]);
});

it('leaves a store with payments or with its own contracts as it is', async () => {
  await sql`INSERT INTO shop_setting (name, version, value, changed_by) VALUES ('provider-fees', 2, '[]', 'owner')`.execute(
    store.database,
  );
  await seedDemoProviderFees(store.database);
  expect(await getSetting(store.database, 'provider-fees')).toEqual({ version: 2, value: [] });
  await sql`DELETE FROM shop_setting`.execute(store.database);
  await seedDemoProviderFees(store.database);
  expect(await getSetting(store.database, 'provider-fees')).toEqual({ version: 0, value: [] });
});
