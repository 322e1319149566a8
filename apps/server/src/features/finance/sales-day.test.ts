import type { CurrencyCode } from '@oyna/domain/constants';
import { feeOf } from '@oyna/domain/margin';
import { convertFromCents, parseRate, type Rate } from '@oyna/domain/money';
import { feeTermsOf, type ProviderFee } from '@oyna/domain/shop-settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkChangedOrders } from '../../commands/check-store.ts';
import { writeRandomSales } from '../../testing/random-sales.ts';
import { bookEverything } from '../../testing/test-finance.ts';
import { afterHarm } from '../../testing/test-harm.ts';
import { sized } from '../../testing/test-size.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { checkInvariants } from '../payment/payment.check.ts';
import { createBookingService } from './booking.service.ts';
import { FINANCE_INVARIANTS } from './finance.check.ts';

/** With 56,000 keys, 8,000 refunds and 8,000 returned keys the full form has 100,000 events. */
const PAYMENTS = sized({ short: 2_800, full: 28_000 });
const OFFSET_MS = 5 * 3_600_000;

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
  await writeRandomSales(store.database, PAYMENTS);
});
afterAll(() => store.close());

/** Per day, provider and currency: sales, refunds, fees, cost. Reckoned here from the sources, without SQL sums. */
async function reckon(): Promise<Map<string, number[]>> {
  const days = new Map<string, number[]>();
  const rowsOf = async <Row>(query: string) => (await sql<Row>`${sql.raw(query)}`.execute(store.database)).rows;
  const settings = await rowsOf<{ value: ProviderFee[]; at: Date }>(
    'SELECT value, changed_at AS at FROM shop_setting ORDER BY version DESC',
  );
  const payments = await rowsOf<{
    id: number;
    provider: string;
    currency: CurrencyCode;
    amount: number;
    rate: string;
    at: Date;
  }>('SELECT id, provider, currency, amount, rate::text, paid_at AS at FROM payment WHERE paid_at IS NOT NULL');
  const byId = new Map(payments.map((payment) => [payment.id, { ...payment, refunded: 0 }]));
  const add = (
    payment: (typeof payments)[number] | undefined,
    at: Date,
    column: number,
    amount: number | undefined,
  ) => {
    if (!payment || amount === undefined) throw new Error('unknown');
    const day = new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 10);
    const key = `${day} ${payment.provider} ${payment.currency}`;
    const sums = days.get(key) ?? [0, 0, 0, 0];
    sums[column] = (sums[column] ?? 0) + amount;
    days.set(key, sums);
  };
  const termsOf = (payment: (typeof payments)[number]) =>
    feeTermsOf(settings.find(({ at }) => at <= payment.at)?.value ?? [], payment);
  /** A provider that returns its fee keeps the fee of what is left. Others keep all of it. */
  const keptFee = (payment: (typeof payments)[number] & { refunded: number }) => {
    const terms = termsOf(payment);
    return feeOf(terms.isReturned ? payment.amount - payment.refunded : payment.amount, terms);
  };
  for (const payment of byId.values()) {
    add(payment, payment.at, 0, payment.amount);
    add(payment, payment.at, 2, keptFee(payment));
  }
  const refunds = await rowsOf<{ payment: number; amount: number; at: Date }>(
    'SELECT payment_id AS payment, amount, done_at AS at FROM refund ORDER BY done_at',
  );
  for (const { payment: id, amount, at } of refunds) {
    const payment = byId.get(id);
    if (!payment) throw new Error('a refund without a payment');
    const before = keptFee(payment) ?? 0;
    payment.refunded += amount;
    add(payment, at, 1, amount);
    add(payment, at, 2, (keptFee(payment) ?? 0) - before);
  }
  const keys = await rowsOf<{ item: number; payment: number; cents: number; at: Date; sign: number }>(`
    SELECT order_item.id AS item, payment_id AS payment, cost_cents AS cents, moved.at, sign FROM (
      SELECT key_id, order_item_id, delivered_at AS at, 1 AS sign FROM delivery UNION ALL
      SELECT key_id, order_item_id, delivered_at, 1 FROM key_return UNION ALL
      SELECT key_id, order_item_id, returned_at, -1 FROM key_return) AS moved
    JOIN order_item ON order_item.id = moved.order_item_id JOIN product_key ON product_key.id = moved.key_id
    JOIN key_batch ON key_batch.id = product_key.batch_id`);
  const moments = new Map<string, { payment: number; at: Date; cents: number }>();
  for (const { item, payment, cents, at, sign } of keys) {
    const key = `${item} ${at.getTime()}`;
    const moment = moments.get(key) ?? { payment, at, cents: 0 };
    moments.set(key, { ...moment, cents: moment.cents + sign * cents });
  }
  for (const { payment: id, at, cents } of moments.values()) {
    const payment = byId.get(id);
    const rate = parseRate(payment?.rate) as Rate;
    add(payment, at, 3, convertFromCents(cents, rate, payment?.currency ?? '', 'top-up'));
  }
  return days;
}

async function readDays(): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ key: string; sums: number[] }>`
    SELECT concat_ws(' ', day, provider, currency) AS key, ARRAY[sum(sales), sum(refunds), sum(fees), sum(cost)]::double precision[] AS sums
    FROM sales_day GROUP BY day, provider, currency`.execute(store.database);
  return new Map(rows.map(({ key, sums }) => [key, sums]));
}

const byKey = (days: Map<string, number[]>) => [...days].toSorted(([one], [two]) => (one < two ? -1 : 1));

it('sums sales, refunds, fees and cost by day like the sources, and a rebuild gives the same', async () => {
  const booking = createBookingService(store.database);
  await booking.bookNew();
  await booking.bookNew();
  await bookEverything(store.database);
  const truth = byKey(await reckon());
  expect(truth.length).toBeGreaterThan(100);
  expect(byKey(await readDays())).toEqual(truth);
  // The random batches were not imported, so their stock is not booked.
  const { 'a batch whose stock in the ledger is not the cost of its keys': _stock, ...invariants } = FINANCE_INVARIANTS;
  expect(await checkInvariants(store.database, invariants)).toEqual([]);
  expect(await booking.rebuild()).toEqual({ payments: 0, days: 0 });
  expect(byKey(await readDays())).toEqual(truth);
}, 300_000);

const HARM: Record<keyof typeof FINANCE_INVARIANTS, string> = {
  'a payment whose cost in the ledger is not that of what was delivered':
    'UPDATE key_batch SET cost_cents = cost_cents + 1 WHERE id = 900005',
  'a payment whose fee in the ledger is not that of its contract': `UPDATE shop_setting
    SET value = jsonb_set(value, '{0,basisPoints}', '1') WHERE name = 'provider-fees' AND version = 2`,
  'a payment whose sales or refunds by day are not what was paid and refunded':
    'UPDATE payment SET amount = amount + 1 WHERE id = (SELECT min(payment_id) FROM sales_movement)',
  'a payment whose ledger disagrees with its sales by day':
    'UPDATE sales_movement SET fees = fees + 5 WHERE ctid = (SELECT min(ctid) FROM sales_movement)',
  'a day whose sales are not the sum of its payments':
    'UPDATE sales_movement SET day = day - 7 WHERE ctid = (SELECT min(ctid) FROM sales_movement)',
  'a batch whose stock in the ledger is not the cost of its keys':
    "UPDATE product_key SET status = 'revoked' WHERE id = (SELECT min(key_id) FROM delivery)",
};

it.each([
  ...Object.entries(HARM),
  [
    'a day whose sales are not the sum of its payments',
    'DELETE FROM sales_movement WHERE ctid = (SELECT min(ctid) FROM sales_movement)',
  ],
  [
    'a day whose sales are not the sum of its payments',
    'DELETE FROM sales_day WHERE ctid = (SELECT min(ctid) FROM sales_day)',
  ],
])(
  'a check of what has changed finds %s, like a check of everything',
  async (name, harm) => {
    // The random batches were not imported, so every one is a fault.
    const isOfOrders = (fault: string) => !fault.startsWith('a batch');
    const counts = (faults: string[]) => faults.filter(isOfOrders).map((fault) => fault.replace(/ \(.*/, ''));
    expect(Object.keys(HARM)).toEqual(Object.keys(FINANCE_INVARIANTS));
    await afterHarm(store.database, ['DELETE FROM unchecked_change', harm], async (harmed) => {
      const faults = await checkInvariants(harmed, FINANCE_INVARIANTS);
      const { finance, changed } = await checkChangedOrders(harmed);
      expect(finance.faults).toContainEqual(expect.stringContaining(name));
      expect(counts(finance.faults)).toEqual(counts(faults));
      expect(changed?.orders).toBeLessThan(PAYMENTS);
    });
  },
  300_000,
);

it('is found and corrected when a sum is wrong', async () => {
  await sql`UPDATE sales_day SET sales = sales + 1 WHERE ctid = (SELECT ctid FROM sales_day LIMIT 1)`.execute(
    store.database,
  );
  await sql`UPDATE sales_movement SET fees = fees + 5 WHERE ctid = (SELECT ctid FROM sales_movement LIMIT 1)`.execute(
    store.database,
  );
  const faults = await checkInvariants(store.database, FINANCE_INVARIANTS);
  expect(faults).toContainEqual(expect.stringContaining('a day whose sales are not the sum'));
  expect(faults).toContainEqual(expect.stringContaining('a payment whose ledger disagrees with its sales by day'));
  const found = await createBookingService(store.database).rebuild();
  expect(found).toMatchObject({ payments: 1, days: expect.any(Number) });
}, 300_000);
