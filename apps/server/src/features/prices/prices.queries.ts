import { type RawBuilder, sql } from 'kysely';
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

/** Top-ups have none. */
const newestCost = sql<number | null>`(SELECT cost_cents FROM newest_batch(product.id))`;

/** The words of a search, each as a part of a name. */
const partsOf = (search: string): string[] =>
  search
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);

const idIn = (search: string): number | null => (/^\d{1,9}$/.test(search) ? Number(search) : null);

/** Only what is asked for: the planner chooses an index by it. */
function matching({ search = '', gameId, platform, hasDiscount, isOffered }: PriceFilters): RawBuilder<unknown> {
  const conditions = [sql`true`];
  const id = idIn(search);
  const isNamed = sql.join(
    [sql`true`, ...partsOf(search).map((part) => sql`lower(product.name) LIKE ${part}`)],
    sql` AND `,
  );
  if (search) conditions.push(id === null ? isNamed : sql`(product.id = ${id} OR (${isNamed}))`);
  if (gameId !== undefined) conditions.push(sql`product.game_id = ${gameId}`);
  if (platform !== undefined) conditions.push(sql`product.platform = ${platform}`);
  if (hasDiscount !== undefined) {
    conditions.push(
      hasDiscount
        ? sql`product.price_with_discount_cents < product.price_cents`
        : sql`product.price_with_discount_cents = product.price_cents`,
    );
  }
  if (isOffered !== undefined) conditions.push(sql`product.offered = ${isOffered}`);
  return sql.join(conditions, sql` AND `);
}

export interface PricePage {
  /** The offer before the first one. */
  after?: number | undefined;
  limit: number;
}

/** By name. */
export async function listPriceIds(
  db: Connection,
  filters: PriceFilters,
  { after, limit }: PricePage,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM product WHERE ${matching(filters)}
      ${after === undefined ? sql`` : sql`AND (sort_name, id) > (SELECT sort_name, id FROM product WHERE id = ${after})`}
    ORDER BY sort_name, id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** As triggers keep it. */
export async function countOffers(db: Connection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT coalesce(sum(total), 0)::integer AS count FROM product_total`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface ThinMargin {
  id: number;
  price: number;
  cost: number;
}

/**
 * By name, the offers that earn no more than this fee: a share of the price in hundredths of a percent, and an amount. Within a
 * band of prices the fee is at most its share of the lowest price, so the index leaves those with a higher share of cost only.
 */
export async function listThinMargins(
  db: Connection,
  filters: PriceFilters & { isAvailable?: boolean | undefined },
  { basisPoints, fixed }: { basisPoints: number; fixed: number },
): Promise<ThinMargin[]> {
  const { rows } = await sql<ThinMargin>`
    SELECT product.id, thin.price_cents AS price, thin.cost_cents AS cost
    FROM generate_series(0, 31) AS band CROSS JOIN LATERAL (
      SELECT product_id, price_cents, cost_cents FROM offer_margin WHERE price_band = band
        AND cost_share >= 9998 - ${basisPoints}::integer - least(10000, (${fixed}::integer + 1) * 10000::bigint / (1::bigint << band))
        AND price_cents - cost_cents <= price_cents::bigint * ${basisPoints}::integer / 10000 + ${fixed}::integer + 1
      OFFSET 0) AS thin
    JOIN product ON product.id = thin.product_id
    WHERE ${matching(filters)} ${filters.isAvailable ? sql`AND product.available` : sql``}
    ORDER BY product.sort_name, product.id`.execute(db);
  return rows;
}

/** When the price or the cost of the first of these offers became what it is. */
export async function findOldestPrice(db: Connection, ids: readonly number[]): Promise<Date> {
  const { rows } = await sql<{ since: Date | null }>`
    SELECT min(greatest(newest.imported_at, (SELECT max(change.applied_at) FROM price_change_item AS item
        JOIN price_change AS change ON change.id = item.price_change_id
        WHERE item.product_id = product.id AND item.applied_version IS NOT NULL))) AS since
    FROM unnest(${ids}::integer[]) AS product (id) CROSS JOIN newest_batch(product.id) AS newest`.execute(db);
  return rows[0]?.since ?? new Date();
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

/** Jumps from one to the next in the index. */
export async function listPlatforms(db: Connection): Promise<string[]> {
  const { rows } = await sql<{ platform: string }>`
    WITH RECURSIVE known AS (
      (SELECT platform FROM product ORDER BY platform LIMIT 1)
      UNION ALL
      SELECT (SELECT platform FROM product WHERE platform > known.platform ORDER BY platform LIMIT 1) FROM known
      WHERE known.platform IS NOT NULL
    )
    SELECT platform FROM known WHERE platform IS NOT NULL ORDER BY platform`.execute(db);
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
