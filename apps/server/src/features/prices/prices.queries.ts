import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

export interface PriceFilters {
  /** Words that are all in the name of the offer, or the id of an offer. */
  search?: string | undefined;
  gameId?: number | undefined;
  platform?: string | undefined;
  /** Whether the offer has a discount. */
  hasDiscount?: boolean | undefined;
  isOffered?: boolean | undefined;
}

/** Of the newest batch that was not undone. Top-ups have none. */
const newestCost = sql<number | null>`(
  SELECT cost_cents FROM key_batch WHERE product_id = product.id AND undone_at IS NULL ORDER BY id DESC LIMIT 1)`;

/** The words of a search, each as a part of a name. */
const partsOf = (search: string): string[] =>
  search
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);

const idIn = (search: string): number | null => (/^\d{1,9}$/.test(search) ? Number(search) : null);

const matching = ({ search = '', gameId, platform, hasDiscount, isOffered }: PriceFilters) => sql<boolean>`
  (id = ${idIn(search)} OR sort_name LIKE ALL (${partsOf(search)}::text[]))
    AND (${gameId ?? null}::integer IS NULL OR game_id = ${gameId ?? null})
    AND (${platform ?? null}::text IS NULL OR platform = ${platform ?? null})
    AND (${hasDiscount ?? null}::boolean IS NULL OR (price_with_discount_cents < price_cents) = ${hasDiscount ?? null})
    AND (${isOffered ?? null}::boolean IS NULL OR offered = ${isOffered ?? null})`;

export async function listPriceIds(db: Connection, filters: PriceFilters): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`
    SELECT array_agg(id ORDER BY sort_name, id) AS ids FROM product WHERE ${matching(filters)}`.execute(db);
  return rows[0]?.ids ?? [];
}

/**
 * In the order of the list, those that earn no more than this fee: a share of the price in hundredths of a percent, and an
 * amount. All batches are read at once, because a look-up per offer takes three times as long.
 */
export async function listThinMargins(
  db: Connection,
  filters: PriceFilters,
  fee: { basisPoints: number; fixed: number },
): Promise<{ id: number; price: number; cost: number }[]> {
  const { rows } = await sql<{ id: number; price: number; cost: number }>`
    SELECT id, price_with_discount_cents AS price, newest.cost_cents AS cost
    FROM product JOIN (
      SELECT DISTINCT ON (product_id) product_id, cost_cents FROM key_batch WHERE undone_at IS NULL
      ORDER BY product_id, id DESC) AS newest ON newest.product_id = product.id
    WHERE ${matching(filters)} AND price_with_discount_cents - newest.cost_cents
      <= price_with_discount_cents::bigint * ${fee.basisPoints} / 10000 + ${fee.fixed} + 1
    ORDER BY sort_name, id`.execute(db);
  return rows;
}

export interface PriceOnSale {
  id: number;
  name: string;
  price: number;
  cost: number;
  /** When the price or the cost became what it is. */
  since: Date;
}

/** Of these offers, those that have keys to sell. */
export async function listPricesOnSale(db: Connection, ids: readonly number[]): Promise<PriceOnSale[]> {
  const { rows } = await sql<PriceOnSale>`
    SELECT product.id, product.name, price_with_discount_cents AS price, newest.cost_cents AS cost,
      greatest(newest.imported_at, (SELECT max(change.applied_at) FROM price_change_item AS item
        JOIN price_change AS change ON change.id = item.price_change_id
        WHERE item.product_id = product.id AND item.applied_version IS NOT NULL)) AS since
    FROM product CROSS JOIN LATERAL (
      SELECT cost_cents, imported_at FROM key_batch WHERE product_id = product.id AND undone_at IS NULL
      ORDER BY id DESC LIMIT 1) AS newest
    WHERE product.id = ANY (${ids}::integer[]) AND product.available ORDER BY product.id`.execute(db);
  return rows;
}

export interface PriceRow {
  id: number;
  gameId: number;
  name: string;
  platform: string;
  region: string;
  type: string;
  isOffered: boolean;
  isAvailable: boolean;
  priceCents: number;
  discountPriceCents: number;
  costCents: number | null;
  oldPriceExtraCents: number;
  version: number;
  /** A change that waits for its start or its end. */
  planned: { id: number; title: string; startsAt: string; endsAt: string | null; isApplied: boolean } | null;
}

/** In the order of the ids. Unknown ids are left out. */
export async function listPriceRows(db: Connection, ids: readonly number[]): Promise<PriceRow[]> {
  const { rows } = await sql<PriceRow>`
    SELECT product.id, game_id AS "gameId", product.name, product.platform, product.region, product.type,
      offered AS "isOffered", available AS "isAvailable", product.price_cents AS "priceCents",
      product.price_with_discount_cents AS "discountPriceCents", ${newestCost} AS "costCents",
      game.old_price_extra_cents AS "oldPriceExtraCents", price_version AS version,
      (SELECT json_build_object('id', change.id, 'title', change.title, 'startsAt', change.starts_at,
          'endsAt', change.ends_at, 'isApplied', change.status = 'applied')
        FROM price_change_item AS item JOIN price_change AS change ON change.id = item.price_change_id
        WHERE item.product_id = product.id
          AND (change.status = 'scheduled'
            OR (change.status = 'applied' AND change.ends_at IS NOT NULL AND item.applied_version IS NOT NULL))
        ORDER BY change.starts_at LIMIT 1) AS planned
    FROM unnest(${ids}::integer[]) WITH ORDINALITY AS wanted (id, number)
    JOIN product ON product.id = wanted.id JOIN game ON game.id = product.game_id
    ORDER BY wanted.number`.execute(db);
  return rows;
}

export async function listPlatforms(db: Connection): Promise<string[]> {
  const rows = await db.selectFrom('product').select('platform').distinct().orderBy('platform').execute();
  return rows.map(({ platform }) => platform);
}

export interface PricedGame {
  id: number;
  name: string;
  offers: number;
}

/** By name. The game whose number was searched comes first. */
export async function listPricedGames(db: Connection, search: string, limit: number): Promise<PricedGame[]> {
  const id = idIn(search);
  const { rows } = await sql<PricedGame>`
    SELECT id, name, (SELECT count(*)::integer FROM product WHERE game_id = game.id) AS offers FROM game
    WHERE id = ${id} OR sort_name LIKE ALL (${partsOf(search)}::text[])
    ORDER BY id IS DISTINCT FROM ${id}, sort_name, id LIMIT ${limit}`.execute(db);
  return rows;
}
