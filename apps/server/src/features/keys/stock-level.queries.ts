import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** The counts of `stock_level` and the sales of `stock_sale_day`: read from the keys, written, compared. */

const TODAY = sql`shop_day(now())`;
const dayOf = (time: RawBuilder<unknown>) => sql`shop_day(${time})`;

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

const changed = (kind: string, type: string) =>
  sql`(SELECT DISTINCT subject::${sql.raw(type)} FROM unchecked_change WHERE kind = ${kind})`;

/** What has changed since the last check: batches with their keys or counts, products with their sums, days with their sales. */
export async function listUnchecked(
  db: Connection,
): Promise<{ batches: number[]; products: number[]; days: string[] }> {
  const { rows } = await sql<{ batches: number[]; products: number[]; days: string[] }>`
    WITH batch AS MATERIALIZED (
      SELECT batch_id AS id FROM product_key WHERE id IN ${changed('key', 'bigint')}
      UNION ${changed('batch', 'integer')} UNION ${changed('stock-batch', 'integer')}
    ), product AS (
      SELECT product_id AS id FROM key_batch JOIN batch USING (id) UNION ${changed('product', 'integer')}
    ), day AS (
      SELECT shop_day(at) AS day FROM ${changed('sold-at', 'timestamptz')} AS sold (at) UNION ${changed('stock-day', 'date')}
    )
    SELECT ARRAY(SELECT id FROM batch) AS batches, ARRAY(SELECT id FROM product) AS products,
      ARRAY(SELECT day::text FROM day WHERE day > ${TODAY} - 30) AS days`.execute(db);
  if (!rows[0]) throw new Error('no answer about what has changed');
  return rows[0];
}

export async function listChangedProducts(db: Connection, since: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT product_id AS id FROM product_key WHERE changed_at >= ${since}`.execute(db);
  return rows.map(({ id }) => id);
}

/** `undefined` means every product. */
type Products = readonly number[] | undefined;
const among = (column: RawBuilder<unknown>, ids: Products) =>
  ids ? sql`${column} = ANY (${ids}::integer[])` : sql`true`;

/** What the keys say. */
const COUNTED_LEVELS = sql`
  SELECT product.id AS product_id, coalesce(stock.count, 0)::integer AS available,
    coalesce(held.count, 0)::integer AS reserved, coalesce(kept.count, 0)::integer AS quarantined,
    CASE WHEN stock.count > 0 THEN round(stock.cost / stock.count)::integer ELSE (
      SELECT cost_cents FROM key_batch WHERE product_id = product.id AND undone_at IS NULL ORDER BY id DESC LIMIT 1
    ) END AS cost_cents
  FROM product
  LEFT JOIN (
    SELECT counted.product_id, sum(counted.count) AS count, sum(counted.count * key_batch.cost_cents) AS cost
    FROM (SELECT product_id, batch_id, count(*) AS count FROM product_key
      WHERE status = 'available' GROUP BY product_id, batch_id) AS counted
    JOIN key_batch ON key_batch.id = counted.batch_id GROUP BY counted.product_id) AS stock ON stock.product_id = product.id
  LEFT JOIN (SELECT product_id, count(*) AS count FROM product_key WHERE status = 'reserved' GROUP BY product_id) AS held
    ON held.product_id = product.id
  LEFT JOIN (SELECT product_id, count(*) AS count FROM product_key
      WHERE status = 'quarantined' GROUP BY product_id) AS kept
    ON kept.product_id = product.id
  WHERE product.type <> 'TopUp'`;

/**
 * What the keys say, batch by batch: of all batches of these products, or of these batches. Each status has its own index, so a batch
 * costs little in a large vault.
 */
const countedBatches = (ids: Products, batches?: readonly number[]) => {
  const isMeant = batches
    ? sql`(product_id, batch_id) IN (SELECT product_id, id FROM key_batch WHERE id = ANY (${batches}::integer[]))`
    : among(sql`product_id`, ids);
  return sql`
    SELECT key_batch.id AS batch_id, key_batch.product_id, coalesce(stock.count, 0)::integer AS available,
      coalesce(held.count, 0)::integer AS reserved, coalesce(kept.count, 0)::integer AS quarantined
    FROM key_batch
    LEFT JOIN (SELECT batch_id, count(*) AS count FROM product_key
      WHERE status = 'available' AND ${isMeant} GROUP BY batch_id) AS stock ON stock.batch_id = key_batch.id
    LEFT JOIN (SELECT batch_id, count(*) AS count FROM product_key WHERE status = 'reserved' GROUP BY batch_id) AS held
      ON held.batch_id = key_batch.id
    LEFT JOIN (SELECT batch_id, count(*) AS count FROM product_key
      WHERE status = 'quarantined' AND ${isMeant} GROUP BY batch_id) AS kept ON kept.batch_id = key_batch.id
    WHERE ${batches ? among(sql`key_batch.id`, batches) : among(sql`key_batch.product_id`, ids)}`;
};

/** What the batches say. */
const summedBatches = (ids: Products) => sql`
  SELECT product.id AS product_id, coalesce(sum(batch.available), 0)::integer AS available,
    coalesce(sum(batch.reserved), 0)::integer AS reserved, coalesce(sum(batch.quarantined), 0)::integer AS quarantined,
    CASE WHEN sum(batch.available) > 0
      THEN round(sum(batch.available * key_batch.cost_cents::numeric) / sum(batch.available))::integer ELSE (
        SELECT cost_cents FROM key_batch WHERE product_id = product.id AND undone_at IS NULL ORDER BY id DESC LIMIT 1
      ) END AS cost_cents
  FROM product LEFT JOIN stock_batch AS batch ON batch.product_id = product.id
  LEFT JOIN key_batch ON key_batch.id = batch.batch_id
  WHERE product.type <> 'TopUp' AND ${among(sql`product.id`, ids)} GROUP BY product.id`;

/** What the deliveries say. */
const countedSales = (from: RawBuilder<unknown>) => sql`
  SELECT product_key.product_id, ${dayOf(sql`delivered_at`)} AS day, count(*)::integer AS sold
  FROM delivery JOIN product_key ON product_key.id = delivery.key_id
  WHERE delivered_at >= shop_midnight(${from}) AND replaces_key_id IS NULL
  GROUP BY product_key.product_id, day`;

/**
 * How many keys of each product were delivered on these days. OFFSET 0 keeps the planner from joining: with bounds from another
 * relation it takes a day for a ninth of all deliveries, and reads every key.
 */
const soldOn = (days: RawBuilder<unknown>) => sql`
  SELECT sold.product_id, wanted.day, count(*)::integer AS sold FROM ${days} AS wanted CROSS JOIN LATERAL (
    SELECT key.product_id FROM delivery CROSS JOIN LATERAL (
      SELECT product_id FROM product_key WHERE id = delivery.key_id OFFSET 0) AS key
    WHERE delivered_at >= shop_midnight(wanted.day) AND delivered_at < shop_midnight(wanted.day + 1)
      AND replaces_key_id IS NULL OFFSET 0) AS sold
  GROUP BY sold.product_id, wanted.day`;

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

/** One line per batch whose counts differ from its keys. */
export async function listWrongBatches(db: Connection, batches: readonly number[] | undefined): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    SELECT format('batch %s: %s counted, %s in the vault', truth.batch_id,
      concat_ws('/', known.available, known.reserved, known.quarantined),
      concat_ws('/', truth.available, truth.reserved, truth.quarantined)) AS fault
    FROM (${countedBatches(undefined, batches)}) AS truth LEFT JOIN stock_batch AS known ON known.batch_id = truth.batch_id
    WHERE (known.available, known.reserved, known.quarantined)
      IS DISTINCT FROM (truth.available, truth.reserved, truth.quarantined)
    ORDER BY truth.batch_id LIMIT 20`.execute(db);
  return rows.map(({ fault }) => fault);
}

/** One line per product whose counts differ from its keys and deliveries. A new product has no counts before its first key. */
export async function listWrongLevels(db: Connection): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    WITH sales AS (${countedSales(sql`(${TODAY} - 29)`)}), truth AS (
      SELECT level.*, coalesce(sum(sold) FILTER (WHERE day > ${TODAY} - 7), 0)::integer AS sold_7,
        coalesce(sum(sold), 0)::integer AS sold_30
      FROM (${COUNTED_LEVELS}) AS level LEFT JOIN sales ON sales.product_id = level.product_id
      GROUP BY level.product_id, level.available, level.reserved, level.quarantined, level.cost_cents
    )
    SELECT format('stock of product %s: %s counted, %s in the vault', truth.product_id,
      concat_ws('/', known.available, known.reserved, known.quarantined, known.cost_cents, known.sold_7, known.sold_30),
      concat_ws('/', truth.available, truth.reserved, truth.quarantined, truth.cost_cents, truth.sold_7, truth.sold_30))
      AS fault
    FROM truth LEFT JOIN stock_level AS known ON known.product_id = truth.product_id
    WHERE (known.available, known.reserved, known.quarantined, known.cost_cents, known.sold_7, known.sold_30)
      IS DISTINCT FROM (truth.available, truth.reserved, truth.quarantined, truth.cost_cents, truth.sold_7, truth.sold_30)
      AND (known.product_id IS NOT NULL OR EXISTS (SELECT FROM key_batch WHERE key_batch.product_id = truth.product_id))
    ORDER BY truth.product_id LIMIT 20`.execute(db);
  return rows.map(({ fault }) => fault);
}

/** One line per product whose counts are not the sums of its batches. Reads no key. */
export async function listWrongSums(db: Connection, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    SELECT format('stock of product %s: %s counted, %s in its batches', truth.product_id,
      concat_ws('/', known.available, known.reserved, known.quarantined, known.cost_cents),
      concat_ws('/', truth.available, truth.reserved, truth.quarantined, truth.cost_cents)) AS fault
    FROM (${summedBatches(ids)}) AS truth LEFT JOIN stock_level AS known ON known.product_id = truth.product_id
    WHERE (known.available, known.reserved, known.quarantined, known.cost_cents)
      IS DISTINCT FROM (truth.available, truth.reserved, truth.quarantined, truth.cost_cents)
      AND (known.product_id IS NOT NULL OR EXISTS (SELECT FROM key_batch WHERE key_batch.product_id = truth.product_id))
    ORDER BY truth.product_id LIMIT 20`.execute(db);
  return rows.map(({ fault }) => fault);
}

/** One line per product whose sums of 7 and 30 days are not those of its days. They change at midnight, so all are compared. */
export async function listWrongSaleSums(db: Connection): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    SELECT format('sales of product %s in 7 and 30 days: %s counted, %s on its days', product_id,
      concat_ws('/', coalesce(known.sold_7, 0), coalesce(known.sold_30, 0)),
      concat_ws('/', coalesce(truth.sold_7, 0), coalesce(truth.sold_30, 0))) AS fault
    FROM (SELECT product_id, sold_7, sold_30 FROM stock_level WHERE sold_30 > 0) AS known
    FULL JOIN (SELECT product_id, coalesce(sum(sold) FILTER (WHERE day > ${TODAY} - 7), 0) AS sold_7, sum(sold) AS sold_30
      FROM stock_sale_day WHERE day > ${TODAY} - 30 GROUP BY product_id) AS truth USING (product_id)
    WHERE (coalesce(known.sold_7, 0), coalesce(known.sold_30, 0)) <> (coalesce(truth.sold_7, 0), coalesce(truth.sold_30, 0))
    ORDER BY product_id LIMIT 20`.execute(db);
  return rows.map(({ fault }) => fault);
}

/** One line per product whose sales of one of these days differ from the deliveries. */
export async function listWrongDays(db: Connection, days: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    WITH changed AS (SELECT day FROM unnest(${days}::date[]) AS day), truth AS (${soldOn(sql`changed`)})
    SELECT format('sales of product %s on %s: %s counted, %s delivered', product_id, day, coalesce(known.sold, 0),
      coalesce(truth.sold, 0)) AS fault
    FROM truth FULL JOIN (SELECT * FROM stock_sale_day WHERE day IN (SELECT day FROM changed)) AS known
      USING (product_id, day)
    WHERE coalesce(known.sold, 0) <> coalesce(truth.sold, 0) ORDER BY day, product_id LIMIT 20`.execute(db);
  return rows.map(({ fault }) => fault);
}
