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

const GROUPS: Record<SalesGroup, { column: string; order: string }> = {
  day: { column: 'day', order: 'item DESC, currency' },
  provider: { column: 'provider', order: 'item, currency' },
  product: { column: 'product_id', order: 'currency, sales DESC, item' },
};

const matching = ({ from, to, provider, currency, productId }: SalesFilters) => sql`
  day BETWEEN ${from}::date AND ${to}::date
  AND (${provider ?? null}::text IS NULL OR provider = ${provider ?? null})
  AND (${currency ?? null}::text IS NULL OR currency = ${currency ?? null})
  AND (${productId ?? null}::integer IS NULL OR product_id = ${productId ?? null})`;

const SUMS = sql.raw(`sum(sold)::bigint AS sold, sum(sales)::bigint AS sales, sum(refunds)::bigint AS refunds,
  sum(fees)::bigint AS fees, sum(cost)::bigint AS cost`);

/** The first rows, and the totals of all of them by currency. The days are read once: the totals are the sums of the groups. */
export async function listSales(
  db: Connection,
  group: SalesGroup,
  filters: SalesFilters,
  limit: number | null,
): Promise<{ rows: SalesRow[]; totals: SalesSum[] }> {
  const [column, order] = [sql.raw(GROUPS[group].column), sql.raw(GROUPS[group].order)];
  const { rows } = await sql<SalesRow & { isTotal: boolean }>`
    WITH grouped AS MATERIALIZED (
      SELECT ${column} AS item, currency, ${SUMS} FROM sales_day WHERE ${matching(filters)} GROUP BY ${column}, currency
    ), listed AS (
      (SELECT false AS is_total, grouped.* FROM grouped ORDER BY ${order} LIMIT ${limit}::integer)
      UNION ALL
      SELECT true, NULL, currency, ${SUMS} FROM grouped GROUP BY currency
    )
    SELECT is_total AS "isTotal", coalesce(item::text, '') AS key, ${group === 'product' ? sql`coalesce(product.name, '')` : sql`''`} AS name,
      currency, sold, sales, refunds, fees, cost
    FROM listed ${group === 'product' ? sql`LEFT JOIN product ON product.id = item` : sql``}
    ORDER BY is_total, ${order}`.execute(db);
  const of = (wanted: boolean) => rows.filter(({ isTotal }) => isTotal === wanted);
  return { rows: of(false), totals: of(true) };
}

/** Today in the time zone of the store, and the day this many days before. */
export async function getDays(db: Connection, before: number): Promise<{ today: string; earlier: string }> {
  const { rows } = await sql<{ today: string; earlier: string }>`
    SELECT shop_day(now())::text AS today, (shop_day(now()) - ${before}::integer)::text AS earlier`.execute(db);
  return rows[0] ?? { today: '', earlier: '' };
}
