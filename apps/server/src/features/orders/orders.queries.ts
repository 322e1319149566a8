import type { CurrencyCode, PaymentProviderName } from '@oyna/domain/constants';
import {
  isWaitingPayment,
  LIVE_PAYMENT_STATUSES,
  OPERATOR_PAYMENT_STATUSES,
  type PaymentStatus,
} from '@oyna/domain/states';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { statusList } from '../../platform/database/transitions.ts';

export interface OrderFilters {
  status?: PaymentStatus | undefined;
  provider?: string | undefined;
  currency?: string | undefined;
  kind?: 'basket' | 'top-up' | undefined;
  /** Days of the store's time zone, both included. */
  from?: string | undefined;
  to?: string | undefined;
  productId?: number | undefined;
  accountId?: number | undefined;
  needsPerson?: boolean | undefined;
}

export interface OrderLine {
  id: number;
  orderId: string;
  number: string;
  createdAt: Date;
  paidAt: Date | null;
  provider: PaymentProviderName;
  status: PaymentStatus;
  amount: number;
  currency: CurrencyCode;
  refunded: number;
  isTopUp: boolean;
  accountId: number | null;
  login: string | null;
  email: string | null;
  /** The first item, or the top-up. */
  name: string | null;
  itemCount: number;
  needsPerson: boolean;
}

/** The orders that an operator has to decide about: few, and each kind has its index. */
const NEEDS_PERSON = sql`
  SELECT id FROM payment WHERE status IN (${statusList(OPERATOR_PAYMENT_STATUSES)})
  UNION SELECT payment_id FROM payment_alert WHERE resolved_at IS NULL AND payment_id IS NOT NULL
  UNION SELECT order_item.payment_id FROM key_claim JOIN delivery ON delivery.key_id = key_claim.key_id
    JOIN order_item ON order_item.id = delivery.order_item_id WHERE key_claim.status = 'open'
  UNION SELECT payment.id FROM top_up JOIN payment ON payment.top_up_id = top_up.id WHERE is_stuck(top_up)`;
const needsPerson = sql`payment.id = ANY (ARRAY(${NEEDS_PERSON}))`;

/** The newest first, after the payment `after`. Every filter has an index or leaves a large share of the orders. */
export async function listOrders(
  db: Connection,
  filters: OrderFilters,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<OrderLine[]> {
  const conditions = conditionsOf(filters);
  const { source, order, follows } = orderingOf(filters);
  if (after !== undefined) conditions.push(follows(after));
  const where = conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
  const chosen = sql`SELECT payment.* FROM ${source} ${where} ORDER BY ${order} LIMIT ${limit}`;
  return selectLines(db, chosen, isByTime(filters) ? BY_TIME : BY_ID);
}

const BY_ID = sql`payment.id DESC`;
const BY_TIME = sql`payment.created_at DESC, payment.id DESC`;

interface Ordering {
  source: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  /** Comes after the payment with this id. */
  follows(id: number): RawBuilder<unknown>;
}

const isByTime = ({ productId, from, to }: OrderFilters): boolean =>
  productId === undefined && (from !== undefined || to !== undefined);

/** Where the planner finds the rows in their order: by the items of a product, by time, or by id. */
function orderingOf(filters: OrderFilters): Ordering {
  if (filters.productId !== undefined) {
    const source = sql`order_item JOIN payment ON payment.id = order_item.payment_id`;
    return { source, order: sql`order_item.payment_id DESC`, follows: (id) => sql`order_item.payment_id < ${id}` };
  }
  if (!isByTime(filters)) return { source: sql`payment`, order: BY_ID, follows: (id) => sql`payment.id < ${id}` };
  const follows = (id: number) =>
    sql`(payment.created_at, payment.id) < (SELECT at.created_at, at.id FROM payment AS at WHERE at.id = ${id})`;
  return { source: sql`payment`, order: BY_TIME, follows };
}

function conditionsOf(filters: OrderFilters): RawBuilder<unknown>[] {
  const { status, provider, currency, kind, from, to, productId, accountId } = filters;
  const conditions: RawBuilder<unknown>[] = [];
  if (status !== undefined) conditions.push(sql`payment.status = ${sql.lit(status)}`);
  // Only payments that are not given up wait. With it the small index of live payments is used.
  if (isWaitingPayment(status ?? null)) {
    conditions.push(sql`payment.status IN (${statusList(LIVE_PAYMENT_STATUSES)}) AND payment.given_up_at IS NULL`);
  }
  if (provider !== undefined) conditions.push(sql`payment.provider = ${provider}`);
  if (currency !== undefined) conditions.push(sql`payment.currency = ${currency}`);
  if (kind === 'top-up') conditions.push(sql`payment.top_up_id IS NOT NULL`);
  if (kind === 'basket') conditions.push(sql`payment.basket_id IS NOT NULL`);
  if (from !== undefined) conditions.push(sql`payment.created_at >= shop_midnight(${from}::date)`);
  if (to !== undefined) conditions.push(sql`payment.created_at < shop_midnight(${to}::date + 1)`);
  if (productId !== undefined) conditions.push(sql`order_item.product_id = ${productId}`);
  if (accountId !== undefined) conditions.push(sql`payment.account_id = ${accountId}`);
  if (filters.needsPerson) conditions.push(needsPerson);
  return conditions;
}

/** The lines of the payments that a query chooses, in its order. */
async function selectLines(
  db: Connection,
  chosen: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<OrderLine[]> {
  const { rows } = await sql<OrderLine>`
    SELECT payment.id, payment.order_id AS "orderId", payment.number, payment.created_at AS "createdAt",
      payment.paid_at AS "paidAt", payment.provider, payment.status, payment.amount, payment.currency,
      (SELECT coalesce(sum(refund.amount), 0)::bigint FROM refund
        WHERE refund.payment_id = payment.id AND refund.status = 'done') AS refunded,
      payment.top_up_id IS NOT NULL AS "isTopUp", payment.account_id AS "accountId", account.login,
      coalesce(account.email, top_up.email) AS email,
      coalesce((SELECT item.name FROM order_item AS item WHERE item.payment_id = payment.id ORDER BY item.id LIMIT 1),
        (SELECT quote.name FROM top_up_quote AS quote WHERE quote.id = top_up.quote_id)) AS name,
      (SELECT coalesce(sum(item.count), 0)::integer FROM order_item AS item WHERE item.payment_id = payment.id) AS "itemCount",
      ${needsPerson} AS "needsPerson"
    FROM (${chosen}) AS payment
    LEFT JOIN account ON account.id = payment.account_id LEFT JOIN top_up ON top_up.id = payment.top_up_id
    ORDER BY ${order}`.execute(db);
  return rows;
}

export const listOrdersById = (db: Connection, ids: readonly number[]): Promise<OrderLine[]> =>
  selectLines(db, sql`SELECT payment.* FROM payment WHERE payment.id = ANY(${ids}::bigint[])`, BY_ID);
