import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { buyKeys } from '../../testing/test-claims.ts';
import { createMember } from '../../testing/test-member.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { availabilityPoller } from '../payment/payment.jobs.ts';

let store: TestStore;
let scarce: number;
let soldOut: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  scarce = await stockProduct(store.database, 3);
  soldOut = await stockProduct(store.database, 1);
  for (const productId of [scarce, soldOut]) await buyKeys(store, await createMember(store), productId);
});
afterAll(() => store.close());

it('lists sold-out products first, with sales and the days that are left', async () => {
  const stock = await store.stock.board.listNow({});
  expect(stock[0]).toMatchObject({ productId: soldOut, available: 0, reserved: 0, sold7: 1, sold30: 1, daysLeft: 0 });
  expect(stock.find(({ productId }) => productId === scarce)).toMatchObject({ available: 2, sold7: 1, daysLeft: 60 });
});

it('lists only offered products with at most so many keys when asked for low stock', async () => {
  const ids = async (most: number) => (await store.stock.board.listNow({ most })).map(({ productId }) => productId);
  expect(await ids(0)).toContain(soldOut);
  expect(await ids(0)).not.toContain(scarce);
  expect(await ids(2)).toContain(scarce);
  await store.database.updateTable('product').set({ offered: false }).where('id', '=', scarce).execute();
  expect(await ids(2)).not.toContain(scarce);
});

it('corrects the availability of products with changed keys, and of all at the start of a worker', async () => {
  const poller = availabilityPoller(store.payments.keys);
  const setWrong = (productId: number) =>
    sql`UPDATE product SET available = true WHERE id = ${productId}`.execute(store.database);
  const listWrong = async () =>
    (
      await store.database
        .selectFrom('product')
        .select('id')
        .where('id', 'in', [soldOut, old])
        .where('available', '=', true)
        .execute()
    ).map(({ id }) => id);
  const run = () => poller.run(new AbortController().signal);
  const old = await stockProduct(store.database, 1);
  await sql`UPDATE product_key SET status = 'quarantined', changed_at = now() - interval '1 day' WHERE product_id = ${old}`.execute(
    store.database,
  );
  for (const id of [soldOut, old]) await setWrong(id);
  await run();
  expect(await listWrong()).toEqual([]);
  for (const id of [soldOut, old]) await setWrong(id);
  await run();
  expect(await listWrong(), 'its keys have not changed').toEqual([old]);
});
