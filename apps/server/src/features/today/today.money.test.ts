import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

const DAY = '2026-10-05';
const PLANTED = 'PLANTEDPAYMENT0001';
const REGISTRY = `order_id,transaction,amount,currency,status\n${PLANTED},te3,5.00,AZN,success`;

let store: TestStore;
let owner: TestOperator;
let finance: TestOperator;
/** The list is read again after some seconds. Time passes here without waiting. */
let passedMs = 0;
const letTimePass = () => {
  passedMs += 60_000;
};
beforeAll(async () => {
  store = await createTestStore();
  await store.currency.refresh();
  [owner, finance] = [await signInOperator(store, 'owner'), await signInOperator(store, 'finance')];
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await store.close();
});

interface ShownTask {
  kind: string;
  id: string;
  text: string;
  marginCents: number | null;
}
const listTasks = async (kind: string, who = owner): Promise<ShownTask[]> =>
  (await who.get('/api/v1/today')).json().tasks.filter((task: ShownTask) => task.kind === kind);

it('leads from money without an order to its provider and day, until the difference is explained', async () => {
  await sql`INSERT INTO payment_alert (provider, order_id, kind, detail, created_at)
    VALUES ('epoint', ${PLANTED}, 'unknown-order', 'paid 5.00 AZN', ${`${DAY} 20:00:00+00`})`.execute(store.database);
  // The day of the store begins five hours earlier than that of UTC.
  expect(await listTasks('money')).toMatchObject([
    { text: 'epoint: paid 5.00 AZN', orderId: null, reconciliation: { provider: 'epoint', day: '2026-10-06' } },
  ]);
  const url = `/api/v1/finance/reconciliations/epoint/${DAY}`;
  expect((await finance.call('PUT', url, { fileName: 'epoint.csv', text: REGISTRY })).statusCode).toBe(200);
  const task = { text: `epoint ${DAY}: 1`, reconciliation: { provider: 'epoint', day: DAY }, total: 1 };
  letTimePass();
  expect(await listTasks('reconciliation')).toMatchObject([task]);
  expect(await listTasks('reconciliation', await signInOperator(store, 'support'))).toEqual([]);

  await finance.call('PUT', `${url}/notes/${PLANTED}`, { note: 'a test of the provider', seen: '' });
  letTimePass();
  expect(await listTasks('reconciliation')).toEqual([]);
  expect(await listTasks('money')).toEqual([]);
});

it('names the largest loss of the offers that are sold below their cost, until its price pays it', async () => {
  const productId = await stockProduct(store.database, 2, 'LOSS', 900_00);
  const named = async (who = owner) =>
    (await listTasks('below-cost', who)).filter(({ id }) => id === String(productId));
  letTimePass();
  const [task, ...others] = await named();
  expect(others).toEqual([]);
  expect(task).toMatchObject({ orderId: null, total: expect.any(Number) });
  expect(task?.marginCents).toBeLessThan(0);
  const { rows } = await sql`SELECT name AS text FROM product WHERE id = ${productId}`.execute(store.database);
  expect(rows).toMatchObject([{ text: task?.text }]);
  expect(await named(finance)).toHaveLength(1);
  expect(await listTasks('below-cost', await signInOperator(store, 'support'))).toEqual([]);

  await sql`UPDATE product SET price_cents = 100000, price_with_discount_cents = 95000
    WHERE id = ${productId}`.execute(store.database);
  letTimePass();
  expect(await named()).toEqual([]);
});
