import type { Language } from '@oyna/domain/constants';
import { OPENING_CHANNELS, type OpeningChannel } from '@oyna/domain/key-withdrawal';
import { CLAIM_REASONS, type ClaimReason, type WaitReason } from '@oyna/domain/replacement-policy';
import type { ClaimStatus } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { statusList } from '../../platform/database/transitions.ts';

/** A claim with everything an operator needs to answer it. Never the key itself. */
export interface ClaimRow {
  keyId: number;
  accountId: number;
  login: string;
  email: string | null;
  language: Language;
  paymentId: number;
  isGuest: boolean;
  orderId: string;
  orderNumber: string;
  provider: string;
  orderItemId: number;
  /** The number of the item in its order, from 1. */
  itemNumber: number;
  productId: number;
  productName: string;
  priceCents: number;
  batchId: number;
  reason: ClaimReason;
  comment: string;
  status: ClaimStatus;
  waitReason: WaitReason | null;
  answer: string | null;
  resolvedBy: string | null;
  createdAt: Date;
  resolvedAt: Date | null;
  isOpened: boolean;
  isOverdue: boolean;
  isAutomatic: boolean;
  newKeyId: number | null;
  /** Where the buyer was going to activate the key. */
  activationCountry: string | null;
  /** The buyer has ticked before the payment that the key does not work there. */
  isActivationAccepted: boolean;
}

const selectClaims = (hours: number) => sql`
    SELECT key_claim.key_id AS "keyId", account.id AS "accountId", account.login, account.email, account.language,
      payment.id AS "paymentId", account.is_guest AS "isGuest", payment.order_id AS "orderId", payment.number AS "orderNumber", payment.provider, order_item.id AS "orderItemId",
      order_item.product_id AS "productId", order_item.name AS "productName", order_item.price_cents AS "priceCents",
      product_key.batch_id AS "batchId", key_claim.reason, key_claim.comment, key_claim.status,
      key_claim.wait_reason AS "waitReason", key_claim.answer, key_claim.resolved_by AS "resolvedBy",
      key_claim.created_at AS "createdAt", key_claim.resolved_at AS "resolvedAt",
      key_claim.is_automatic AS "isAutomatic", is_key_opened(key_claim.key_id) AS "isOpened",
      (SELECT count(*)::integer FROM order_item AS item
        WHERE item.payment_id = payment.id AND item.id <= order_item.id) AS "itemNumber",
      key_claim.status = 'open' AND key_claim.created_at < now() - make_interval(hours => ${hours}) AS "isOverdue",
      (SELECT newer.key_id FROM delivery AS newer WHERE newer.replaces_key_id = key_claim.key_id) AS "newKeyId",
      payment.activation_country AS "activationCountry",
      order_item.product_id = ANY (payment.activation_accepted) AS "isActivationAccepted"
    FROM key_claim
    JOIN product_key ON product_key.id = key_claim.key_id
    JOIN delivery ON delivery.key_id = key_claim.key_id
    JOIN order_item ON order_item.id = delivery.order_item_id
    JOIN payment ON payment.id = order_item.payment_id
    JOIN account ON account.id = key_claim.account_id`;

/** The oldest open claim first. */
export async function listClaims(
  db: Connection,
  choice: { keyId?: number; isOpen?: boolean; hours: number; limit: number },
): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`${selectClaims(choice.hours)}
    WHERE (${choice.keyId ?? null}::bigint IS NULL OR key_claim.key_id = ${choice.keyId ?? null})
      AND (NOT ${choice.isOpen ?? false} OR key_claim.status = 'open')
    ORDER BY key_claim.status <> 'open', key_claim.created_at LIMIT ${choice.limit}`.execute(db);
  return rows;
}

export interface ClaimFilter {
  state: 'open' | 'decided';
  reason?: ClaimReason | undefined;
  batchId?: number | undefined;
  accountId?: number | undefined;
}

/** A page of the queue: open claims the oldest first, decided ones the latest first. `after` is the last key of the page before. */
export async function listClaimPage(
  db: Connection,
  { filter, after, hours, limit }: { filter: ClaimFilter; after: number | null; hours: number; limit: number },
): Promise<ClaimRow[]> {
  const { reason, batchId, accountId } = filter;
  const isOpen = filter.state === 'open';
  const place = isOpen ? sql.ref('created_at') : sql.ref('resolved_at');
  const { rows } = await sql<ClaimRow>`${selectClaims(hours)}
    WHERE key_claim.key_id IN (
      SELECT key_id FROM key_claim AS chosen WHERE ${isOpen ? sql`status = 'open'` : sql`status <> 'open'`}
        ${reason === undefined ? sql`` : sql`AND reason = ${reason}`}
        ${batchId === undefined ? sql`` : sql`AND batch_id = ${batchId}`}
        ${accountId === undefined ? sql`` : sql`AND account_id = ${accountId}`}
        ${after === null ? sql`` : sql`AND (${place}, key_id) ${isOpen ? sql`>` : sql`<`} (SELECT ${place}, key_id FROM key_claim WHERE key_id = ${after})`}
      ORDER BY ${place} ${isOpen ? sql`` : sql`DESC`}, key_id ${isOpen ? sql`` : sql`DESC`} LIMIT ${limit})
    ORDER BY key_claim.${place} ${isOpen ? sql`` : sql`DESC`}, key_claim.key_id ${isOpen ? sql`` : sql`DESC`}`.execute(
    db,
  );
  return rows;
}

export interface KeyRevealRow {
  channel: OpeningChannel;
  address: string;
  userAgent: string;
  revealedAt: Date;
}

/** When and from where the buyer has seen the key, the first time first. */
export async function listReveals(db: Connection, keyId: number, limit: number): Promise<KeyRevealRow[]> {
  const { rows } = await sql<KeyRevealRow>`
    SELECT channel, address, user_agent AS "userAgent", revealed_at AS "revealedAt" FROM key_reveal
    WHERE key_id = ${keyId} AND channel IN (${statusList(OPENING_CHANNELS)}) ORDER BY revealed_at LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

export interface BuyerHistory {
  accountCreatedAt: Date;
  isEmailConfirmed: boolean;
  isBlocked: boolean;
  orders: number;
  paidOrders: number;
  refundedOrders: number;
  claims: Record<ClaimStatus, number>;
}

export async function readBuyerHistory(db: Connection, accountId: number): Promise<BuyerHistory> {
  const { rows } = await sql<BuyerHistory>`
    SELECT account.created_at AS "accountCreatedAt", email_confirmed_at IS NOT NULL AS "isEmailConfirmed",
      is_blocked(blocked_at, blocked_until) AS "isBlocked", placed.*,
      (SELECT json_build_object('open', count(*) FILTER (WHERE status = 'open'),
          'replaced', count(*) FILTER (WHERE status = 'replaced'), 'refunded', count(*) FILTER (WHERE status = 'refunded'),
          'refused', count(*) FILTER (WHERE status = 'refused'))
        FROM key_claim WHERE account_id = account.id) AS claims
    FROM account CROSS JOIN LATERAL (
      SELECT count(*)::integer AS orders, (count(*) FILTER (WHERE paid_at IS NOT NULL))::integer AS "paidOrders",
        (count(*) FILTER (WHERE status IN ('refunding', 'refund-failed', 'partly-refunded', 'refunded')))::integer
          AS "refundedOrders"
      FROM payment WHERE account_id = account.id) AS placed
    WHERE account.id = ${accountId}`.execute(db);
  const [history] = rows;
  if (!history) throw new Error(`account ${accountId} is missing`);
  return history;
}

/** The second of two operators waits here, and then finds the answer of the first. */
export async function lockClaimStatus(db: Connection, keyId: number): Promise<ClaimStatus | undefined> {
  const row = await db
    .selectFrom('key_claim')
    .select('status')
    .where('key_id', '=', keyId)
    .forUpdate()
    .executeTakeFirst();
  return row?.status;
}

/** Whose daily limit the new key counts for, if it has one, and its worth in hundredths of a tenge. */
export interface CountedReplacement {
  operatorId: number | null;
  tenge: number;
}

/** Whether as many keys of an order item were replaced, by the policy or by operators, as were bought. */
export async function isEachReplaced(db: Connection, orderItemId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM order_item WHERE id = ${orderItemId} AND count <= (
      SELECT count(*) FROM delivery WHERE order_item_id = order_item.id AND replaces_key_id IS NOT NULL)`.execute(db);
  return rows.length > 0;
}

export async function answerClaim(
  db: Connection,
  keyId: number,
  answer: {
    status: Exclude<ClaimStatus, 'open'>;
    text: string | null;
    actor: string;
    counted?: CountedReplacement | undefined;
  },
): Promise<void> {
  const { status, text, actor, counted } = answer;
  await db
    .updateTable('key_claim')
    .set({ status, answer: text, resolved_by: actor, resolved_at: sql<Date>`now()` })
    .$if(counted !== undefined, (query) => query.set({ operator_id: counted?.operatorId, tenge: counted?.tenge }))
    .where('key_id', '=', keyId)
    .execute();
}

export async function countOpenClaims(db: Connection, hours: number): Promise<{ open: number; overdue: number }> {
  const { rows } = await sql<{ open: number; overdue: number }>`
    SELECT count(*)::integer AS open,
      (count(*) FILTER (WHERE created_at < now() - make_interval(hours => ${hours})))::integer AS overdue
    FROM key_claim WHERE status = 'open'`.execute(db);
  return rows[0] ?? { open: 0, overdue: 0 };
}

const METRIC_DAYS = 30;

/** Claims of the last 30 days by reason. A reason without claims is 0. */
export async function countClaimsByReason(db: Connection): Promise<Record<ClaimReason, number>> {
  const { rows } = await sql<{ reason: ClaimReason; claims: number }>`
    SELECT reason, count(*)::integer AS claims FROM key_claim
    WHERE created_at > now() - make_interval(days => ${METRIC_DAYS}) GROUP BY reason`.execute(db);
  const none = Object.fromEntries(CLAIM_REASONS.map((reason) => [reason, 0]));
  return { ...none, ...Object.fromEntries(rows.map(({ reason, claims }) => [reason, claims])) } as Record<
    ClaimReason,
    number
  >;
}
