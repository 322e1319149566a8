import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { eventually } from '../../testing/eventually.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

/** Price and cost of an offer, as triggers keep them for the lists of losses. */

let store: TestStore;
let owner: TestOperator;
beforeAll(async () => {
  store = await createTestStore();
  await store.currency.refresh();
  owner = await signInOperator(store, 'owner');
});
afterAll(() => store.close());

const findFaults = async () => (await store.stock.levels.check({ isEverything: true })).faults;

async function findMargin(productId: number) {
  const { rows } = await sql<{ price: number; cost: number }>`
    SELECT price_cents AS price, cost_cents AS cost FROM offer_margin WHERE product_id = ${productId}`.execute(
    store.database,
  );
  return rows[0];
}

const addBatch = (productId: number, costCents: number, db = store.database) =>
  db
    .insertInto('key_batch')
    .values({ product_id: productId, supplier: 'margin', cost_cents: costCents, key_count: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();

async function changePrice(productId: number, cents: number) {
  const row = (await owner.get(`/api/v1/prices/rows?ids=${productId}`)).json().items[0];
  const items = [{ productId, priceCents: cents, discountPriceCents: cents, version: row.version }];
  const body = { title: 'Margin', startsAt: null, endsAt: null, items };
  return owner.call('POST', '/api/v1/price-changes', body, { isParallel: true });
}

const losses = async (): Promise<number[]> => (await owner.get('/api/v1/prices?margin=negative')).json().ids;

it('follows the price, the newest batch and a batch that is undone', async () => {
  const productId = await stockProduct(store.database, 1, 'MARGIN', 900_00);
  await addBatch(productId, 700);
  expect((await changePrice(productId, 699)).statusCode).toBe(200);
  expect(await findMargin(productId)).toEqual({ price: 699, cost: 700 });
  expect(await losses()).toContain(productId);
  expect((await changePrice(productId, 701)).statusCode).toBe(200);
  expect(await losses()).not.toContain(productId);
  const dear = await addBatch(productId, 5_000);
  expect(await losses()).toContain(productId);
  await sql`UPDATE key_batch SET undone_at = now(), undone_by = 'x' WHERE id = ${dear.id}`.execute(store.database);
  expect(await findMargin(productId)).toEqual({ price: 701, cost: 700 });
  expect(await losses()).not.toContain(productId);
  expect(await findFaults()).toEqual([]);
});

it('is that of the newest batch when an older one is committed later', async () => {
  const productId = await stockProduct(store.database, 1, 'LATE');
  const { id: last } = await addBatch(productId, 100);
  const insert = (id: number, cost: number) => sql`
    INSERT INTO key_batch (id, product_id, supplier, cost_cents, key_count) OVERRIDING SYSTEM VALUE
    VALUES (${id}, ${productId}, 'margin', ${cost}, 1)`;
  let older: Promise<unknown> = Promise.resolve();
  await inTransaction(store.database, async (transaction) => {
    await insert(last + 1_001, 300).execute(transaction);
    // Waits for the product, and is committed after the newer one.
    older = insert(last + 1_000, 200).execute(store.database);
    await eventually(async () => expect(await countWaiting()).toBe(1));
  });
  await older;
  expect(await findMargin(productId)).toMatchObject({ cost: 300 });
  expect(await findFaults()).toEqual([]);
});

it('is right after prices and batches that come at once', async () => {
  const products: number[] = [];
  for (const name of ['ONE', 'TWO', 'THREE']) products.push(await stockProduct(store.database, 1, `AT-ONCE-${name}`));
  for (let round = 1; round <= 4; round++) {
    await Promise.all(
      products.flatMap((productId) => [
        changePrice(productId, 1_000 + round),
        addBatch(productId, 900 + round),
        changePrice(productId, 2_000 + round),
        addBatch(productId, 800 + round),
      ]),
    );
  }
  expect(await findFaults()).toEqual([]);
});

it('is reported by a check when it is wrong, and corrected by the rebuild at night', async () => {
  const productId = await stockProduct(store.database, 1, 'WRONG');
  const other = await stockProduct(store.database, 1, 'GONE');
  await store.stock.levels.check({ isEverything: true });
  await sql`DELETE FROM unchecked_change`.execute(store.database);
  await sql`UPDATE offer_margin SET cost_cents = cost_cents + 1 WHERE product_id = ${productId}`.execute(
    store.database,
  );
  await sql`DELETE FROM offer_margin WHERE product_id = ${other}`.execute(store.database);
  const wrong = [productId, other].map((id) => expect.stringContaining(`margin of product ${id}: `));
  expect((await store.stock.levels.check({ isEverything: false })).faults).toEqual(wrong);
  expect(await findFaults()).toEqual(wrong);
  expect(await store.stock.levels.rebuild()).toEqual(wrong);
  expect(await findFaults()).toEqual([]);
});

async function countWaiting(): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO key_batch%'`.execute(
    store.database,
  );
  return rows[0]?.count;
}
