import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { eventually } from '../../testing/eventually.ts';
import { createMember } from '../../testing/test-member.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { fillBasket, getOrder, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { raiseSupplierAlert } from '../payment/supplier-alerts.service.ts';
import { createStoreGauges } from './store-gauges.service.ts';

let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 5);
});
afterAll(() => store.close());

/** The series with this beginning, as `/metrics` has them. */
async function read(beginning: string): Promise<string[]> {
  const { body } = await store.server.inject('/metrics');
  return body.split('\n').filter((line) => line.startsWith(beginning));
}

/** As a scrape that finds no earlier reading. */
async function readNow(name: string) {
  const gauge = createStoreGauges(store.database, ['g-engine', 'g2bulk']).find((one) => one.name === name);
  return (await gauge?.read()) ?? [];
}

async function buy() {
  const member = await createMember(store);
  const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
  const { body } = await pay(store, member, 'epoint', basketId);
  await press(body, 'approve');
  await eventually(async () => expect((await getOrder(store, member, body.orderId)).state).toBe('paid'));
  return { orderId: body.orderId, link: body };
}

it('counts payments, deliveries and refunds once, however often a provider reports', async () => {
  const { orderId, link } = await buy();
  await press(link, 'approve');
  expect(await read('oyna_orders_paid_total{')).toEqual(['oyna_orders_paid_total{provider="epoint"} 1']);
  expect(await read('oyna_paid_to_delivered_seconds_count')).toEqual([
    'oyna_paid_to_delivered_seconds_count{kind="keys"} 1',
  ]);
  expect(await read('oyna_refunds_total{')).toEqual([]);

  expect(await readNow('oyna_refunds_owed')).toEqual([]);
  await store.payments.refunds.refund(OPERATOR, orderId);
  const [owed] = await readNow('oyna_refunds_owed_hundredths');
  expect(owed).toEqual([{ currency: expect.any(String), status: 'waiting' }, expect.any(Number)]);
  expect(owed?.[1]).toBeGreaterThan(0);
  expect(await readNow('oyna_refunds_owed')).toEqual([[owed?.[0], 1]]);

  await store.payments.refunds.refundDue();
  await store.payments.refunds.refundDue();
  expect(await read('oyna_refunds_total{')).toEqual(['oyna_refunds_total{provider="epoint",outcome="done"} 1']);
  expect(await readNow('oyna_refunds_owed')).toEqual([]);
});

it('shows stock that is low, a supplier whose balance is used up, and jobs that wait', async () => {
  const [low, empty] = await readNow('oyna_stock_products');
  await sql`INSERT INTO stock_level (product_id, available, reserved, quarantined, low_since) VALUES (${productId}, 0, 0, 0, now())
    ON CONFLICT (product_id) DO UPDATE SET available = 0, low_since = now()`.execute(store.database);
  expect(await readNow('oyna_stock_products')).toEqual([
    [{ state: 'low' }, (low?.[1] ?? 0) + 1],
    [{ state: 'empty' }, (empty?.[1] ?? 0) + 1],
  ]);
  await raiseSupplierAlert(store.database, 'g2bulk', 'supplier-balance', 'nothing left');
  expect(await readNow('oyna_supplier_balance_low')).toEqual([
    [{ supplier: 'g-engine' }, 0],
    [{ supplier: 'g2bulk' }, 1],
  ]);
  const waiting = new Map((await readNow('oyna_jobs_waiting')).map(([{ queue = '' }, count]) => [queue, count]));
  await buy();
  const later = await readNow('oyna_jobs_waiting');
  const mails = later.find(([{ queue }]) => queue === 'order-messages')?.[1] ?? 0;
  expect(mails).toBe((waiting.get('order-messages') ?? 0) + 1);
});

it('shares one reading of the database among scrapes', async () => {
  const gauge = createStoreGauges(store.database, ['g-engine']).find(
    ({ name }) => name === 'oyna_supplier_balance_low',
  );
  expect(await gauge?.read()).toEqual([[{ supplier: 'g-engine' }, 0]]);
  await raiseSupplierAlert(store.database, 'g-engine', 'supplier-balance', 'nothing left');
  expect(await gauge?.read()).toEqual([[{ supplier: 'g-engine' }, 0]]);
  expect((await readNow('oyna_supplier_balance_low'))[0]).toEqual([{ supplier: 'g-engine' }, 1]);
});

it('tells which tables have dead rows, how old the oldest transaction is, and the size of the database', async () => {
  await sql`INSERT INTO rate_limit (name, used, resets_at)
    SELECT 'dead ' || i, 1, now() FROM generate_series(1, 12000) AS i`.execute(store.database);
  await inTransaction(store.database, async (transaction) => {
    await sql`DELETE FROM rate_limit WHERE name LIKE 'dead %'`.execute(transaction);
    await sql`SELECT pg_stat_force_next_flush()`.execute(transaction);
  });
  await eventually(async () => {
    const dead = await readNow('oyna_database_dead_rows');
    expect(dead.find(([{ table }]) => table === 'rate_limit')?.[1]).toBeGreaterThanOrEqual(12_000);
  });
  const shares = await readNow('oyna_database_dead_rows_ratio');
  expect(shares.find(([{ table }]) => table === 'rate_limit')?.[1]).toBeGreaterThan(0.9);

  await sql`VACUUM rate_limit`.execute(store.database);
  const dead = await readNow('oyna_database_dead_rows');
  expect(dead.filter(([{ table }]) => table === 'rate_limit')).toEqual([]);

  const oldest = () => readNow('oyna_database_oldest_transaction_seconds').then((values) => values[0]?.[1] ?? -1);
  await inTransaction(store.database, async (transaction) => {
    await sql`SELECT 1`.execute(transaction);
    expect(await oldest()).toBeGreaterThan(0);
  });
  expect((await readNow('oyna_database_bytes'))[0]?.[1]).toBeGreaterThan(1_000_000);
  const [[, freeze] = [{}, -1]] = await readNow('oyna_database_freeze_age_ratio');
  expect(freeze).toBeGreaterThanOrEqual(0);
  expect(freeze).toBeLessThan(0.1);
});
