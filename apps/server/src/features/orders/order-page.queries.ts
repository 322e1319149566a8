import type { CurrencyCode, PaymentProviderName } from '@oyna/domain/constants';
import {
  type ClaimStatus,
  DELIVERED_KEY_STATUSES,
  type GiftStatus,
  type KeyStatus,
  type PaymentStatus,
  type RefundStatus,
  type TopUpStatus,
} from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { parseOrderNumber } from '../payment/order-id.ts';

/** By the long id or the short number, in any case and without its dashes. */
export async function findOrderId(db: Connection, text: string): Promise<string | undefined> {
  const { rows } = await sql<{ order_id: string }>`
    SELECT order_id FROM payment WHERE order_id = ${text}
    UNION ALL SELECT order_id FROM payment WHERE number = ${parseOrderNumber(text)} LIMIT 1`.execute(db);
  return rows[0]?.order_id;
}

export interface OrderHead {
  id: number;
  orderId: string;
  number: string;
  status: PaymentStatus;
  provider: PaymentProviderName;
  providerPaymentId: string | null;
  amount: number;
  currency: CurrencyCode;
  baseCents: number;
  rate: string;
  rateSource: string;
  rateAt: Date;
  discountCents: number;
  promoCode: string | null;
  activationCountry: string | null;
  /** Names of the items that do not work there. The buyer has ticked it. */
  activationAccepted: string[];
  language: string;
  detail: string | null;
  createdAt: Date;
  paidAt: Date | null;
  accountId: number | null;
  login: string | null;
  email: string | null;
  phone: string | null;
  isBlocked: boolean;
  isGuest: boolean;
  version: string;
  topUp: TopUpPart | null;
}

interface TopUpPart {
  name: string;
  amount: number;
  currency: string | null;
  account: string;
  accountName: string | null;
  status: TopUpStatus;
  supplier: string;
  code: string;
  supplierId: string | null;
  isHeld: boolean;
  /** It does not end by itself. */
  needsPerson: boolean;
  maySettle: boolean;
  detail: string | null;
}

export async function findOrderHead(db: Connection, orderId: string): Promise<OrderHead | undefined> {
  const { rows } = await sql<OrderHead>`
    SELECT payment.id, payment.order_id AS "orderId", payment.number, payment.status, payment.provider,
      payment.provider_payment_id AS "providerPaymentId", payment.amount, payment.currency,
      payment.base_cents AS "baseCents", payment.rate::text AS rate, payment.rate_source AS "rateSource",
      payment.rate_at AS "rateAt", payment.discount_cents AS "discountCents", promo_code.code AS "promoCode",
      payment.activation_country AS "activationCountry", ARRAY(
        SELECT item.name FROM order_item AS item
        WHERE item.payment_id = payment.id AND item.product_id = ANY (payment.activation_accepted) ORDER BY item.id
      ) AS "activationAccepted",
      payment.language, payment.detail, payment.created_at AS "createdAt", payment.paid_at AS "paidAt",
      payment.account_id AS "accountId", account.login, coalesce(account.email, top_up.email) AS email, account.phone,
      is_blocked(account.blocked_at, account.blocked_until) AS "isBlocked",
      coalesce(account.is_guest, false) AS "isGuest", order_version(payment.id) AS version,
      CASE WHEN top_up.id IS NOT NULL THEN json_build_object('name', quote.name, 'amount', quote.amount,
        'currency', quote.currency, 'account', top_up.account, 'accountName', top_up.account_name,
        'status', top_up.status, 'supplier', top_up.supplier, 'code', top_up.code, 'supplierId', top_up.supplier_id,
        'isHeld', top_up.is_held, 'needsPerson', is_stuck(top_up), 'maySettle', may_be_settled(top_up), 'detail', top_up.detail) END AS "topUp"
    FROM payment LEFT JOIN account ON account.id = payment.account_id
    LEFT JOIN promo_code ON promo_code.id = payment.promo_code_id
    LEFT JOIN top_up ON top_up.id = payment.top_up_id LEFT JOIN top_up_quote AS quote ON quote.id = top_up.quote_id
    WHERE payment.order_id = ${orderId}`.execute(db);
  return rows[0];
}

export type OrderVersion = Pick<OrderHead, 'version' | 'status'>;

/**
 * Locks the payment and its delivered keys until the transaction ends, and tells what the operator would see now. A page that
 * opens one of the keys, or gives it to another person, waits.
 */
export async function lockVersion(
  transaction: Connection,
  orderId: string,
): Promise<{ id: number; status: PaymentStatus; version: string } | undefined> {
  const { rows: locked } = await sql<{ id: number; status: PaymentStatus }>`
    SELECT id, status FROM payment WHERE order_id = ${orderId} FOR UPDATE`.execute(transaction);
  if (!locked[0]) return undefined;
  await sql`
    SELECT FROM product_key WHERE order_item_id IN (SELECT id FROM order_item WHERE payment_id = ${locked[0].id})
      AND status = ANY(${DELIVERED_KEY_STATUSES}) ORDER BY id FOR NO KEY UPDATE`.execute(transaction);
  // A separate statement, because those before see the rows of other tables as they were before the locks.
  const { rows } = await sql<{ version: string }>`SELECT order_version(${locked[0].id}) AS version`.execute(
    transaction,
  );
  return { ...locked[0], version: rows[0]?.version ?? '' };
}

export interface OrderPageItem {
  number: number;
  productId: number;
  gameId: number;
  name: string;
  count: number;
  amount: number;
  refundedCount: number;
  keys: OrderPageKey[];
}

interface OrderPageKey {
  id: number;
  batchId: number;
  status: KeyStatus;
  deliveredAt: string;
  isOpened: boolean;
  /** It was given to another person. */
  gift: GiftStatus | null;
  replacesKeyId: number | null;
  claim: ClaimStatus | null;
}

/** With their keys by id: a key itself is never read here. */
export async function listOrderItems(db: Connection, paymentId: number): Promise<OrderPageItem[]> {
  const { rows } = await sql<OrderPageItem>`
    SELECT row_number() OVER (ORDER BY item.id)::integer AS number, item.product_id AS "productId",
      product.game_id AS "gameId", item.name, item.count, item.amount,
      (SELECT coalesce(sum(part.count), 0)::integer FROM refund_item AS part
        WHERE part.order_item_id = item.id) AS "refundedCount",
      (SELECT coalesce(json_agg(json_build_object('id', delivery.key_id, 'batchId', product_key.batch_id,
          'status', product_key.status, 'deliveredAt', delivery.delivered_at, 'isOpened', is_key_opened(delivery.key_id),
          'gift', (SELECT gift.status FROM gift WHERE gift.id = gift_of_key(delivery.key_id)),
          'replacesKeyId', delivery.replaces_key_id, 'claim', key_claim.status) ORDER BY delivery.key_id), '[]')
        FROM delivery JOIN product_key ON product_key.id = delivery.key_id
        LEFT JOIN key_claim ON key_claim.key_id = delivery.key_id
        WHERE delivery.order_item_id = item.id) AS keys
    FROM order_item AS item JOIN product ON product.id = item.product_id
    WHERE item.payment_id = ${paymentId} ORDER BY item.id`.execute(db);
  return rows;
}

export interface OrderRefund {
  id: number;
  amount: number;
  reason: string;
  status: RefundStatus;
  detail: string | null;
  note: string | null;
  createdAt: Date;
  doneAt: Date | null;
  operator: string | null;
}

export async function listOrderRefunds(db: Connection, paymentId: number): Promise<OrderRefund[]> {
  const { rows } = await sql<OrderRefund>`
    SELECT refund.id, refund.amount, refund.reason, refund.status, refund.detail, refund.note,
      refund.created_at AS "createdAt", refund.done_at AS "doneAt", operator.name AS operator
    FROM refund LEFT JOIN operator ON operator.id = refund.operator_id
    WHERE refund.payment_id = ${paymentId} ORDER BY refund.id`.execute(db);
  return rows;
}

export async function listOrderAlerts(db: Connection, orderId: string) {
  const { rows } = await sql<{ kind: string; detail: string; createdAt: Date; isOpen: boolean }>`
    SELECT kind, detail, created_at AS "createdAt", resolved_at IS NULL AS "isOpen" FROM payment_alert
    WHERE payment_id = (SELECT id FROM payment WHERE order_id = ${orderId}) ORDER BY id DESC LIMIT 50`.execute(db);
  return rows;
}

export interface OrderEarned {
  fees: number;
  cost: number;
  margin: number;
}

/** What finance has booked for a payment, in hundredths of its currency. Undefined until it has. */
export async function findOrderEarned(db: Connection, paymentId: number): Promise<OrderEarned | undefined> {
  const { rows } = await sql<OrderEarned>`
    SELECT sum(fees)::bigint AS fees, sum(cost)::bigint AS cost, sum(sales - refunds - fees - cost)::bigint AS margin
    FROM sales_movement WHERE payment_id = ${paymentId} HAVING count(*) > 0`.execute(db);
  return rows[0];
}

export interface OrderEvent {
  at: Date;
  kind:
    | 'begun'
    | 'held'
    | 'link'
    | 'given-up'
    | 'link-cancelled'
    | 'callback'
    | 'paid'
    | 'delivered'
    | 'topped-up'
    | 'replaced'
    | 'returned'
    | 'opened'
    | 'claim'
    | 'claim-answered'
    | 'refund-requested'
    | 'refund-done'
    | 'mail'
    | 'alert'
    | 'action'
    | 'note';
  /** Hundredths of the payment's currency, where money moves. */
  amount: number | null;
  keyId: number | null;
  /** The provider, the channel, the reason, the action or the number of pieces, depending on the kind. */
  what: string | null;
  /** An operator or the author of a note. */
  actor: string | null;
  text: string | null;
  address: string | null;
  device: string | null;
}

/** What happened to an order, the oldest first. */
export async function listOrderEvents(db: Connection, paymentId: number): Promise<OrderEvent[]> {
  const { rows } = await sql<OrderEvent>`
    WITH this AS (SELECT * FROM payment WHERE id = ${paymentId}),
    item AS (SELECT id FROM order_item WHERE payment_id = ${paymentId}),
    own_key AS (
      SELECT key_id FROM delivery WHERE order_item_id IN (SELECT id FROM item)
      UNION SELECT key_id FROM key_return WHERE order_item_id IN (SELECT id FROM item)
    ),
    claim AS (
      SELECT * FROM key_claim WHERE key_id IN (SELECT key_id FROM own_key) AND account_id = (SELECT account_id FROM this)
    ),
    event (at, kind, amount, "keyId", what, actor, text, address, device) AS (
      SELECT created_at, 'begun', amount, NULL::bigint, provider, NULL, NULL, NULL, NULL FROM this
      UNION ALL SELECT created_at, 'link', NULL, NULL, provider_payment_id, NULL, NULL, NULL, NULL FROM this
        WHERE provider_payment_id IS NOT NULL
      UNION ALL SELECT this.created_at, 'held', NULL, NULL, sum(order_item.count)::text, NULL, NULL, NULL, NULL
        FROM this JOIN order_item ON order_item.payment_id = this.id GROUP BY this.created_at
      UNION ALL SELECT link_cancelled_at, 'link-cancelled', NULL, NULL, provider, NULL, NULL, NULL, NULL FROM this
      UNION ALL SELECT given_up_at, 'given-up', NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM this
      UNION ALL SELECT called_back_at, 'callback', NULL, NULL, provider, NULL, NULL, NULL, NULL FROM this
      UNION ALL SELECT paid_at, 'paid', amount, NULL, NULL, NULL, NULL, NULL, NULL FROM this
      UNION ALL SELECT top_up.delivered_at, 'topped-up', NULL, NULL, top_up.supplier, NULL, NULL, NULL, NULL
        FROM this JOIN top_up ON top_up.id = this.top_up_id
      UNION ALL SELECT delivered_at, CASE WHEN replaces_key_id IS NULL THEN 'delivered' ELSE 'replaced' END, NULL, key_id,
          replaces_key_id::text, NULL, NULL, NULL, NULL
        FROM delivery WHERE order_item_id IN (SELECT id FROM item)
      UNION ALL SELECT delivered_at, 'delivered', NULL, key_id, NULL, NULL, NULL, NULL, NULL
        FROM key_return WHERE order_item_id IN (SELECT id FROM item)
      UNION ALL SELECT returned_at, 'returned', NULL, key_id, NULL, NULL, NULL, NULL, NULL
        FROM key_return WHERE order_item_id IN (SELECT id FROM item)
      UNION ALL SELECT revealed_at, 'opened', NULL, key_id, channel, NULL, NULL, nullif(address, ''), nullif(user_agent, '')
        FROM key_reveal WHERE key_id IN (SELECT key_id FROM own_key) AND account_id = (SELECT account_id FROM this)
      UNION ALL SELECT created_at, 'claim', NULL, key_id, reason, NULL, nullif(comment, ''), NULL, NULL FROM claim
      UNION ALL SELECT resolved_at, 'claim-answered', NULL, key_id, status, resolved_by, answer, NULL, NULL FROM claim
      UNION ALL SELECT refund.created_at, 'refund-requested', refund.amount, NULL, refund.reason, operator.name,
          refund.note, NULL, NULL
        FROM refund LEFT JOIN operator ON operator.id = refund.operator_id WHERE refund.payment_id = ${paymentId}
      UNION ALL SELECT done_at, 'refund-done', amount, NULL, NULL, NULL, NULL, NULL, NULL
        FROM refund WHERE payment_id = ${paymentId}
      UNION ALL SELECT sent_at, 'mail', NULL, NULL, kind, NULL, NULL, NULL, NULL FROM order_mail WHERE payment_id = ${paymentId}
      UNION ALL SELECT created_at, 'alert', NULL, NULL, kind, NULL, detail, NULL, NULL
        FROM payment_alert WHERE payment_id = ${paymentId}
      UNION ALL SELECT done_at, 'action', NULL, NULL, action, actor, reason, NULL, NULL
        FROM audit_entry WHERE subject = 'order ' || (SELECT order_id FROM this) AND action <> 'note'
      UNION ALL SELECT created_at, 'note', NULL, NULL, NULL, author, text, NULL, NULL
        FROM operator_note WHERE subject_kind = 'order' AND subject_id = ${paymentId}
    )
    SELECT * FROM event WHERE at IS NOT NULL ORDER BY at, kind <> 'begun', kind <> 'held', kind <> 'link', kind <> 'callback', kind <> 'paid',
      kind LIMIT 500`.execute(db);
  return rows;
}
