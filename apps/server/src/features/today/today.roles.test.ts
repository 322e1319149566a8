import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { bookEverything, setFees, setKeyCost } from '../../testing/test-finance.ts';
import { signInOperator } from '../../testing/test-operator.ts';
import { buy } from '../../testing/test-orders.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

/** What each role sees of the day, and of the same hours last week. */

interface Money {
  sales: number;
  fees: number;
  cost: number;
}

let store: TestStore;
/** What one order of this day, and the two of last week together, earned. */
let today: Money;
let lastWeek: Money;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  const { database } = store;
  const productId = await stockProduct(database, 20);
  await setKeyCost(database, productId, 137);
  await setFees(database, [
    { provider: 'epoint', currency: 'AZN', basisPoints: 313, fixed: 7, isReturned: false },
    { provider: 'kassa24', currency: 'KZT', basisPoints: 229, fixed: 0, isReturned: false },
  ]);
  const orders: string[] = [];
  for (const count of [1, 2, 3, 4]) orders.push((await buy(store, [productId], [count])).orderId);
  await bookEverything(database);
  const [ofToday, early, refunded, late] = orders;
  /** Moves an order with what was booked of it. */
  const move = async (orderId: string | undefined, by: string) => {
    await sql`UPDATE payment SET created_at = created_at + ${by}::interval, paid_at = paid_at + ${by}::interval
      WHERE order_id = ${orderId}`.execute(database);
    await sql`UPDATE sales_movement SET at = at + ${by}::interval, day = shop_day(at + ${by}::interval)
      WHERE payment_id = (SELECT id FROM payment WHERE order_id = ${orderId})`.execute(database);
  };
  // Last week at this hour, and an hour later: the second is not in the same hours.
  await move(early, '-7 days');
  await move(refunded, '-7 days');
  await move(late, '-7 days 1 hour');
  await sql`INSERT INTO refund (payment_id, amount, reason, status, refunded_before, next_try_at, done_at)
    SELECT id, 101, 'operator', 'done', 0, NULL, paid_at FROM payment WHERE order_id = ${refunded}`.execute(database);
  const sumOf = async (...of: (string | undefined)[]) => {
    const { rows } =
      await sql<Money>`SELECT sum(sales)::bigint AS sales, sum(fees)::bigint AS fees, sum(cost)::bigint AS cost
      FROM sales_movement JOIN payment ON payment.id = payment_id WHERE order_id = ANY (${of}::text[])`.execute(
        database,
      );
    return rows[0] as Money;
  };
  [today, lastWeek] = [await sumOf(ofToday), await sumOf(early, refunded)];
  expect(today.fees > 0 && today.cost > 0 && lastWeek.sales > today.sales).toBe(true);
});
afterAll(() => store.close());

const text = (amount: number) => (amount / 100).toFixed(2);
const earnedOf = ({ sales, fees, cost }: Money) => ({
  currency: 'AZN',
  fees: text(fees),
  cost: text(cost),
  margin: text(sales - fees - cost),
});

it('compares the day with the same hours last week, in every figure', async () => {
  const { figures } = (await (await signInOperator(store, 'owner')).get('/api/v1/today')).json();
  expect(figures.today).toMatchObject({
    paid: [{ currency: 'AZN', count: 1, amount: text(today.sales) }],
    refunded: [],
    earned: [earnedOf(today)],
    delivered: 1,
    providers: [{ provider: 'epoint', ended: 1, paid: 1 }],
  });
  expect(figures.lastWeek).toMatchObject({
    paid: [{ currency: 'AZN', count: 2, amount: text(lastWeek.sales) }],
    refunded: [{ currency: 'AZN', count: 1, amount: '1.01' }],
    earned: [earnedOf(lastWeek)],
    delivered: 2,
    medianSeconds: expect.any(Number),
    providers: [{ provider: 'epoint', ended: 2, paid: 2 }],
  });
});

it.each(['support', 'finance', 'auditor', 'manager', 'stock'])(
  'shows fee, cost and margin to %s as its role says',
  async (roleId) => {
    const maySee = { support: false, finance: true, auditor: true, manager: true, stock: false }[roleId];
    const operator = await signInOperator(store, roleId);
    const answer = await operator.get('/api/v1/today');
    for (const { sales, fees, cost } of [today, lastWeek]) {
      for (const amount of [fees, cost, sales - fees - cost]) {
        expect(answer.body.includes(`"${text(amount)}"`), `${roleId} sees ${text(amount)}`).toBe(maySee);
      }
    }
    const { figures, tasks } = answer.json();
    if (roleId === 'stock') return expect(figures).toBeNull();
    expect(figures.lastWeek).toMatchObject({ paid: [{ count: 2, amount: text(lastWeek.sales) }], delivered: 2 });
    if (roleId !== 'support') return;
    expect([figures.today.earned, figures.lastWeek.earned]).toEqual([[], []]);
    expect(tasks.filter(({ marginCents }: { marginCents: number | null }) => marginCents !== null)).toEqual([]);
  },
);
