import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { COUNTED_LEVELS, countedBatches, countedSales, soldOn, summedBatches, TODAY } from './stock-level.counts.ts';

/** What `shop check` compares: the counts with the keys, the sums with the batches, the sales with the deliveries. */

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
