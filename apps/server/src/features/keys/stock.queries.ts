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
  costCents: number | null;
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
const AVAILABLE = sql`coalesce(level.available, 0)`;
const SOLD_30 = sql`coalesce(level.sold_30, 0)`;
/** Sold out first, then by the days that are left at the pace of 30 days. What is not sold comes last. */
const URGENCY = sql`CASE WHEN ${AVAILABLE} = 0 THEN -1 WHEN ${SOLD_30} = 0 THEN 2147483647
  ELSE ${AVAILABLE}::bigint * ${sql.lit(DAYS)} / ${SOLD_30} END`;

const ORDER: Record<StockSort, RawBuilder<unknown>[]> = {
  urgency: [URGENCY, sql`-${SOLD_30}`, AVAILABLE],
  available: [AVAILABLE],
  sold: [sql`-${SOLD_30}`],
  name: [sql`product.sort_name`],
};

const SOURCE = sql`product LEFT JOIN stock_level AS level ON level.product_id = product.id
  LEFT JOIN stock_threshold ON stock_threshold.product_id = product.id`;
const COLUMNS = sql`product.id AS "productId", product.name, product.type, product.platform, product.region, product.edition,
  product.offered AS "isOffered", product.price_with_discount_cents AS "priceCents", ${AVAILABLE} AS available,
  coalesce(level.reserved, 0) AS reserved, coalesce(level.quarantined, 0) AS quarantined,
  coalesce(level.sold_7, 0) AS "sold7", ${SOLD_30} AS "sold30", level.cost_cents AS "costCents",
  stock_threshold.threshold, level.low_since AS "lowSince"`;

/** Every product that is sold by key, as it was counted last. */
export async function listStock(db: Connection, choice: StockChoice): Promise<StockRow[]> {
  const { isLow, most, platform, search, sort = 'urgency', after, limit } = choice;
  const keys = sql.join([...ORDER[sort], sql`product.id`], sql`, `);
  const conditions = [sql`product.type <> 'TopUp'`];
  if (isLow) conditions.push(sql`level.low_since IS NOT NULL`);
  if (most !== undefined) conditions.push(sql`product.offered AND ${AVAILABLE} <= ${most}`);
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

export async function getStockSummary(db: Connection): Promise<StockSummary> {
  const { rows } = await sql<StockSummary>`
    SELECT (count(*) FILTER (WHERE level.low_since IS NOT NULL))::integer AS low,
      (count(*) FILTER (WHERE product.offered AND ${AVAILABLE} = 0))::integer AS "soldOut",
      array_agg(DISTINCT product.platform ORDER BY product.platform) AS platforms
    FROM ${SOURCE} WHERE product.type <> 'TopUp'`.execute(db);
  const [summary] = rows;
  return summary?.platforms ? summary : { low: 0, soldOut: 0, platforms: [] };
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
