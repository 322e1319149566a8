import type { Database } from '../platform/database/connection.ts';
import { inTransaction } from '../platform/database/transaction.ts';

const FAVOURITES = 6;
const DROPS = 2;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Adds favourites and notifications for the demo customer, unless the customer has had a notification. */
export async function seedDemoFavourites(db: Database, login: string): Promise<void> {
  const account = await db.selectFrom('account').select('id').where('login', '=', login).executeTakeFirst();
  if (!account) return;
  await inTransaction(db, async (transaction) => {
    const account_id = account.id;
    // Another process may start at the same time. The second one waits for this lock and finds the notifications.
    await transaction.selectFrom('account').select('id').where('id', '=', account_id).forUpdate().execute();
    const notification = await transaction
      .selectFrom('notification')
      .select('id')
      .where('account_id', '=', account_id)
      .executeTakeFirst();
    if (notification) return;

    const games = await transaction
      .selectFrom('game')
      .select(['id', 'name', 'price_with_discount_cents as price'])
      .where('price_with_discount_cents', 'is not', null)
      .where('type', '=', 'Key')
      .orderBy('popularity', 'desc')
      .orderBy('id')
      .limit(FAVOURITES)
      .execute();
    const favourites = games.map((game, index) => {
      const price = game.price ?? 0;
      // The first ones are cheaper today.
      return {
        ...game,
        price,
        before: index < DROPS ? Math.ceil((price * 5) / 4) : price,
        at: daysAgo(3 * (index + 1)),
      };
    });
    for (const { id, price, before, at } of favourites.toReversed()) {
      await transaction
        .insertInto('favourite')
        .values({ account_id, game_id: id, added_price_cents: before, seen_price_cents: price, created_at: at })
        .onConflict((conflict) => conflict.columns(['account_id', 'game_id']).doNothing())
        .execute();
    }
    const drops = favourites.slice(0, DROPS).map(({ id, name, price, before }, index) => ({
      kind: 'price-drop' as const,
      data: { gameId: id, gameName: name, from: before, to: price },
      created_at: daysAgo(index),
      read_at: null,
    }));
    const welcome = { kind: 'welcome' as const, data: {}, created_at: daysAgo(30), read_at: daysAgo(30) };
    await transaction
      .insertInto('notification')
      .values(
        [welcome, ...drops.toReversed()].map((each) => ({ ...each, account_id, data: JSON.stringify(each.data) })),
      )
      .execute();
  });
}

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
