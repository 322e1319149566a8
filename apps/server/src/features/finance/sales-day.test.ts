import type { CurrencyCode } from '@oyna/domain/constants';
import { feeOf } from '@oyna/domain/margin';
import { convertFromCents, parseRate, type Rate } from '@oyna/domain/money';
import { feeTermsOf, type ProviderFee } from '@oyna/domain/shop-settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkChangedOrders } from '../../commands/check-store.ts';
import { eventually } from '../../testing/eventually.ts';
import { writeRandomSales } from '../../testing/random-sales.ts';
import { bookEverything } from '../../testing/test-finance.ts';
import { afterHarm } from '../../testing/test-harm.ts';
import { sized } from '../../testing/test-size.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { checkInvariants } from '../payment/payment.check.ts';
import { lockCursorAndWait } from './booking.queries.ts';
import { createBookingService } from './booking.service.ts';
import { FINANCE_INVARIANTS } from './finance.check.ts';

/** With 55,000 keys, 9,000 refunds, 8,000 returned keys and 2,000 top-ups the full form has 100,000 events. */
const PAYMENTS = sized({ short: 2_800, full: 30_000 });
const OFFSET_MS = 5 * 3_600_000;

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
  await writeRandomSales(store.database, PAYMENTS);
});
afterAll(() => store.close());

/** Per day, provider and currency: sales, refunds, fees, cost. Calculated here from the sources, without SQL sums. */
async function calculate(): Promise<Map<string, number[]>> {
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
  const topUps = await rowsOf<{ payment: number; cents: number; at: Date }>(`
    SELECT payment.id AS payment, coalesce(top_up.cost_cents, top_up_quote.cost_cents) AS cents, delivered_at AS at
    FROM payment JOIN top_up ON top_up.id = top_up_id JOIN top_up_quote ON top_up_quote.id = quote_id
    WHERE delivered_at IS NOT NULL`);
  expect(topUps.length).toBeGreaterThan(PAYMENTS / 30);
  for (const { payment: id, at, cents } of topUps) {
    const payment = byId.get(id);
    add(payment, at, 3, convertFromCents(cents, parseRate(payment?.rate) as Rate, payment?.currency ?? '', 'top-up'));
  }
  return days;
}

async function readDays(): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ key: string; sums: number[] }>`
    SELECT concat_ws(' ', day, provider, currency) AS key, ARRAY[sum(sales), sum(refunds), sum(fees), sum(cost)]::double precision[] AS sums
    FROM sales_day GROUP BY day, provider, currency`.execute(store.database);
  return new Map(rows.map(({ key, sums }) => [key, sums]));
}

/** The totals that triggers keep, and the sums of the days of the products. */
async function compareTotals(): Promise<{ kept: string[]; truth: string[] }> {
  const list = async (query: string) => (await sql<{ row: string }>`${sql.raw(query)}`.execute(store.database)).rows;
  const kept =
    await list(`SELECT concat_ws(' ', day, provider, currency, products, sold, sales, refunds, fees, cost, cost_cents)
    AS row FROM sales_day_total WHERE products > 0 ORDER BY 1`);
  const truth =
    await list(`SELECT concat_ws(' ', day, provider, currency, count(*), sum(sold), sum(sales), sum(refunds),
    sum(fees), sum(cost), sum(cost_cents)) AS row FROM sales_day GROUP BY day, provider, currency ORDER BY 1`);
  return { kept: kept.map(({ row }) => row), truth: truth.map(({ row }) => row) };
}

const byKey = (days: Map<string, number[]>) => [...days].toSorted(([one], [two]) => (one < two ? -1 : 1));

it('sums sales, refunds, fees and cost by day like the sources, and a rebuild gives the same', async () => {
  const booking = createBookingService(store.database);
  await booking.bookNew();
  await booking.bookNew();
  await bookEverything(store.database);
  const truth = byKey(await calculate());
  expect(truth.length).toBeGreaterThan(100);
  expect(byKey(await readDays())).toEqual(truth);
  // The random batches were not imported, so their stock is not booked.
  const { 'a batch whose stock in the ledger is not the cost of its keys': _stock, ...invariants } = FINANCE_INVARIANTS;
  expect(await checkInvariants(store.database, invariants)).toEqual([]);
  expect(await booking.rebuild()).toEqual({ payments: 0, days: 0 });
  expect(byKey(await readDays())).toEqual(truth);
}, 300_000);

it('keeps the totals of the days through writes in parallel, twice and taken back', async () => {
  const { database } = store;
  const write = (product: number, sales: number) => sql`
    INSERT INTO sales_day AS kept (day, provider, product_id, currency, sold, sales, refunds, fees, cost, cost_cents)
    SELECT day, 'epoint', ${product}::integer, 'AZN', 1, ${sales}::integer, 0, 3, 5, 7
    FROM generate_series(date '2031-01-01', date '2031-01-05', interval '1 day') AS day
    ON CONFLICT (day, provider, product_id, currency) DO UPDATE SET sold = kept.sold + 1, sales = kept.sales + excluded.sales`;
  const products = Array.from({ length: 8 }, (_, place) => 600_001 + place);
  await Promise.all([...products, ...products].map((product) => write(product, product % 97).execute(database)));
  await sql`UPDATE sales_day SET day = day + 1 WHERE day = '2031-01-05' AND product_id % 2 = 0`.execute(database);
  await expect(
    database.transaction().execute(async (transaction) => {
      await write(1, 1_000_000).execute(transaction);
      throw new Error('taken back');
    }),
  ).rejects.toThrow('taken back');
  const whole = await compareTotals();
  expect(whole.kept).toEqual(whole.truth);
  expect(whole.kept.filter((row) => row.startsWith('2031-01-0'))).toHaveLength(6);
  await sql`DELETE FROM sales_day WHERE day > '2031-01-01'`.execute(database);
  const { kept, truth } = await compareTotals();
  expect(kept).toEqual(truth);
  expect(kept.filter((row) => row.startsWith('2031-01-0'))).toHaveLength(1);
  await sql`DELETE FROM sales_day WHERE day >= '2031-01-01'`.execute(database);
});

it('counts once what is sold and refunded between two steps of a rebuild', async () => {
  const { database } = store;
  const booking = createBookingService(database);
  const before = await readDays();
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%finance_cursor%'`.execute(
      database,
    );
    return rows[0]?.count;
  };
  /** Holds the cursor from the moment it gets it until it is released. */
  const hold = () => {
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ended = database.transaction().execute(async (transaction) => {
      await lockCursorAndWait(transaction);
      held.resolve();
      await released.promise;
    });
    const release = () => {
      released.resolve();
      return ended;
    };
    return { isHeld: held.promise, release };
  };
  // The first step waits, then the test, then the second step: each gets the cursor in this order.
  const beginning = hold();
  await beginning.isHeld;
  const rebuilding = booking.rebuild();
  await eventually(async () => expect(await waiting()).toBe(1));
  const between = hold();
  await eventually(async () => expect(await waiting()).toBe(2));
  await beginning.release();
  await between.isHeld;
  const { rows } = await sql<{ first: number; last: number }>`
    SELECT min(id) FILTER (WHERE amount > 1000 AND id NOT IN (SELECT payment_id FROM refund)) AS first, max(id) AS last
    FROM payment`.execute(database);
  const { first = 0, last = 0 } = rows[0] ?? {};
  await addSaleAndRefund({ sold: last + 1, like: last, refunded: first });
  await between.release();
  expect((await rebuilding).payments, 'the sale is after the last step').toBeGreaterThan(0);
  await bookEverything(database);
  const truth = byKey(await calculate());
  expect(truth).not.toEqual(byKey(before));
  expect(byKey(await readDays())).toEqual(truth);
  expect(await booking.rebuild()).toEqual({ payments: 0, days: 0 });
}, 300_000);

/** A sale of the same size as another, and a refund of one that the rebuild has already passed. */
async function addSaleAndRefund({ sold, like, refunded }: Record<'sold' | 'like' | 'refunded', number>) {
  await store.database.transaction().execute(async (transaction) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
    await sql`INSERT INTO payment (id, order_id, basket_id, account_id, provider, status, amount, currency, base_cents, rate,
        rate_source, rate_at, language, expires_at, paid_at) OVERRIDING SYSTEM VALUE
      SELECT ${sold}, 'sold-between-steps', gen_random_uuid(), 1, provider, 'paid', amount, currency, base_cents, rate, rate_source,
        rate_at, language, expires_at, paid_at FROM payment WHERE id = ${like}`.execute(transaction);
    await sql`INSERT INTO order_item (id, payment_id, product_id, name, count, price_cents, amount) OVERRIDING SYSTEM VALUE
      SELECT ${sold * 2}, id, 500001, 'random', 1, 100, amount FROM payment WHERE id = ${sold}`.execute(transaction);
    await sql`INSERT INTO refund (id, payment_id, amount, reason, status, refunded_before, next_try_at, done_at)
      OVERRIDING SYSTEM VALUE SELECT ${refunded * 2}, id, 777, 'operator', 'done', 0, NULL, paid_at + interval '2 hours'
      FROM payment WHERE id = ${refunded}`.execute(transaction);
    await sql`INSERT INTO ledger_transaction (kind, payment_id, refund_id)
      VALUES ('payment', ${sold}, NULL), ('refund', ${refunded}, ${refunded * 2})`.execute(transaction);
  });
}

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
  'a day whose totals are not the sums of its products':
    'UPDATE sales_day_total SET fees = fees + 1 WHERE ctid = (SELECT min(ctid) FROM sales_day_total)',
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
  [
    'a day whose totals are not the sums of its products',
    'DELETE FROM sales_day_total WHERE ctid = (SELECT min(ctid) FROM sales_day_total)',
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
  await sql`UPDATE sales_day_total SET sold = sold + 1, day = day - 5000 WHERE ctid = (SELECT ctid FROM sales_day_total LIMIT 1)`.execute(
    store.database,
  );
  const faults = await checkInvariants(store.database, FINANCE_INVARIANTS);
  expect(faults).toContainEqual(expect.stringContaining('a day whose totals are not the sums of its products'));
  expect(faults).toContainEqual(expect.stringContaining('a day whose sales are not the sum'));
  expect(faults).toContainEqual(expect.stringContaining('a payment whose ledger disagrees with its sales by day'));
  const found = await createBookingService(store.database).rebuild();
  expect(found).toMatchObject({ payments: 1, days: expect.any(Number) });
  // The random batches were not imported, so every one is a fault.
  const isOfSales = (fault: string) => !fault.startsWith('a batch');
  expect((await checkInvariants(store.database, FINANCE_INVARIANTS)).filter(isOfSales)).toEqual([]);
}, 300_000);
