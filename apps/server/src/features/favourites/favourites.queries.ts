import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

const favourites = (db: Connection, accountId: number) =>
  db
    .selectFrom('favourite')
    .innerJoin('game', 'game.id', 'favourite.game_id')
    .select(['favourite.id', 'favourite.game_id', 'favourite.added_price_cents', 'favourite.created_at'])
    .where('favourite.account_id', '=', accountId)
    // A game without offers has no page. It is hidden until it has offers again.
    .where('game.offer_count', '>', 0);

export function listFavourites(db: Connection, accountId: number, limit: number) {
  return favourites(db, accountId).orderBy('favourite.id', 'desc').limit(limit).execute();
}

export function findFavourite(db: Connection, accountId: number, gameId: number) {
  return favourites(db, accountId).where('favourite.game_id', '=', gameId).executeTakeFirst();
}

/** Nothing when it is there already, or when there is no such game. */
export async function insertFavourite(db: Connection, accountId: number, gameId: number): Promise<boolean> {
  const inserted = await db
    .insertInto('favourite')
    .columns(['account_id', 'game_id', 'added_price_cents', 'seen_price_cents'])
    .expression((eb) =>
      eb
        .selectFrom('game')
        .select([
          sql<number>`${accountId}::bigint`.as('account_id'),
          'id',
          'price_with_discount_cents',
          'price_with_discount_cents as seen',
        ])
        .where('id', '=', gameId)
        .where('offer_count', '>', 0),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'game_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteFavourite(db: Connection, accountId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('favourite')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function deleteFavourites(db: Connection, accountId: number): Promise<void> {
  await db.deleteFrom('favourite').where('account_id', '=', accountId).execute();
}

interface MovedPrice {
  account_id: number;
  game_id: number;
  game_name: string;
  from: number | null;
  to: number;
}

/**
 * Stores the current price with each favourite and returns those whose price has changed. Rows that another node has
 * locked are skipped, so that each change is returned once.
 */
export async function takeMovedPrices(db: Connection, limit: number): Promise<MovedPrice[]> {
  const { rows } = await sql<MovedPrice>`
    WITH moved AS (
      SELECT favourite.id, favourite.account_id, game.id AS game_id, game.name AS game_name,
        favourite.seen_price_cents AS "from", game.price_with_discount_cents AS "to"
      FROM favourite JOIN game ON game.id = favourite.game_id
      WHERE game.price_with_discount_cents IS NOT NULL
        AND favourite.seen_price_cents IS DISTINCT FROM game.price_with_discount_cents
      ORDER BY favourite.id LIMIT ${limit}
      FOR UPDATE OF favourite SKIP LOCKED
    )
    UPDATE favourite SET seen_price_cents = moved."to" FROM moved WHERE favourite.id = moved.id
    RETURNING moved.account_id, moved.game_id, moved.game_name, moved."from", moved."to"`.execute(db);
  return rows;
}
