import { type RawBuilder, sql } from 'kysely';

/** What keys, batches and deliveries say about the stock, as parts of statements. */

export const TODAY = sql`shop_day(now())`;
export const dayOf = (time: RawBuilder<unknown>) => sql`shop_day(${time})`;

/** `undefined` means every product. */
export type Products = readonly number[] | undefined;
export const among = (column: RawBuilder<unknown>, ids: Products) =>
  ids ? sql`${column} = ANY (${ids}::integer[])` : sql`true`;

/** What the keys say. */
export const COUNTED_LEVELS = sql`
  SELECT product.id AS product_id, coalesce(stock.count, 0)::integer AS available,
    coalesce(held.count, 0)::integer AS reserved, coalesce(kept.count, 0)::integer AS quarantined,
    CASE WHEN stock.count > 0 THEN round(stock.cost / stock.count)::integer
      ELSE (SELECT cost_cents FROM newest_batch(product.id)) END AS cost_cents
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
export const countedBatches = (ids: Products, batches?: readonly number[]) => {
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
export const summedBatches = (ids: Products) => sql`
  SELECT product.id AS product_id, coalesce(sum(batch.available), 0)::integer AS available,
    coalesce(sum(batch.reserved), 0)::integer AS reserved, coalesce(sum(batch.quarantined), 0)::integer AS quarantined,
    CASE WHEN sum(batch.available) > 0
      THEN round(sum(batch.available * key_batch.cost_cents::numeric) / sum(batch.available))::integer
      ELSE (SELECT cost_cents FROM newest_batch(product.id)) END AS cost_cents
  FROM product LEFT JOIN stock_batch AS batch ON batch.product_id = product.id
  LEFT JOIN key_batch ON key_batch.id = batch.batch_id
  WHERE product.type <> 'TopUp' AND ${among(sql`product.id`, ids)} GROUP BY product.id`;

/** What the deliveries say. */
export const countedSales = (from: RawBuilder<unknown>) => sql`
  SELECT product_key.product_id, ${dayOf(sql`delivered_at`)} AS day, count(*)::integer AS sold
  FROM delivery JOIN product_key ON product_key.id = delivery.key_id
  WHERE delivered_at >= shop_midnight(${from}) AND replaces_key_id IS NULL
  GROUP BY product_key.product_id, day`;

/**
 * How many keys of each product were delivered on these days. OFFSET 0 keeps the planner from joining: with bounds from another
 * relation it takes a day for a ninth of all deliveries, and reads every key.
 */
export const soldOn = (days: RawBuilder<unknown>) => sql`
  SELECT sold.product_id, wanted.day, count(*)::integer AS sold FROM ${days} AS wanted CROSS JOIN LATERAL (
    SELECT key.product_id FROM delivery CROSS JOIN LATERAL (
      SELECT product_id FROM product_key WHERE id = delivery.key_id OFFSET 0) AS key
    WHERE delivered_at >= shop_midnight(wanted.day) AND delivered_at < shop_midnight(wanted.day + 1)
      AND replaces_key_id IS NULL OFFSET 0) AS sold
  GROUP BY sold.product_id, wanted.day`;
