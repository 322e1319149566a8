import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

export const SALES_GROUPS = ['day', 'provider', 'product'] as const;
export type SalesGroup = (typeof SALES_GROUPS)[number];

export interface SalesFilters {
  /** Days in the time zone of the store, both included. */
  from: string;
  to: string;
  provider?: string | undefined;
  currency?: string | undefined;
  productId?: number | undefined;
}

export interface SalesSum {
  currency: string;
  sold: number;
  sales: number;
  refunds: number;
  fees: number;
  cost: number;
}

export interface SalesRow extends SalesSum {
  /** The day, the provider or the id of the product. */
  key: string;
  name: string;
}

const matching = ({ from, to, provider, currency }: SalesFilters) => sql`
  day BETWEEN ${from}::date AND ${to}::date
  AND (${provider ?? null}::text IS NULL OR provider = ${provider ?? null})
  AND (${currency ?? null}::text IS NULL OR currency = ${currency ?? null})`;

/** The sums of all products are kept by day. Those of one product are read from its days. */
const source = ({ productId }: SalesFilters) =>
  productId === undefined
    ? sql`(SELECT * FROM sales_day_total WHERE products > 0) AS total`
    : sql`(SELECT * FROM sales_day WHERE product_id = ${productId}) AS sale`;

const SUMS = sql.raw(`sum(sold)::bigint AS sold, sum(sales)::bigint AS sales, sum(refunds)::bigint AS refunds,
  sum(fees)::bigint AS fees, sum(cost)::bigint AS cost`);

/** By currency, in its order. */
export async function sumSales(db: Connection, filters: SalesFilters): Promise<SalesSum[]> {
  const { rows } = await sql<SalesSum>`
    SELECT currency, ${SUMS} FROM ${source(filters)} WHERE ${matching(filters)} GROUP BY currency ORDER BY currency`.execute(
    db,
  );
  return rows;
}

/** The newest day first, or by the name of the provider. */
export async function listSales(
  db: Connection,
  group: Exclude<SalesGroup, 'product'>,
  filters: SalesFilters,
  limit: number | null,
): Promise<SalesRow[]> {
  const [column, order] = group === 'day' ? [sql`day`, sql`DESC`] : [sql`provider`, sql`ASC`];
  const { rows } = await sql<SalesRow>`
    SELECT ${column}::text AS key, '' AS name, currency, ${SUMS} FROM ${source(filters)} WHERE ${matching(filters)}
    GROUP BY ${column}, currency ORDER BY ${column} ${order}, currency LIMIT ${limit}::integer`.execute(db);
  return rows;
}

/** The products with most sales in a currency. Reads each product and day of this currency. */
export async function listProductSales(
  db: Connection,
  filters: SalesFilters & { currency: string },
  limit: number | null,
): Promise<SalesRow[]> {
  const { productId } = filters;
  const { rows } = await sql<SalesRow>`
    SELECT item::text AS key, coalesce(product.name, '') AS name, grouped.currency, sold, sales, refunds, fees, cost
    FROM (
      SELECT product_id AS item, currency, ${SUMS} FROM sales_day
      WHERE ${matching(filters)} ${productId === undefined ? sql`` : sql`AND product_id = ${productId}`}
      GROUP BY product_id, currency ORDER BY sales DESC, item LIMIT ${limit}::integer) AS grouped
    LEFT JOIN product ON product.id = item ORDER BY sales DESC, item`.execute(db);
  return rows;
}

/** Today in the time zone of the store, and the day this many days before. */
export async function getDays(db: Connection, before: number): Promise<{ today: string; earlier: string }> {
  const { rows } = await sql<{ today: string; earlier: string }>`
    SELECT shop_day(now())::text AS today, (shop_day(now()) - ${before}::integer)::text AS earlier`.execute(db);
  return rows[0] ?? { today: '', earlier: '' };
}
