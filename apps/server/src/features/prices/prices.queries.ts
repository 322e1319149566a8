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

/** Of the newest batch. Top-ups have none. */
const newestCost = sql<number | null>`(
  SELECT cost_cents FROM key_batch WHERE product_id = product.id ORDER BY id DESC LIMIT 1)`;

const matching = ({ search = '', gameId, platform, hasDiscount, isOffered }: PriceFilters) => {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  const id = /^\d{1,9}$/.test(search) ? Number(search) : null;
  return sql<boolean>`(id = ${id} OR sort_name LIKE ALL (${words}::text[]))
    AND (${gameId ?? null}::integer IS NULL OR game_id = ${gameId ?? null})
    AND (${platform ?? null}::text IS NULL OR platform = ${platform ?? null})
    AND (${hasDiscount ?? null}::boolean IS NULL OR (price_with_discount_cents < price_cents) = ${hasDiscount ?? null})
    AND (${isOffered ?? null}::boolean IS NULL OR offered = ${isOffered ?? null})`;
};

export async function listPriceIds(db: Connection, filters: PriceFilters): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`
    SELECT array_agg(id ORDER BY sort_name, id) AS ids FROM product WHERE ${matching(filters)}`.execute(db);
  return rows[0]?.ids ?? [];
}

/** With what decides about the margin, in the order of the list. */
export async function listPriceMargins(db: Connection, filters: PriceFilters) {
  const { rows } = await sql<{ id: number; price: number; cost: number | null }>`
    SELECT id, price_with_discount_cents AS price, ${newestCost} AS cost FROM product
    WHERE ${matching(filters)} ORDER BY sort_name, id`.execute(db);
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
