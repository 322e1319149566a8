import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** A ranking of fewer games says little, so there is none then. */
const TOP_SELLERS = 5;
const DEALS = 10;

/** Games by the keys that were sold in 30 days, best first. Empty without enough sales. */
export async function listTopSellers(db: Connection): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT product.game_id AS id
    FROM stock_level JOIN product ON product.id = stock_level.product_id JOIN game ON game.id = product.game_id
    WHERE stock_level.sold_30 > 0 AND game.price_with_discount_cents IS NOT NULL
    GROUP BY product.game_id
    ORDER BY sum(stock_level.sold_30) DESC, max(game.rank) DESC, product.game_id
    LIMIT ${TOP_SELLERS}`.execute(db);
  return rows.length < TOP_SELLERS ? [] : rows.map(({ id }) => id);
}

export interface Deal {
  gameId: number;
  endsAt: Date;
}

/**
 * Games whose shown price comes from a price change that lowered it and ends within a week, the largest discount first. A
 * price that was changed again since then does not end with the change.
 */
export async function listDeals(db: Connection): Promise<Deal[]> {
  const { rows } = await sql<Deal>`
    SELECT game.id AS "gameId", change.ends_at AS "endsAt"
    FROM price_change AS change
    JOIN price_change_item AS item ON item.price_change_id = change.id
    JOIN product ON product.id = item.product_id AND product.price_version = item.applied_version
    JOIN game ON game.id = product.game_id AND game.price_with_discount_cents = product.price_with_discount_cents
    WHERE change.status = 'applied' AND change.ends_at > now() AND change.ends_at < now() + interval '7 days'
      AND item.new_discount_price_cents < item.old_discount_price_cents
      AND product.available AND product.discount_percent > 0
    ORDER BY product.discount_percent DESC, change.ends_at, game.id
    LIMIT ${DEALS}`.execute(db);
  return rows;
}
