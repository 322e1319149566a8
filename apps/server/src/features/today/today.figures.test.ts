import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeRandomSales } from '../../testing/random-sales.ts';
import { bookEverything } from '../../testing/test-finance.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { listSuccess, type Paid, type Period, readPaid, sumEarned, sumRefunded } from './today.queries.ts';

/** The figures of a time, compared with the same counted here from the sources, order by order. */

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
  await writeRandomSales(store.database, 600);
  await store.database.connection().execute(async (db) => {
    await sql`SET session_replication_role = replica`.execute(db);
    // Every sixth order is a top-up; one in three of them waits for its delivery. Some orders lost their only key.
    await sql`INSERT INTO top_up (id, quote_id, language, status, supplier, code, account, paid_at, delivered_at, next_try_at)
      OVERRIDING SYSTEM VALUE
      SELECT id, gen_random_uuid(), 'ru', CASE WHEN id % 18 = 0 THEN 3 ELSE 1 END, 'clouter', 'CODE' || lpad(id::text, 16, '0'), 'player', paid_at,
        CASE WHEN id % 18 > 0 THEN paid_at + id % 40 * interval '1 hour' END, CASE WHEN id % 18 = 0 THEN now() END
      FROM payment WHERE id > 800000 AND id % 6 = 0 AND top_up_id IS NULL`.execute(db);
    await sql`UPDATE payment SET top_up_id = id, basket_id = NULL WHERE id > 800000 AND id % 6 = 0 AND top_up_id IS NULL`.execute(
      db,
    );
    await sql`UPDATE payment SET created_at = paid_at - id % 300 * interval '1 second' WHERE id > 800000`.execute(db);
    // Payments that have ended without money, and some that are still open.
    await sql`INSERT INTO payment (id, order_id, basket_id, account_id, provider, status, amount, currency, base_cents, rate,
        rate_source, rate_at, language, expires_at, created_at) OVERRIDING SYSTEM VALUE
      SELECT id + 1000000, 'unpaid-sale-' || id, gen_random_uuid(), 1, provider,
        CASE id % 4 WHEN 0 THEN 'expired' WHEN 1 THEN 'failed' ELSE 'pending' END, amount, currency, 100, 1.7, 'random', now(), 'ru',
        now(), created_at
      FROM payment WHERE id > 800000 AND id % 5 = 0`.execute(db);
    await sql`SET session_replication_role = DEFAULT`.execute(db);
  });
  await bookEverything(store.database);
});
afterAll(() => store.close());

async function calculate({ from, to }: Period): Promise<Paid> {
  const { rows: payments } = await sql<{
    currency: string;
    amount: number;
    created_at: Date;
    paid_at: Date | null;
    top_up_id: number | null;
    delivered_at: Date | null;
    keys: number;
  }>`
    SELECT currency, amount, payment.created_at, payment.paid_at, top_up_id, top_up.delivered_at,
      (SELECT count(*) FROM order_item JOIN delivery ON order_item_id = order_item.id WHERE payment_id = payment.id) AS keys
    FROM payment LEFT JOIN top_up ON top_up.id = top_up_id`.execute(store.database);
  const isIn = (at: Date | null) => at !== null && at >= from && at < to;
  const paid = payments.filter(({ paid_at }) => isIn(paid_at));
  const sums = new Map<string, { count: number; amount: number }>();
  for (const { currency, amount } of paid) {
    const sum = sums.get(currency) ?? { count: 0, amount: 0 };
    sums.set(currency, { count: sum.count + 1, amount: sum.amount + amount });
  }
  const seconds = paid
    .map((order) => ({ ...order, readyAt: order.top_up_id === null ? order.paid_at : order.delivered_at }))
    .flatMap(({ readyAt, created_at }) => (readyAt ? (readyAt.getTime() - created_at.getTime()) / 1000 : []))
    .toSorted((a, b) => a - b);
  const [low, high] = [seconds[Math.floor((seconds.length - 1) / 2)], seconds[Math.ceil((seconds.length - 1) / 2)]];
  return {
    paid: [...sums]
      .map(([currency, sum]) => ({ currency, ...sum }))
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    delivered:
      paid.filter(({ top_up_id, keys }) => top_up_id === null && keys > 0).length +
      payments.filter(({ top_up_id, delivered_at }) => top_up_id !== null && isIn(delivered_at)).length,
    medianSeconds: low === undefined || high === undefined ? null : (low + high) / 2,
  };
}

const PERIODS: [time: string, from: string, to: string][] = [
  ['ten days', '2026-01-20T05:30:00Z', '2026-01-30T00:00:00Z'],
  ['a day', '2026-02-03T19:00:00Z', '2026-02-04T19:00:00Z'],
  ['an hour', '2026-03-01T10:00:00Z', '2026-03-01T11:00:00Z'],
  ['everything', '2025-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['a day before the first sale', '2025-12-01T00:00:00Z', '2025-12-02T00:00:00Z'],
];

it.each(PERIODS)('sums what was paid and counts what was delivered in %s', async (_time, from, to) => {
  const period = { from: new Date(from), to: new Date(to) };
  const { medianSeconds, ...figures } = await readPaid(store.database, period);
  const { medianSeconds: wanted, ...truth } = await calculate(period);
  expect(figures).toEqual(truth);
  if (wanted === null) expect(medianSeconds).toBeNull();
  else expect(medianSeconds).toBeCloseTo(wanted, 3);
});

/** The sums of rows by one column, in its order. */
function sumBy(rows: readonly Record<string, unknown>[], column: string, names: readonly string[]) {
  const groups = new Map<string, Record<string, unknown>>();
  for (const row of rows) {
    const key = String(row[column]);
    const group = groups.get(key) ?? { [column]: key, ...Object.fromEntries(names.map((name) => [name, 0])) };
    for (const name of names) group[name] = Number(group[name]) + Number(row[name]);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((a, b) => (String(a[column]) < String(b[column]) ? -1 : 1));
}

it.each(PERIODS)('sums refunds and earnings, and counts which payments succeeded, in %s', async (_time, from, to) => {
  const period = { from: new Date(from), to: new Date(to) };
  const isIn = (at: Date | null) => at !== null && at >= period.from && at < period.to;
  const rowsOf = async <Row>(query: string) => (await sql<Row>`${sql.raw(query)}`.execute(store.database)).rows;
  const refunds = await rowsOf<{ at: Date | null; currency: string; amount: number }>(
    "SELECT done_at AS at, currency, refund.amount FROM refund JOIN payment ON payment.id = payment_id WHERE refund.status = 'done'",
  );
  const refunded = refunds.filter(({ at }) => isIn(at)).map((refund) => ({ ...refund, count: 1 }));
  expect(await sumRefunded(store.database, period)).toEqual(sumBy(refunded, 'currency', ['count', 'amount']));

  const movements = await rowsOf<
    Record<'sales' | 'refunds' | 'fees' | 'cost', number> & { at: Date; currency: string }
  >('SELECT at, currency, sales, refunds, fees, cost FROM sales_movement');
  const earned = movements
    .filter(({ at }) => isIn(at))
    .map((movement) => ({ ...movement, margin: movement.sales - movement.refunds - movement.fees - movement.cost }));
  expect(await sumEarned(store.database, period)).toEqual(sumBy(earned, 'currency', ['fees', 'cost', 'margin']));

  const payments = await rowsOf<{ provider: string; status: string; created_at: Date; paid_at: Date | null }>(
    'SELECT provider, status, created_at, paid_at FROM payment',
  );
  const ended = payments
    .filter(({ status, created_at }) => status !== 'pending' && isIn(created_at))
    .map(({ provider, paid_at }) => ({ provider, ended: 1, paid: paid_at ? 1 : 0 }));
  expect(await listSuccess(store.database, period)).toEqual(sumBy(ended, 'provider', ['ended', 'paid']));
});
