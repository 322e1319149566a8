import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import {
  among,
  countedBatches,
  countedSales,
  dayOf,
  type Products,
  soldOn,
  summedBatches,
  TODAY,
} from './stock-level.counts.ts';

/** The counts of `stock_level` and the sales of `stock_sale_day`: read from the keys and written. */

export interface StockCursor {
  countedUntil: Date | null;
  isOtherDay: boolean;
}

/** False when another worker counts. */
export async function tryLockStock(transaction: Connection): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext('stock-level')) AS locked`.execute(transaction);
  return rows[0]?.locked ?? false;
}

export async function lockStock(transaction: Connection): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('stock-level'))`.execute(transaction);
}

/** For a transaction that begins after the lock and sees everything as of its beginning. */
export async function whileStockIsLocked<Result>(connection: Connection, work: () => Promise<Result>): Promise<Result> {
  await sql`SELECT pg_advisory_lock(hashtext('stock-level'))`.execute(connection);
  try {
    return await work();
  } finally {
    await sql`SELECT pg_advisory_unlock(hashtext('stock-level'))`.execute(connection);
  }
}

export async function getCursor(db: Connection): Promise<StockCursor> {
  const { rows } = await sql<StockCursor>`
    SELECT counted_until AS "countedUntil", day IS DISTINCT FROM ${TODAY} AS "isOtherDay" FROM stock_cursor`.execute(
    db,
  );
  if (!rows[0]) throw new Error('stock_cursor is empty');
  return rows[0];
}

/**
 * The time until which every change is committed. A key gets its time of change when its transaction begins or later, so a
 * transaction that is still open may yet commit changes from its beginning on.
 */
export async function getSettledTime(db: Connection): Promise<Date> {
  const { rows } = await sql<{ time: Date }>`
    SELECT least(now(), min(xact_start)) AS time FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`.execute(db);
  return rows[0]?.time ?? new Date(0);
}

export async function saveCursor(db: Connection, countedUntil: Date): Promise<void> {
  await sql`UPDATE stock_cursor SET counted_until = ${countedUntil}, day = ${TODAY}`.execute(db);
}

export async function listChangedProducts(db: Connection, since: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT product_id AS id FROM product_key WHERE changed_at >= ${since}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts the keys of each batch. */
export async function saveBatches(db: Connection, ids: Products): Promise<void> {
  await sql`
    INSERT INTO stock_batch AS known (batch_id, product_id, available, reserved, quarantined) ${countedBatches(ids)}
    ON CONFLICT (batch_id) DO UPDATE SET available = excluded.available, reserved = excluded.reserved,
      quarantined = excluded.quarantined
    WHERE (known.available, known.reserved, known.quarantined) <>
      (excluded.available, excluded.reserved, excluded.quarantined)`.execute(db);
}

/** Sums the batches of each product. */
export async function saveLevels(db: Connection, ids: Products): Promise<void> {
  await sql`
    INSERT INTO stock_level AS known (product_id, available, reserved, quarantined, cost_cents) ${summedBatches(ids)}
    ON CONFLICT (product_id) DO UPDATE SET available = excluded.available, reserved = excluded.reserved,
      quarantined = excluded.quarantined, cost_cents = excluded.cost_cents
    WHERE (known.available, known.reserved, known.quarantined, known.cost_cents) IS DISTINCT FROM
      (excluded.available, excluded.reserved, excluded.quarantined, excluded.cost_cents)`.execute(db);
}

/** Counts again the days on which keys were delivered that have changed since then. A refund changes a day of the past. */
export async function saveChangedSales(db: Connection, since: Date): Promise<void> {
  await sql`
    WITH changed AS MATERIALIZED (SELECT id, product_id FROM product_key WHERE changed_at >= ${since}),
    pair AS MATERIALIZED (
      SELECT product_id, ${dayOf(sql`delivered_at`)} AS day FROM changed JOIN delivery ON delivery.key_id = changed.id
      UNION SELECT product_id, ${dayOf(sql`delivered_at`)} FROM changed JOIN key_return ON key_return.key_id = changed.id
    ), counted AS MATERIALIZED (
      ${soldOn(sql`(SELECT DISTINCT day FROM pair WHERE day > ${TODAY} - 30)`)}
    ), gone AS (
      DELETE FROM stock_sale_day USING pair WHERE stock_sale_day.product_id = pair.product_id AND stock_sale_day.day = pair.day
        AND NOT EXISTS (SELECT FROM counted WHERE counted.product_id = pair.product_id AND counted.day = pair.day)
    )
    INSERT INTO stock_sale_day AS known (product_id, day, sold)
    SELECT counted.* FROM counted JOIN pair USING (product_id, day)
    ON CONFLICT (product_id, day) DO UPDATE SET sold = excluded.sold WHERE known.sold <> excluded.sold`.execute(db);
}

/** Writes only what differs: each day that is written is compared again by the next check. */
export async function rebuildSales(db: Connection): Promise<void> {
  await sql`
    WITH truth AS MATERIALIZED (${countedSales(sql`(${TODAY} - 29)`)}), gone AS (
      DELETE FROM stock_sale_day AS known WHERE NOT EXISTS (
        SELECT FROM truth WHERE truth.product_id = known.product_id AND truth.day = known.day)
    )
    INSERT INTO stock_sale_day AS known (product_id, day, sold) SELECT product_id, day, sold FROM truth
    ON CONFLICT (product_id, day) DO UPDATE SET sold = excluded.sold WHERE known.sold <> excluded.sold`.execute(db);
}

/**
 * After a table was filled in this transaction. The planner would take it for empty, and compare each of a million products with
 * every row.
 */
export async function analyze(db: Connection, table: 'stock_batch' | 'stock_level' | 'stock_sale_day'): Promise<void> {
  await sql`ANALYZE ${sql.table(table)}`.execute(db);
}

/** Carries the days over to the sums of 7 and 30 days. */
export async function saveSaleSums(db: Connection, ids: Products): Promise<void> {
  await sql`
    UPDATE stock_level SET sold_7 = summed.sold_7, sold_30 = summed.sold_30 FROM (
      SELECT stock_level.product_id, coalesce(sum(sold) FILTER (WHERE day > ${TODAY} - 7), 0)::integer AS sold_7,
        coalesce(sum(sold), 0)::integer AS sold_30
      FROM stock_level LEFT JOIN stock_sale_day ON stock_sale_day.product_id = stock_level.product_id
        AND day > ${TODAY} - 30
      WHERE ${among(sql`stock_level.product_id`, ids)} GROUP BY stock_level.product_id) AS summed
    WHERE summed.product_id = stock_level.product_id
      AND (stock_level.sold_7, stock_level.sold_30) <> (summed.sold_7, summed.sold_30)`.execute(db);
}

/** Products whose threshold or place on sale has changed since the last call. */
export async function takeLowStockChanges(db: Connection): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`DELETE FROM low_stock_change RETURNING product_id AS id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Marks which of these products have come to their threshold or left it, and notifies operators of the former. The mark makes
 * it once per crossing. All products are looked at when the threshold of the settings is another one than the last time.
 */
export async function markLowStock(db: Connection, threshold: number, ids: Products): Promise<void> {
  const { rows } = await sql<{ isOther: boolean }>`
    SELECT low_threshold IS DISTINCT FROM ${threshold}::integer AS "isOther" FROM stock_cursor`.execute(db);
  const isOther = rows[0]?.isOther ?? true;
  await sql`
    WITH state AS (
      SELECT stock_level.product_id, product.offered
        AND stock_level.available <= coalesce(stock_threshold.threshold, ${threshold}) AS is_low
      FROM stock_level JOIN product ON product.id = stock_level.product_id
      LEFT JOIN stock_threshold ON stock_threshold.product_id = stock_level.product_id
      WHERE ${among(sql`stock_level.product_id`, isOther ? undefined : ids)}
    ), marked AS (
      UPDATE stock_level SET low_since = CASE WHEN state.is_low THEN now() END FROM state
      WHERE state.product_id = stock_level.product_id AND state.is_low <> (low_since IS NOT NULL)
      RETURNING stock_level.product_id, state.is_low
    )
    INSERT INTO operator_event (kind, subject) SELECT 'low-stock', product_id FROM marked WHERE is_low`.execute(db);
  if (isOther) await sql`UPDATE stock_cursor SET low_threshold = ${threshold}`.execute(db);
}
