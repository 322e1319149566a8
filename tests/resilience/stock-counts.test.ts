import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connect, type Database } from '../../apps/server/src/platform/database/connection.ts';
import { createTestStore, type TestStore } from '../../apps/server/src/testing/test-store.ts';
import { countDuringEvents, findCountFaults } from './stock-counts.ts';

vi.setConfig({ testTimeout: 180_000 });

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = await createTestStore();
  database = connect({ url: store.url, poolSize: 10 });
});
afterAll(async () => {
  await database.destroy();
  await store.close();
});

it('counts the stock like the keys after random events, and a rebuild gives the same numbers', async () => {
  const { happened, refreshed, faults } = await countDuringEvents(database, {
    events: 1_500,
    seed: 1,
    products: 4,
    atOnce: 6,
  });
  expect(faults).toEqual([]);
  expect(refreshed).toBeGreaterThan(10);
  expect(Object.keys(happened).toSorted()).toEqual(
    [
      ...['claim', 'deliver', 'hold', 'import', 'let go', 'open', 'quarantine', 'refund', 'refuse a claim', 'release'],
      ...['replace', 'undo', 'write off'],
    ].toSorted(),
  );
});

it('reports a count that is wrong, and the rebuild corrects it', async () => {
  await sql`UPDATE stock_level SET available = available + 1, sold_7 = sold_7 + 1
    WHERE product_id = (SELECT max(product_id) FROM key_batch)`.execute(store.database);
  const faults = await findCountFaults(store.database, store.stock.levels);
  expect(faults).toContainEqual(expect.stringMatching(/^product \d+: counted .*, has /));
  expect(faults).toContainEqual(expect.stringMatching(/^stock of product \d+: .* counted, .* in the vault$/));
  expect(faults).toContainEqual(expect.stringMatching(/^product \d+: counted .*, rebuilt /));
  expect(await findCountFaults(store.database, store.stock.levels)).toEqual([]);
});

it('reports an event that leaves no trace for the worker', async () => {
  await sql`UPDATE product_key SET status = 'revoked'
    WHERE id = (SELECT min(id) FROM product_key WHERE status = 'available')`.execute(store.database);
  expect(await findCountFaults(store.database, store.stock.levels)).not.toEqual([]);
});
