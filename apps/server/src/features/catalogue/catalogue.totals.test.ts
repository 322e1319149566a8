import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFiles, SAMPLE_CATALOGUE } from '../../testing/sample-catalogue.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
  await importFiles(store.database, { 'sample.yaml': SAMPLE_CATALOGUE });
});
afterAll(() => store.close());

const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(store.database)).rows;

/** What the triggers keep, compared with what counting says. */
async function expectTrue(): Promise<void> {
  const kept = (table: string) =>
    rows(sql`SELECT category_id, type, total FROM ${sql.table(table)} WHERE total <> 0 ORDER BY 1, 2`);
  expect(await kept('product_total')).toEqual(
    await rows(sql`SELECT category_id, type, count(*)::int AS total FROM product GROUP BY 1, 2 ORDER BY 1, 2`),
  );
  expect(await kept('game_total')).toEqual(
    await rows(
      sql`SELECT category_id, type, count(*)::int AS total FROM game WHERE type IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
  );
  expect(
    await rows(
      sql`SELECT category_id FROM product_total WHERE total < 0 UNION ALL SELECT category_id FROM game_total WHERE total < 0`,
    ),
  ).toEqual([]);
  const summary = await rows(
    sql`SELECT id, type, platform, region, offer_count, price_cents, price_with_discount_cents, discount_percent FROM game ORDER BY id`,
  );
  expect(summary).toEqual(
    await rows(sql`
      SELECT game.id, first.type, shown.platform, shown.region, (SELECT count(*)::int FROM product WHERE game_id = game.id) AS offer_count,
        cheapest.price_cents, cheapest.price_with_discount_cents, coalesce(cheapest.discount_percent, 0) AS discount_percent
      FROM game
      LEFT JOIN LATERAL (SELECT type FROM product WHERE game_id = game.id ORDER BY position LIMIT 1) AS first ON true
      LEFT JOIN LATERAL (SELECT platform, region FROM product WHERE game_id = game.id
        ORDER BY available DESC, price_with_discount_cents, id LIMIT 1) AS shown ON true
      LEFT JOIN LATERAL (SELECT price_cents, price_with_discount_cents, discount_percent FROM product
        WHERE game_id = game.id AND available ORDER BY price_with_discount_cents, id LIMIT 1) AS cheapest ON true
      ORDER BY game.id`),
  );
}

const insertGame = (id: number, category: number) => sql`
  INSERT INTO game (id, name, search_name, category_id, popularity, description, art, position)
  VALUES (${id}, 'Game ' || ${id}::int, 'game', ${category}, 1, '{"ru":"а","en":"b","kz":"с"}', '{"motif":"ridges","hue":1}', 0)`;
const insertOffer = (
  id: number,
  game: number,
  category: number,
  type: string,
  cents: number,
  position = id % 1000,
) => sql`
  INSERT INTO product (id, game_id, category_id, name, sort_name, edition, type, platform, region, price_cents,
    price_with_discount_cents, instruction_name, popularity, position)
  VALUES (${id}, ${game}, ${category}, 'x', 'x', 'x', ${type}, 'P' || ${id}::int, 'R' || ${id}::int, ${cents + 100}, ${cents}, 'steam-key', 1, ${position})`;
const run = (query: ReturnType<typeof sql>) => query.execute(store.database);

describe('totals and summaries stay true', () => {
  it('after an import', () => expectTrue());

  it('when games and offers come', async () => {
    await run(insertGame(1000, 1));
    await expectTrue();
    await run(insertOffer(10_001, 1000, 1, 'Key', 500));
    await run(insertOffer(10_002, 1000, 1, 'Services', 300));
    await expectTrue();
    const game = await store.database.selectFrom('game').selectAll().where('id', '=', 1000).executeTakeFirst();
    expect(game).toMatchObject({
      type: 'Key',
      platform: 'P10002',
      offer_count: 2,
      price_cents: 400,
      price_with_discount_cents: 300,
    });
  });

  it('when offers change price, type, availability, place and game', async () => {
    // The counts of an offer keep its number.
    await run(sql`DELETE FROM stock_level`);
    for (const change of [
      sql`UPDATE product SET price_with_discount_cents = 1 WHERE id = 10001`,
      sql`UPDATE product SET type = 'Currency' WHERE id = 10001`,
      sql`UPDATE product SET available = false WHERE id = 10001`,
      sql`UPDATE product SET position = 30000 WHERE id = 10001`,
      sql`UPDATE product SET game_id = 20, category_id = 2 WHERE id = 10002`,
      sql`UPDATE product SET available = NOT available`,
      sql`UPDATE product SET type = 'Key'`,
      sql`UPDATE product SET id = id + 100000 WHERE id > 10000`,
    ]) {
      await run(change);
      await expectTrue();
    }
  });

  it('when a game moves to another category', async () => {
    await run(sql`UPDATE game SET category_id = 2 WHERE id = 10`);
    expect(await rows(sql`SELECT DISTINCT category_id FROM product WHERE game_id = 10`)).toEqual([{ category_id: 2 }]);
    await expectTrue();
  });

  it('when offers go, and when games go with theirs', async () => {
    // What has keys in the vault stays in the catalogue.
    await run(sql`DELETE FROM product_key`);
    await run(sql`DELETE FROM key_batch`);
    await run(sql`DELETE FROM product WHERE game_id = 1000`);
    await expectTrue();
    expect(await rows(sql`SELECT type, price_cents FROM game WHERE id = 1000`)).toEqual([
      { type: null, price_cents: null },
    ]);
    await run(sql`DELETE FROM game WHERE id IN (10, 1000)`);
    await expectTrue();
  });

  it('when a change is taken back', async () => {
    await store.database
      .transaction()
      .execute(async (transaction) => {
        await sql`DELETE FROM product`.execute(transaction);
        throw new Error('changed my mind');
      })
      .catch(() => {});
    await expectTrue();
  });

  it('whatever happens, in any order', async () => {
    const id = fc.integer({ min: 1, max: 6 });
    const type = fc.constantFrom('Key', 'Services', 'Subscription');
    const step = fc.oneof(
      fc.record({ kind: fc.constant('game' as const), id, category: fc.constantFrom(1, 2) }),
      fc.record({ kind: fc.constant('offer' as const), id, offer: id, type, cents: fc.integer({ min: 1, max: 9 }) }),
      fc.record({
        kind: fc.constant('change' as const),
        offer: id,
        type,
        available: fc.boolean(),
        cents: fc.integer({ min: 1, max: 9 }),
      }),
      fc.record({ kind: fc.constant('delete offer' as const), offer: id }),
      fc.record({ kind: fc.constant('delete game' as const), id }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        for (const next of steps) {
          if (next.kind === 'game') {
            await run(
              sql`${insertGame(5000 + next.id, next.category)} ON CONFLICT (id) DO UPDATE SET category_id = excluded.category_id`,
            );
          } else if (next.kind === 'offer') {
            const [game] = await rows(
              sql<{ category_id: number }>`SELECT category_id FROM game WHERE id = ${5000 + next.id}`,
            );
            if (!game) continue;
            const offer = insertOffer(
              50_000 + next.offer,
              5000 + next.id,
              game.category_id,
              next.type,
              next.cents,
              next.offer,
            );
            await run(
              sql`${offer} ON CONFLICT (id) DO UPDATE SET type = excluded.type, price_with_discount_cents = excluded.price_with_discount_cents`,
            );
          } else if (next.kind === 'change') {
            await run(
              sql`UPDATE product SET type = ${next.type}, available = ${next.available}, price_with_discount_cents = ${next.cents} WHERE id = ${50_000 + next.offer}`,
            );
          } else if (next.kind === 'delete offer') {
            await run(sql`DELETE FROM product WHERE id = ${50_000 + next.offer}`);
          } else {
            await run(sql`DELETE FROM game WHERE id = ${5000 + next.id}`);
          }
        }
        await expectTrue();
      }),
      { numRuns: 25 },
    );
  });
});

it('counts every one of the changes made at the same time', async () => {
  await run(insertGame(7000, 1));
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => run(insertOffer(70_000 + index, 7000, 1, 'Key', 100 + index))),
  );
  await expectTrue();
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => run(sql`DELETE FROM product WHERE id = ${70_000 + index}`)),
  );
  await expectTrue();
});
