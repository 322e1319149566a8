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

const KEYS: Record<SalesGroup, { key: string; name: string; order: string }> = {
  day: { key: 'sales_day.day::text', name: "''", order: 'key DESC, currency' },
  provider: { key: 'sales_day.provider', name: "''", order: 'key, currency' },
  product: {
    key: 'sales_day.product_id::text',
    name: "coalesce(min(product.name), '')",
    order: 'currency, sum(sales_day.sales) DESC, key',
  },
};

const matching = ({ from, to, provider, currency, productId }: SalesFilters) => sql`
  sales_day.day BETWEEN ${from}::date AND ${to}::date
  AND (${provider ?? null}::text IS NULL OR sales_day.provider = ${provider ?? null})
  AND (${currency ?? null}::text IS NULL OR sales_day.currency = ${currency ?? null})
  AND (${productId ?? null}::integer IS NULL OR sales_day.product_id = ${productId ?? null})`;

const SUMS = sql.raw(`sum(sales_day.sold)::bigint AS sold, sum(sales_day.sales)::bigint AS sales,
  sum(sales_day.refunds)::bigint AS refunds, sum(sales_day.fees)::bigint AS fees, sum(sales_day.cost)::bigint AS cost`);

export async function listSales(
  db: Connection,
  group: SalesGroup,
  filters: SalesFilters,
  limit: number | null,
): Promise<SalesRow[]> {
  const { key, name, order } = KEYS[group];
  const { rows } = await sql<SalesRow>`
    SELECT ${sql.raw(key)} AS key, ${sql.raw(name)} AS name, sales_day.currency, ${SUMS}
    FROM sales_day LEFT JOIN product ON product.id = sales_day.product_id
    WHERE ${matching(filters)} GROUP BY 1, sales_day.currency ORDER BY ${sql.raw(order)} LIMIT ${limit}::integer`.execute(
    db,
  );
  return rows;
}

export async function sumSales(db: Connection, filters: SalesFilters): Promise<SalesSum[]> {
  const { rows } = await sql<SalesSum>`
    SELECT sales_day.currency, ${SUMS} FROM sales_day WHERE ${matching(filters)}
    GROUP BY sales_day.currency ORDER BY sales_day.currency`.execute(db);
  return rows;
}

/** Today in the time zone of the store, and the day this many days before. */
export async function getDays(db: Connection, before: number): Promise<{ today: string; earlier: string }> {
  const { rows } = await sql<{ today: string; earlier: string }>`
    SELECT shop_day(now())::text AS today, (shop_day(now()) - ${before}::integer)::text AS earlier`.execute(db);
  return rows[0] ?? { today: '', earlier: '' };
}
