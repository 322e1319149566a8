import { OPENING_CHANNELS, type OpeningChannel } from '@oyna/domain/key-withdrawal';
import { USED_KEY_STATUSES } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { statusList } from '../../platform/database/transitions.ts';

/** What the replaced database knows of the time after the moment that was restored. Reads only. */

export interface LaterPayment {
  orderId: string;
  provider: string;
  number: string;
  amount: number;
  currency: string;
  paidAt: Date;
  email: string | null;
}

export async function listPaidSince(old: Connection, since: Date): Promise<LaterPayment[]> {
  const { rows } = await sql<LaterPayment>`
    SELECT order_id AS "orderId", provider, number, amount, currency, paid_at AS "paidAt", account.email
    FROM payment LEFT JOIN account ON account.id = payment.account_id
    WHERE paid_at >= ${since} ORDER BY payment.id`.execute(old);
  return rows;
}

export interface LaterRefund {
  orderId: string;
  provider: string;
  sum: number;
  /** Whether the provider has confirmed all of it. */
  isSure: boolean;
}

/** A provider may have paid a refund that it did not answer. A database of an earlier release does not count unsent tries. */
const mayBePaid = sql`(refund.status <> 'done'
  AND refund.tries > coalesce((to_jsonb(refund) ->> 'unsent_tries')::integer, 0))`;

export async function listRefundedSince(old: Connection, since: Date): Promise<LaterRefund[]> {
  const { rows } = await sql<LaterRefund>`
    SELECT order_id AS "orderId", provider, sum(refund.amount)::bigint AS sum, bool_and(refund.status = 'done') AS "isSure"
    FROM refund JOIN payment ON payment.id = payment_id
    WHERE (refund.status = 'done' OR ${mayBePaid})
      AND payment_id IN (SELECT payment_id FROM refund WHERE done_at >= ${since} OR ${mayBePaid})
    GROUP BY payment.id ORDER BY payment.id`.execute(old);
  return rows;
}

export interface UsedKey {
  id: number;
  order_item_id: number | null;
  status: (typeof USED_KEY_STATUSES)[number];
}

/** Keys that a customer got, or that were revoked. Their status changed with it. */
export async function listUsedKeys(old: Connection, since: Date): Promise<UsedKey[]> {
  const { rows } = await sql<UsedKey>`
    SELECT id, order_item_id, status FROM product_key
    WHERE changed_at >= ${since} AND status = ANY(${USED_KEY_STATUSES})`.execute(old);
  return rows;
}

export interface ExecutedTopUp {
  id: number;
  supplier_id: string | null;
  unanswered_since: Date;
}

/** Top-ups that the supplier may have executed, and that a database of the moment may not know to be delivered. */
export async function listExecutedTopUps(old: Connection, since: Date): Promise<ExecutedTopUp[]> {
  const { rows } = await sql<ExecutedTopUp>`
    SELECT id, supplier_id, unanswered_since FROM top_up
    WHERE unanswered_since IS NOT NULL AND coalesce(delivered_at, 'infinity') >= ${since}`.execute(old);
  return rows;
}

/** Refunds that the provider has paid or may have paid. */
export async function listSentRefunds(old: Connection, since: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM refund WHERE done_at >= ${since} OR ${mayBePaid}`.execute(old);
  return rows.map(({ id }) => id);
}

export interface LaterOpening {
  key_id: number;
  order_item_id: number | null;
  channel: OpeningChannel;
  address: string;
  user_agent: string;
  /** As a text: a Date would lose the microseconds, by which a known opening is found. */
  revealed_at: string;
}

/** Keys that customers have seen. The order is the one that the key belongs to in the end. */
export async function listOpenings(old: Connection, since: Date): Promise<LaterOpening[]> {
  const { rows } = await sql<LaterOpening>`
    SELECT key_reveal.key_id, delivery.order_item_id, channel, address, user_agent,
      revealed_at::text AS revealed_at FROM key_reveal LEFT JOIN delivery ON delivery.key_id = key_reveal.key_id
    WHERE revealed_at >= ${since} AND channel IN (${statusList(OPENING_CHANNELS)}) ORDER BY id`.execute(old);
  return rows;
}

/** A database of an earlier release may have none. */
export async function hasGifts(db: Connection): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`SELECT to_regclass('gift') IS NOT NULL AS is_there`.execute(db);
  return rows[0]?.is_there === true;
}

/** Gifts that were made, sent, opened or taken back, and those with a second link, which has no time. */
export async function listChangedGifts(old: Connection, since: Date): Promise<object[]> {
  if (!(await hasGifts(old))) return [];
  const { rows } = await sql<{ gift: object }>`
    SELECT to_jsonb(gift) AS gift FROM gift
    WHERE greatest(created_at, sent_at, opened_at, taken_back_at) >= ${since} OR link_count > 1 ORDER BY id`.execute(
    old,
  );
  return rows.map(({ gift }) => gift);
}

export async function listErasedSince(old: Connection, since: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM account WHERE erased_at >= ${since} ORDER BY id`.execute(
    old,
  );
  return rows.map(({ id }) => id);
}

export async function listBatchesSince(old: Connection, since: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM key_batch WHERE imported_at >= ${since} ORDER BY id`.execute(old);
  return rows.map(({ id }) => id);
}

/** Erasing a customer, disabling an operator and changes of roles have to be done again. */
export async function listActionsSince(old: Connection, since: Date): Promise<{ action: string; subject: string }[]> {
  const { rows } = await sql<{ action: string; subject: string }>`
    SELECT action, subject FROM audit_entry WHERE done_at >= ${since} AND action <> 'backup record' ORDER BY id`.execute(
    old,
  );
  return rows;
}
