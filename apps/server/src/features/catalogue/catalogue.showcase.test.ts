import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const run = (query: ReturnType<typeof sql>) => query.execute(store.database);
const ask = async () => {
  store.cache.clear();
  return (await store.server.inject('/api/v1/showcase')).json();
};
const sell = (productId: number, sold: number) =>
  run(sql`
    INSERT INTO stock_level (product_id, available, reserved, quarantined, sold_30) VALUES (${productId}, 9, 0, 0, ${sold})
    ON CONFLICT (product_id) DO UPDATE SET sold_30 = EXCLUDED.sold_30`);
const offerOf = async (gameId: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM product WHERE game_id = ${gameId} AND available ORDER BY price_with_discount_cents, id LIMIT 1`.execute(
    store.database,
  );
  return rows[0]?.id ?? 0;
};

describe('the best sellers', () => {
  beforeEach(async () => {
    await run(sql`UPDATE stock_level SET sold_30 = 0`);
  });

  it('are five, sorted by the sales of all offers of a game', async () => {
    const games = [1001, 1002, 1003, 1004, 1005, 1006];
    const offers = await Promise.all(games.map(offerOf));
    for (const [index, id] of offers.entries()) await sell(id, 10 + index);
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM product WHERE game_id = 1001 AND id <> ${offers[0]} LIMIT 1`.execute(store.database);
    await sell(rows[0]?.id ?? 0, 100);
    expect((await ask()).topSellers.map(({ id }: { id: number }) => id)).toEqual([1001, 1006, 1005, 1004, 1003]);
  });

  it('are not listed with fewer than five games', async () => {
    for (const game of [1001, 1002, 1003, 1004]) await sell(await offerOf(game), 3);
    expect((await ask()).topSellers).toEqual([]);
  });

  it('leave out a game that cannot be bought', async () => {
    for (const game of [1001, 1002, 1003, 1004, 1005, 1006]) await sell(await offerOf(game), 3);
    await run(sql`UPDATE product SET offered = false WHERE game_id = 1003`);
    await run(sql`SELECT refresh_availability(ARRAY(SELECT id FROM product WHERE game_id = 1003))`);
    const ids = (await ask()).topSellers.map(({ id }: { id: number }) => id);
    expect(ids).toHaveLength(5);
    expect(ids).not.toContain(1003);
  });
});

describe('the deal of the week', () => {
  beforeEach(async () => {
    await run(sql`DELETE FROM price_change`);
  });

  interface Change {
    percent: number;
    ends: string;
    /** What was paid before. */
    before?: number;
  }
  async function change(gameId: number, { percent, ends, before = 10_000 }: Change): Promise<number> {
    const product = await offerOf(gameId);
    const { rows } = await sql<{ version: number; price: number; discounted: number }>`
      UPDATE product SET price_cents = 10000, price_with_discount_cents = 100 * ${100 - percent}::integer WHERE id = ${product}
      RETURNING price_version AS version, price_cents AS price, price_with_discount_cents AS discounted`.execute(
      store.database,
    );
    const { version, price, discounted } = rows[0] ?? { version: 0, price: 0, discounted: 0 };
    await run(sql`
      WITH change AS (
        INSERT INTO price_change (title, status, starts_at, ends_at, created_by, applied_at)
        VALUES ('Sale', 'applied', now() - interval '1 day', now() + ${ends}::interval, 'test', now()) RETURNING id)
      INSERT INTO price_change_item SELECT id, ${product}, 10000, ${before}, ${price}, ${discounted}, ${version} FROM change`);
    return product;
  }

  it('is the largest discount that ends within seven days, with its end', async () => {
    await change(1004, { percent: 99, ends: '3 days' });
    await change(1005, { percent: 98, ends: '2 days' });
    const { deal } = await ask();
    expect(deal.game).toMatchObject({ id: 1004, discountPercent: 99 });
    const days = (Date.parse(deal.endsAt) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(3, 1);
  });

  it('is none that ends later or has ended', async () => {
    await change(1004, { percent: 99, ends: '8 days' });
    await change(1005, { percent: 99, ends: '-1 minute' });
    expect((await ask()).deal).toBeNull();
  });

  it.each([
    ['raises the price', 99],
    ['leaves the price as it was', 100],
  ])('is none of a change that %s', async (_, before) => {
    await change(1004, { percent: 99, ends: '3 days', before });
    expect((await ask()).deal).toBeNull();
    await change(1004, { percent: 99, ends: '3 days', before: 101 });
    expect((await ask()).deal.game).toMatchObject({ id: 1004, discountPercent: 99 });
  });

  it('is none whose price was changed again', async () => {
    const product = await change(1004, { percent: 99, ends: '3 days' });
    await run(sql`UPDATE product SET price_with_discount_cents = 101 WHERE id = ${product}`);
    expect((await ask()).deal).toBeNull();
  });

  it('is none of an offer that the card of its game does not show', async () => {
    const product = await change(1004, { percent: 50, ends: '3 days' });
    await run(sql`
      UPDATE product SET price_with_discount_cents = 4900, price_cents = 10000
      WHERE game_id = 1004 AND id = (SELECT min(id) FROM product WHERE game_id = 1004 AND available AND id <> ${product})`);
    expect((await ask()).deal).toBeNull();
  });
});
