import { DELIVERED_KEY_STATUSES } from '@oyna/domain/states';
import { sql } from 'kysely';
import { type Connection, firstRow } from '../../platform/database/connection.ts';

/** The statements of operators. Those of baskets are in promo.queries.ts. */

type PromoState = 'active' | 'coming' | 'used-up' | 'ended';

export interface PromoCodeRow {
  id: number;
  code: string;
  version: number;
  percent: number | null;
  amountCents: number | null;
  minimumCents: number;
  startsAt: Date;
  expiresAt: Date | null;
  totalLimit: number | null;
  accountLimit: number | null;
  used: number;
  isFirstOrder: boolean;
  productIds: number[];
  categoryIds: number[];
  budgetCents: number | null;
  /** In orders that are paid or may still be paid. */
  spentCents: number;
  state: PromoState;
}

const CODES = sql`
  SELECT id, code, version, percent, amount_cents AS "amountCents", minimum_cents AS "minimumCents",
    starts_at AS "startsAt", expires_at AS "expiresAt", total_limit AS "totalLimit", account_limit AS "accountLimit", used,
    is_first_order AS "isFirstOrder", product_ids AS "productIds", category_ids AS "categoryIds",
    budget_cents AS "budgetCents", spent.cents AS "spentCents",
    CASE WHEN phase = 'active' AND (used >= total_limit OR spent.cents >= budget_cents) THEN 'used-up' ELSE phase END AS state
  FROM promo_code CROSS JOIN LATERAL (SELECT code_phase(starts_at, expires_at) AS phase) AS time
  CROSS JOIN LATERAL (SELECT promo_spent(promo_code.id) AS cents) AS spent`;

interface PromoFilters {
  search: string;
  state: PromoState | undefined;
  /** The id of the last one on the page before. */
  after: number | undefined;
  limit: number;
}

export async function listPromoCodePage(db: Connection, { search, state, after, limit }: PromoFilters) {
  const pattern = `${search.toUpperCase().replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<PromoCodeRow>`
    SELECT * FROM (${CODES}) AS codes
    WHERE code LIKE ${pattern} AND (${state ?? null}::text IS NULL OR state = ${state ?? null})
      AND (${after ?? null}::integer IS NULL OR id < ${after ?? null})
    ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function findPromoCode(db: Connection, id: number): Promise<PromoCodeRow | undefined> {
  const { rows } = await sql<PromoCodeRow>`SELECT * FROM (${CODES}) AS codes WHERE id = ${id}`.execute(db);
  return rows[0];
}

export async function findPromoCodeByCode(db: Connection, code: string): Promise<PromoCodeRow | undefined> {
  const { rows } = await sql<PromoCodeRow>`SELECT * FROM (${CODES}) AS codes WHERE code = ${code}`.execute(db);
  return rows[0];
}

export async function lockPromoCode(db: Connection, id: number): Promise<PromoCodeRow | undefined> {
  await sql`SELECT FROM promo_code WHERE id = ${id} FOR UPDATE`.execute(db);
  return findPromoCode(db, id);
}

/** What an operator may change. The discount itself stays. */
export interface PromoTermsChange {
  minimumCents: number;
  startsAt: Date;
  expiresAt: Date | null;
  totalLimit: number | null;
  accountLimit: number | null;
  isFirstOrder: boolean;
  productIds: number[];
  categoryIds: number[];
  budgetCents: number | null;
}

export async function updatePromoCode(db: Connection, id: number, terms: PromoTermsChange): Promise<void> {
  await db
    .updateTable('promo_code')
    .set({
      minimum_cents: terms.minimumCents,
      starts_at: terms.startsAt,
      expires_at: terms.expiresAt,
      total_limit: terms.totalLimit,
      account_limit: terms.accountLimit,
      is_first_order: terms.isFirstOrder,
      product_ids: terms.productIds,
      category_ids: terms.categoryIds,
      budget_cents: terms.budgetCents,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}

export interface PromoUse {
  orders: number;
  discountCents: number;
  revenueCents: number;
  /** Of the keys that were delivered. */
  costCents: number;
}

/** What the paid orders with a code brought. A refunded order does not count. */
export async function findPromoUse(db: Connection, id: number): Promise<PromoUse> {
  const { rows } = await sql<PromoUse>`
    SELECT count(*)::integer AS orders, coalesce(sum(discount_cents), 0)::bigint AS "discountCents",
      coalesce(sum(base_cents), 0)::bigint AS "revenueCents",
      coalesce(sum((SELECT sum(batch.cost_cents) FROM order_item
        JOIN product_key ON product_key.order_item_id = order_item.id AND product_key.status = ANY(${DELIVERED_KEY_STATUSES})
        JOIN key_batch AS batch ON batch.id = product_key.batch_id
        WHERE order_item.payment_id = payment.id)), 0)::bigint AS "costCents"
    FROM payment WHERE promo_code_id = ${id} AND paid_at IS NOT NULL AND status <> 'refunded'`.execute(db);
  return firstRow(rows);
}

/** Those that exist. */
export async function listScope(db: Connection, productIds: readonly number[], categoryIds: readonly number[]) {
  const products = await sql<{ id: number; name: string }>`
    SELECT id, name FROM product WHERE id = ANY (${productIds}::integer[]) ORDER BY sort_name, id`.execute(db);
  const categories = await sql<{ id: number }>`
    SELECT id FROM category WHERE id = ANY (${categoryIds}::integer[])`.execute(db);
  return { products: products.rows, categoryIds: categories.rows.map(({ id }) => id) };
}

export function listCategories(db: Connection) {
  return db.selectFrom('category').select(['id', 'title']).orderBy('position').orderBy('id').execute();
}
