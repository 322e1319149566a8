import type { PaymentProviderName } from '@oyna/domain/constants';
import { type BasketStatus, LIVE_PAYMENT_STATUSES } from '@oyna/domain/states';
import { sql } from 'kysely';
import { type Connection, preparedQuery, runPrepared } from '../../database/connection.ts';

/** The value of the view `basket_sheet`: one column is read faster than many. */
export interface BasketSheet {
  id: string;
  account_id: number;
  status: BasketStatus;
  created_at: string;
  dropped_promo: string | null;
  promo_code: string | null;
  promo_percent: number | null;
  promo_amount_cents: number | null;
  promo_minimum_cents: number | null;
  is_promo_over: boolean | null;
  items: BasketItemRow[] | null;
}

type BasketItemRow = [productId: number, count: number, keptPrice: number, price: number, availableCount: number];

/** By its id alone, whatever the planner expects: never through all baskets of its owner. */
const ONE_BASKET = 'SELECT sheet FROM basket_sheet WHERE account_id IS NOT DISTINCT FROM $1 AND id = $2';
const ACTUAL_BASKET = 'SELECT sheet FROM basket_sheet WHERE account_id = $1 AND status IN (1, 2)';
const NEWEST_BASKETS = `SELECT sheet FROM basket_sheet WHERE id IN (
  SELECT id FROM basket WHERE account_id = $1 ORDER BY created_at DESC, id LIMIT $2
) ORDER BY created_at DESC, id`;
const CHANGE_ITEM = 'SELECT change_basket_item($1, $2, $3, $4, $5) AS sheet';

async function list(db: Connection, name: string, text: string, parameters: unknown[]): Promise<BasketSheet[]> {
  const { rows } = await db.executeQuery(preparedQuery<{ sheet: BasketSheet | null }>(name, text, parameters));
  return rows.flatMap(({ sheet }) => sheet ?? []);
}

export const listBasket = (db: Connection, accountId: number, id: string) =>
  list(db, 'one-basket', ONE_BASKET, [accountId, id]);

export const listActualBasket = (db: Connection, accountId: number) =>
  list(db, 'actual-basket', ACTUAL_BASKET, [accountId]);

export const listBaskets = (db: Connection, accountId: number, limit: number) =>
  list(db, 'newest-baskets', NEWEST_BASKETS, [accountId, limit]);

interface ItemChange {
  accountId: number;
  basketId: string;
  productId: number;
  difference: number;
  mostProducts: number;
}

/** The basket after the change; nothing, when it was refused. */
export function changeItem(db: Connection, change: ItemChange): Promise<BasketSheet[]> {
  const { accountId, basketId, productId, difference, mostProducts } = change;
  return list(db, 'change-item', CHANGE_ITEM, [accountId, basketId, productId, difference, mostProducts]);
}

interface FilledBasket {
  id: string;
  status: BasketStatus;
  put: [productId: number, count: number][];
}

/** The account's basket that is open or being paid for, made if there is none, with as many of each as can be had. */
export async function fillBasket(
  db: Connection,
  accountId: number,
  items: { id: number; count: number }[],
  mostProducts: number,
): Promise<FilledBasket> {
  const ids = items.map(({ id }) => id);
  const counts = items.map(({ count }) => count);
  const { rows } = await db.executeQuery(
    preparedQuery<{ filled: FilledBasket }>('fill-basket', 'SELECT fill_basket($1, $2, $3, $4) AS filled', [
      accountId,
      ids,
      counts,
      mostProducts,
    ]),
  );
  return (rows[0] as { filled: FilledBasket }).filled;
}

export function lockBasket(db: Connection, accountId: number, id: string) {
  return db
    .selectFrom('basket')
    .select('status')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function listProductTypes(db: Connection, ids: number[]) {
  if (ids.length === 0) return [];
  return db.selectFrom('product').select(['id', 'type']).where('id', 'in', ids).execute();
}

export async function setDroppedPromo(db: Connection, basketId: string, code: string | null): Promise<void> {
  await db.updateTable('basket').set({ dropped_promo: code }).where('id', '=', basketId).execute();
}

export async function moveBasket(
  db: Connection,
  id: string,
  from: readonly BasketStatus[],
  to: BasketStatus,
): Promise<boolean> {
  const query = sql`UPDATE basket SET status = ${to} WHERE id = ${id} AND status = ANY (${from}::smallint[])`;
  const { numAffectedRows } = await runPrepared(db, 'move-basket', query);
  return (numAffectedRows ?? 0n) > 0n;
}

export type ProductRow = Awaited<ReturnType<typeof listProducts>>[number];

/** What there is to say of products, beside what they cost. */
export function listProducts(db: Connection, ids: readonly number[]) {
  return db
    .selectFrom('product')
    .innerJoin('game', 'game.id', 'product.game_id')
    .select(['product.id', 'product.name', 'product.type', 'product.platform', 'product.region'])
    .select(['game.id as game_id', 'game.name as game_name', 'game.art'])
    .select(['game.platform as game_platform', 'game.type as game_type'])
    .where('product.id', 'in', ids)
    .execute();
}

export interface BasketPayment {
  basket_id: string;
  order_id: string;
  provider: PaymentProviderName;
  amount: number;
  currency: string;
  paid_at: Date | null;
  refunded: number;
  /** Handed over and not replaced since. */
  keys: { product_id: number; key_id: number }[] | null;
}

/** Of each of these baskets the payment it waits for, or was paid by. */
export async function listPayments(db: Connection, basketIds: string[]): Promise<BasketPayment[]> {
  if (basketIds.length === 0) return [];
  const { rows } = await sql<BasketPayment>`
    SELECT DISTINCT ON (payment.basket_id) payment.basket_id, payment.order_id, payment.provider, payment.amount,
      payment.currency, payment.paid_at,
      (SELECT coalesce(sum(amount), 0)::bigint FROM refund WHERE payment_id = payment.id AND status = 'done') AS refunded,
      (SELECT json_agg(json_build_object('product_id', order_item.product_id, 'key_id', delivery.key_id)
          ORDER BY delivery.delivered_at, delivery.key_id)
        FROM order_item JOIN delivery ON delivery.order_item_id = order_item.id
        WHERE order_item.payment_id = payment.id
          AND NOT EXISTS (SELECT FROM delivery AS newer WHERE newer.replaces_key_id = delivery.key_id)) AS keys
    FROM payment
    WHERE payment.basket_id = ANY(${basketIds}::uuid[])
      AND (payment.paid_at IS NOT NULL OR payment.status = ANY(${LIVE_PAYMENT_STATUSES}::text[]))
    ORDER BY payment.basket_id, payment.paid_at DESC NULLS LAST, payment.id DESC`.execute(db);
  return rows;
}
