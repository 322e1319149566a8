import type { CheckoutItem } from '@oyna/domain/checkout';
import { MAX_BASKET_PRODUCTS, MAX_ITEM_COUNT, type PaymentProviderName } from '@oyna/domain/constants';
import type { ErrorCode } from '@oyna/domain/errors';
import type { PromoTerms } from '@oyna/domain/pricing';
import { BASKET_STATUS, type BasketStatus, type ClaimStatus, LIVE_PAYMENT_STATUSES } from '@oyna/domain/states';
import { sql } from 'kysely';
import { type Connection, type Database, runPrepared } from '../../platform/database/connection.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';

/** The value of the view `basket_contents`: one column is read faster than many. */
export interface BasketContents {
  id: string;
  accountId: number;
  status: BasketStatus;
  createdAt: string;
  droppedPromo: string | null;
  /** Of one product, to be bought at once. Otherwise it is the cart. */
  isDirect: boolean;
  promo: (PromoTerms & { id: number; code: string; hasEnded: boolean }) | null;
  items: CheckoutItem[];
}

/** By its id alone: the planner must not read all baskets of the account. */
const ONE_BASKET = 'SELECT contents FROM basket_contents WHERE account_id IS NOT DISTINCT FROM $1 AND id = $2';
const ACTUAL_BASKET = `SELECT contents FROM basket_contents WHERE account_id = $1 AND direct_product_id IS NULL
  AND status IN (${BASKET_STATUS.open}, ${BASKET_STATUS.awaitingPayment})`;
/** A direct basket that was never paid for is no part of the history. */
const NEWEST_BASKETS = `SELECT contents FROM basket_contents WHERE id IN (
  SELECT id FROM basket WHERE account_id = $1 AND (direct_product_id IS NULL OR status <> ${BASKET_STATUS.open})
  ORDER BY created_at DESC, id LIMIT $2
) ORDER BY created_at DESC, id`;
const FILL_BASKET = 'SELECT fill_basket($1, $2, $3, $4) AS filled';
const OPEN_DIRECT = 'SELECT open_direct_basket($1, $2, $3) AS opened';
const CHANGE_ITEMS = 'SELECT * FROM change_basket_items($1, $2, $3, $4, $5, $6, $7)';

async function list(db: Connection, name: string, text: string, parameters: unknown[]): Promise<BasketContents[]> {
  const rows = await runPrepared<{ contents: BasketContents }>(db, name, text, parameters);
  return rows.map(({ contents }) => contents);
}

export const listBasket = (db: Connection, accountId: number, id: string) =>
  list(db, 'one-basket', ONE_BASKET, [accountId, id]);

export const listActualBasket = (db: Connection, accountId: number) =>
  list(db, 'actual-basket', ACTUAL_BASKET, [accountId]);

export const listBaskets = (db: Connection, accountId: number, limit: number) =>
  list(db, 'newest-baskets', NEWEST_BASKETS, [accountId, limit]);

export interface ItemChange {
  accountId: number;
  basketId: string;
  productId: number;
  difference: number;
}

/** Only an open basket is changed. It has new contents then, or the reason why it was not changed. */
export interface ChangedBasket {
  status: BasketStatus;
  contents: BasketContents | null;
  refusal: ItemRefusal | null;
}

export type ItemRefusal = 'not-found' | 'invalid-parameter' | 'count-invalid' | 'basket-full' | 'out-of-stock';

/** Changes each basket once. One answer for each change: `locked` when something else has locked the basket. */
export async function changeUnlocked(
  db: Connection,
  changes: ItemChange[],
): Promise<(ChangedBasket | 'locked' | undefined)[]> {
  const baskets = await changeItems(db, changes, false);
  return baskets.map((basket) => (basket === undefined || isChanged(basket) ? basket : 'locked'));
}

/** Waits for the lock of the basket. Undefined when the account has no such basket. */
export async function changeItem(db: Connection, change: ItemChange): Promise<ChangedBasket | undefined> {
  const [answer] = await changeItems(db, [change], true);
  return answer && isChanged(answer) ? answer : undefined;
}

type Answer = Omit<ChangedBasket, 'refusal'> & { number: number; refusal: ItemRefusal | 'locked' | null };

const isChanged = (answer: Answer): answer is Answer & ChangedBasket => answer.refusal !== 'locked';

async function changeItems(db: Connection, changes: ItemChange[], waits: boolean) {
  const rows = await runPrepared<Answer>(db, 'change-items', CHANGE_ITEMS, [
    changes.map(({ accountId }) => accountId),
    changes.map(({ basketId }) => basketId),
    changes.map(({ productId }) => productId),
    changes.map(({ difference }) => difference),
    MAX_ITEM_COUNT,
    MAX_BASKET_PRODUCTS,
    waits,
  ]);
  const answers = new Map(rows.map((row) => [row.number, row]));
  return changes.map((_, index) => answers.get(index + 1));
}

interface FilledBasket {
  id: string;
  status: BasketStatus;
  /** The products that are not in the basket as often as wanted. */
  refused: { id: number; code: ErrorCode; count: number }[];
}

/** The account's cart that is open or being paid for, created if there is none, with as many of each as are in stock. */
export async function fillBasket(
  db: Connection,
  accountId: number,
  items: { id: number; count: number }[],
): Promise<FilledBasket> {
  const ids = items.map(({ id }) => id);
  const counts = items.map(({ count }) => count);
  const values = [accountId, ids, counts, MAX_BASKET_PRODUCTS];
  const rows = await runPrepared<{ filled: FilledBasket }>(db, 'fill-basket', FILL_BASKET, values);
  return (rows[0] as { filled: FilledBasket }).filled;
}

interface DirectBasket {
  id?: string;
  refusal?: 'not-found' | 'invalid-parameter' | 'out-of-stock';
}

/** The account's basket for buying this product at once, or why it cannot be bought. */
export async function openDirectBasket(
  db: Connection,
  accountId: number,
  productId: number,
  count: number,
): Promise<DirectBasket> {
  const values = [accountId, productId, count];
  const rows = await runPrepared<{ opened: DirectBasket }>(db, 'open-direct-basket', OPEN_DIRECT, values);
  return (rows[0] as { opened: DirectBasket }).opened;
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

export async function setDroppedPromo(db: Connection, basketId: string, code: string | null): Promise<void> {
  await db.updateTable('basket').set({ dropped_promo: code }).where('id', '=', basketId).execute();
}

export type ProductRow = Awaited<ReturnType<typeof listProducts>>[number];

/** Names and pictures of products. */
export function listProducts(db: Connection, ids: readonly number[]) {
  return db
    .selectFrom('product')
    .innerJoin('game', 'game.id', 'product.game_id')
    .select(['product.id', 'product.name', 'product.type', 'product.platform', 'product.region'])
    .select(['game.id as game_id', 'game.name as game_name', 'game.art', 'game.pictures'])
    .select(['game.platform as game_platform', 'game.type as game_type'])
    .where('product.id', 'in', ids)
    .execute();
}

export interface BasketPayment {
  basket_id: string;
  order_id: string;
  number: string;
  provider: PaymentProviderName;
  amount: number;
  discount_cents: number;
  currency: string;
  paid_at: Date | null;
  refunded: number;
  /** Delivered and not replaced since. */
  keys: DeliveredKey[] | null;
  /** The products of refunded keys that were never opened, once for each key. */
  returned: number[] | null;
}

interface DeliveredKey {
  product_id: number;
  key_id: number;
  claim: ClaimStatus | null;
  claim_answer: string | null;
  is_revoked: boolean;
}

/** The payment that each basket waits for or was paid by. A late payment that is refunded is neither. */
export async function listPayments(db: Connection, basketIds: string[]): Promise<BasketPayment[]> {
  if (basketIds.length === 0) return [];
  const { rows } = await sql<BasketPayment>`
    SELECT DISTINCT ON (payment.basket_id) payment.basket_id, payment.order_id, payment.number, payment.provider,
      payment.amount, payment.discount_cents, payment.currency, payment.paid_at,
      (SELECT coalesce(sum(amount), 0)::bigint FROM refund WHERE payment_id = payment.id AND status = 'done') AS refunded,
      (SELECT json_agg(order_item.product_id)
        FROM order_item JOIN key_return ON key_return.order_item_id = order_item.id
        WHERE order_item.payment_id = payment.id AND key_return.replaces_key_id IS NULL) AS returned,
      (SELECT json_agg(json_build_object('product_id', order_item.product_id, 'key_id', delivery.key_id,
          'claim', key_claim.status, 'claim_answer', key_claim.answer, 'is_revoked', product_key.status = 'revoked')
          ORDER BY delivery.delivered_at, delivery.key_id)
        FROM order_item JOIN delivery ON delivery.order_item_id = order_item.id
        JOIN product_key ON product_key.id = delivery.key_id
        LEFT JOIN key_claim ON key_claim.key_id = delivery.key_id
        WHERE order_item.payment_id = payment.id
          AND NOT EXISTS (SELECT FROM delivery AS newer WHERE newer.replaces_key_id = delivery.key_id)) AS keys
    FROM payment
    WHERE payment.basket_id = ANY(${basketIds}::uuid[])
      AND (payment.paid_at IS NOT NULL
        OR (payment.status = ANY(${LIVE_PAYMENT_STATUSES}::text[]) AND payment.given_up_at IS NULL))
      AND NOT EXISTS (SELECT FROM refund WHERE refund.payment_id = payment.id AND refund.reason = 'late')
    ORDER BY payment.basket_id, payment.paid_at DESC NULLS LAST, payment.id DESC`.execute(db);
  return rows;
}

/** Buying at once was given up: no payment was ever begun. */
export async function deleteOldDirectBaskets(db: Database, signal?: AbortSignal): Promise<void> {
  const isOver = sql`direct_product_id IS NOT NULL AND status = ${BASKET_STATUS.open} AND created_at < now() - interval '30 days'
    AND NOT EXISTS (SELECT FROM basket_item WHERE basket_id = basket.id AND added_at >= now() - interval '30 days')
    AND NOT EXISTS (SELECT FROM payment WHERE payment.basket_id = basket.id)`;
  await deleteInBatches(db, 'basket', isOver, signal);
}
