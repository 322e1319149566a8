import { MOST_COUNTED } from '@oyna/domain/list-filters';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

export interface StockRow {
  productId: number;
  name: string;
  type: string;
  platform: string;
  region: string;
  edition: string;
  isOffered: boolean;
  priceCents: number;
  available: number;
  reserved: number;
  quarantined: number;
  sold7: number;
  sold30: number;
  /** Of the newest keys. */
  costCents: number | null;
  /** The average of the keys in stock, or that of the newest keys when there are none. */
  stockCostCents: number | null;
  /** Of this product. Null for that of the settings. */
  threshold: number | null;
  lowSince: Date | null;
}

export const STOCK_SORTS = ['urgency', 'available', 'sold', 'name'] as const;
export type StockSort = (typeof STOCK_SORTS)[number];

export interface StockChoice {
  /** Only products that are at or below their threshold. */
  isLow?: boolean | undefined;
  /** Only offered products with at most so many keys. */
  most?: number | undefined;
  platform?: string | undefined;
  /** A part of the name, or the number of the product. */
  search?: string | undefined;
  sort?: StockSort | undefined;
  /** The product before the first row. */
  after?: number | undefined;
  limit?: number | undefined;
}

const DAYS = 30;
/** Sold out first, then by the days that are left at the pace of 30 days. What is not sold comes last. */
const URGENCY = sql`CASE WHEN level.available = 0 THEN -1 WHEN level.sold_30 = 0 THEN 2147483647
  ELSE level.available::bigint * ${sql.lit(DAYS)} / level.sold_30 END`;

/** Each is an index: the product is last in it. */
const ORDER: Record<StockSort, RawBuilder<unknown>[]> = {
  urgency: [URGENCY, sql`(-level.sold_30)`, sql`level.available`, sql`level.product_id`],
  available: [sql`level.available`, sql`level.product_id`],
  sold: [sql`(-level.sold_30)`, sql`level.product_id`],
  name: [sql`product.sort_name`, sql`product.id`],
};

/** A product that is sold by key has counts from its beginning. */
const SOURCE = sql`stock_level AS level JOIN product ON product.id = level.product_id
  LEFT JOIN stock_threshold ON stock_threshold.product_id = product.id`;
const COLUMNS = sql`product.id AS "productId", product.name, product.type, product.platform, product.region, product.edition,
  product.offered AS "isOffered", product.price_with_discount_cents AS "priceCents", level.available,
  level.reserved, level.quarantined, level.sold_7 AS "sold7", level.sold_30 AS "sold30",
  (SELECT cost_cents FROM newest_batch(product.id)) AS "costCents", level.cost_cents AS "stockCostCents",
  stock_threshold.threshold, level.low_since AS "lowSince"`;

/** Every product that is sold by key, as it was counted last. */
export async function listStock(db: Connection, choice: StockChoice): Promise<StockRow[]> {
  const { isLow, most, platform, search, sort = 'urgency', after, limit } = choice;
  const keys = sql.join(ORDER[sort], sql`, `);
  const conditions = [sql`product.type <> 'TopUp'`];
  if (isLow) conditions.push(sql`level.low_since IS NOT NULL`);
  if (most !== undefined) conditions.push(sql`product.offered AND level.available <= ${most}`);
  if (platform) conditions.push(sql`product.platform = ${platform}`);
  if (search) conditions.push(isFound(search));
  if (after !== undefined) {
    conditions.push(sql`(${keys}) > (SELECT ${keys} FROM ${SOURCE} WHERE product.id = ${after})`);
  }
  const { rows } = await sql<StockRow>`
    SELECT ${COLUMNS} FROM ${SOURCE} WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${keys} ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`.execute(db);
  return rows;
}

export async function findStock(db: Connection, productId: number): Promise<StockRow | undefined> {
  const { rows } = await sql<StockRow>`
    SELECT ${COLUMNS} FROM ${SOURCE} WHERE product.id = ${productId} AND product.type <> 'TopUp'`.execute(db);
  return rows[0];
}

function isFound(search: string): RawBuilder<unknown> {
  const part = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const id = /^#?(\d{1,9})$/.exec(search)?.[1];
  return id === undefined
    ? sql`lower(product.name) LIKE ${part}`
    : sql`(product.id = ${Number(id)} OR lower(product.name) LIKE ${part})`;
}

export interface StockSummary {
  low: number;
  soldOut: number;
  platforms: string[];
}

/** Counts as far as MOST_COUNTED, and one more when there are more. */
export async function getStockSummary(db: Connection): Promise<StockSummary> {
  const bounded = (rows: RawBuilder<unknown>) =>
    sql`(SELECT count(*)::integer FROM (SELECT FROM ${rows} LIMIT ${MOST_COUNTED + 1}) AS counted)`;
  const { rows } = await sql<StockSummary>`
    WITH RECURSIVE platform AS (
      (SELECT platform AS name FROM product WHERE type <> 'TopUp' ORDER BY platform LIMIT 1)
      UNION ALL
      SELECT (SELECT product.platform FROM product WHERE type <> 'TopUp' AND product.platform > platform.name
        ORDER BY product.platform LIMIT 1) FROM platform WHERE name IS NOT NULL
    )
    SELECT ${bounded(sql`stock_level AS level WHERE low_since IS NOT NULL`)} AS low,
      ${bounded(sql`${SOURCE} WHERE product.type <> 'TopUp' AND product.offered AND level.available = 0`)} AS "soldOut",
      ARRAY(SELECT name FROM platform WHERE name IS NOT NULL ORDER BY name) AS platforms`.execute(db);
  return rows[0] ?? { low: 0, soldOut: 0, platforms: [] };
}

export interface ProductBatch {
  id: number;
  supplier: string;
  costCents: number;
  keyCount: number;
  importedAt: Date;
  available: number;
  reserved: number;
  quarantined: number;
  writtenOff: number;
  /** Delivered keys, also those that were claimed or revoked later. */
  sold: number;
  quarantinedAt: Date | null;
  quarantineReason: string | null;
  undoneAt: Date | null;
  undoneBy: string | null;
}

/** The latest batches first, as they were counted last. What is not in stock, held or written off was sold. */
export async function listBatches(db: Connection, productId: number, limit: number): Promise<ProductBatch[]> {
  const { rows } = await sql<ProductBatch>`
    SELECT batch.id, batch.supplier, batch.cost_cents AS "costCents", batch.key_count AS "keyCount",
      batch.imported_at AS "importedAt", coalesce(available, 0) AS available, coalesce(reserved, 0) AS reserved,
      coalesce(quarantined, 0) AS quarantined, batch.written_off AS "writtenOff",
      CASE WHEN batch.undone_at IS NOT NULL OR counted.batch_id IS NULL THEN 0
        ELSE greatest(0, batch.key_count - batch.written_off - available - reserved - quarantined) END AS sold,
      batch.quarantined_at AS "quarantinedAt", batch.quarantine_reason AS "quarantineReason",
      batch.undone_at AS "undoneAt", batch.undone_by AS "undoneBy"
    FROM key_batch AS batch LEFT JOIN stock_batch AS counted ON counted.batch_id = batch.id
    WHERE batch.product_id = ${productId} ORDER BY batch.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Until the transaction ends no other change of this threshold begins. */
export async function lockThreshold(db: Connection, productId: number): Promise<number | null> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('stock-threshold'), ${productId})`.execute(db);
  const { rows } = await sql<{ threshold: number }>`
    SELECT threshold FROM stock_threshold WHERE product_id = ${productId}`.execute(db);
  return rows[0]?.threshold ?? null;
}

export async function saveThreshold(db: Connection, productId: number, threshold: number | null): Promise<void> {
  if (threshold === null) {
    await sql`DELETE FROM stock_threshold WHERE product_id = ${productId}`.execute(db);
    return;
  }
  await sql`INSERT INTO stock_threshold (product_id, threshold) VALUES (${productId}, ${threshold})
    ON CONFLICT (product_id) DO UPDATE SET threshold = excluded.threshold`.execute(db);
}
