import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** The prices and costs of `offer_margin`, which triggers keep: compared with products and batches, written anew. */

/** `undefined` means every product. */
const truthOf = (ids: readonly number[] | undefined) => sql`
  SELECT newest.product_id, product.price_with_discount_cents AS price_cents, newest.cost_cents
  FROM (SELECT DISTINCT ON (product_id) product_id, cost_cents FROM key_batch
    WHERE undone_at IS NULL ${ids ? sql`AND product_id = ANY (${ids}::integer[])` : sql``}
    ORDER BY product_id, id DESC) AS newest JOIN product ON product.id = newest.product_id`;

const differing = (ids: readonly number[] | undefined) => sql`
  SELECT product_id, known.price_cents AS known_price, known.cost_cents AS known_cost, truth.price_cents, truth.cost_cents
  FROM (${truthOf(ids)}) AS truth FULL JOIN (
    SELECT * FROM offer_margin ${ids ? sql`WHERE product_id = ANY (${ids}::integer[])` : sql``}) AS known USING (product_id)
  WHERE (known.price_cents, known.cost_cents) IS DISTINCT FROM (truth.price_cents, truth.cost_cents)`;

/** One line per product whose price or cost differs from its own. */
export async function listWrongMargins(db: Connection, ids: readonly number[] | undefined): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    SELECT format('margin of product %s: price/cost %s/%s kept, %s/%s in the store', product_id,
      coalesce(known_price::text, '-'), coalesce(known_cost::text, '-'), coalesce(price_cents::text, '-'),
      coalesce(cost_cents::text, '-')) AS fault
    FROM (${differing(ids)}) AS wrong ORDER BY product_id LIMIT 20`.execute(db);
  return rows.map(({ fault }) => fault);
}

/** Corrects what differs. In a snapshot: a row that changes meanwhile ends the transaction, which is repeated. */
export async function saveMargins(db: Connection): Promise<void> {
  await sql`
    WITH wrong AS MATERIALIZED (${differing(undefined)}), gone AS (
      DELETE FROM offer_margin USING wrong WHERE offer_margin.product_id = wrong.product_id AND wrong.cost_cents IS NULL
    )
    INSERT INTO offer_margin (product_id, price_cents, cost_cents)
    SELECT product_id, price_cents, cost_cents FROM wrong WHERE cost_cents IS NOT NULL
    ON CONFLICT (product_id) DO UPDATE SET price_cents = excluded.price_cents, cost_cents = excluded.cost_cents`.execute(
    db,
  );
}
