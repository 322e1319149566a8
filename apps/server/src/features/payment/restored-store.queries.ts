import {
  DELIVERED_KEY_STATUSES,
  OPEN_TOP_UP_STATUSES,
  TOP_UP_STATUS,
  WAITING_PAYMENT_STATUSES,
} from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { type ExecutedTopUp, hasGifts, type LaterOpening, type UsedKey } from './replaced-store.queries.ts';

/** What the restored database knows, and what is written into it before the store starts. */

export interface KnownPayment {
  id: number;
  orderId: string;
  refunded: number;
}

export async function findPayments(db: Connection, orderIds: string[]): Promise<Map<string, KnownPayment>> {
  const { rows } = await sql<KnownPayment>`
    SELECT id, order_id AS "orderId",
      (SELECT coalesce(sum(amount), 0)::bigint FROM refund WHERE payment_id = payment.id) AS refunded
    FROM payment WHERE order_id = ANY(${orderIds})`.execute(db);
  return new Map(rows.map((payment) => [payment.orderId, payment]));
}

export async function listUnknown(db: Connection, batches: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM unnest(${batches}::integer[]) AS lost (id)
    WHERE NOT EXISTS (SELECT FROM key_batch WHERE key_batch.id = lost.id) ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

const usedKeys = (used: readonly UsedKey[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(used)}::jsonb) AS used (id bigint, order_item_id bigint, status text)`;

/**
 * A reserved key stays with its payment, which was begun before the moment and is settled as soon as the store runs, unless
 * another customer got the key or it was revoked. The payment then takes another key.
 */
export async function quarantineKeys(db: Connection, used: readonly UsedKey[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE product_key SET status = 'quarantined', order_item_id = NULL, reserved_until = NULL, changed_at = now()
    FROM ${usedKeys(used)}
    WHERE product_key.id = used.id AND (product_key.status = 'available' OR (product_key.status = 'reserved'
      AND (used.status = 'revoked' OR used.order_item_id <> product_key.order_item_id)))`.execute(db);
  return Number(numAffectedRows);
}

export interface ResoldKey {
  keyId: number;
  paymentId: number;
  orderId: string;
  provider: string;
}

/** Keys that belong to one order here, and were returned and sold to another after the moment. */
export async function listResoldKeys(db: Connection, used: readonly UsedKey[]): Promise<ResoldKey[]> {
  const { rows } = await sql<ResoldKey>`
    SELECT product_key.id AS "keyId", payment.id AS "paymentId", payment.order_id AS "orderId", payment.provider
    FROM ${usedKeys(used)} JOIN product_key ON product_key.id = used.id AND product_key.order_item_id <> used.order_item_id
    JOIN order_item ON order_item.id = product_key.order_item_id JOIN payment ON payment.id = order_item.payment_id
    WHERE product_key.status = ANY(${DELIVERED_KEY_STATUSES}) ORDER BY product_key.id`.execute(db);
  return rows;
}

export async function listDaysSince(db: Connection, since: Date): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT (shop_day(now()) - age)::text AS day
    FROM generate_series(0, shop_day(now()) - shop_day(${since}::timestamptz)) AS age ORDER BY age LIMIT 60`.execute(
    db,
  );
  return rows.map(({ day }) => day);
}

/**
 * Ids that are known outside the store: the number of an order, the links of a gift, the stop link of an alert, and Message-IDs.
 * One that was given out after the moment must not be given to another row.
 */
const KNOWN_OUTSIDE = ['payment', 'gift', 'alert', 'alert_message', 'support_message', 'support_entry'] as const;

/** A backup of an earlier release may have fewer tables. */
export async function skipIds(db: Connection, count: number): Promise<void> {
  await sql`
    SELECT setval(sequence, nextval(sequence) + ${count}) FROM unnest(${KNOWN_OUTSIDE}::text[]) AS known (name),
      LATERAL (SELECT pg_get_serial_sequence(name, 'id')::regclass AS sequence WHERE to_regclass(name) IS NOT NULL) AS ids`.execute(
    db,
  );
}

/**
 * Providers are asked about all payments that wait, as soon as a worker runs, and about those that were given up before the moment
 * and paid after it.
 */
export async function makePaymentsDue(db: Connection, paidLater: readonly string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE payment SET next_check_at = now() WHERE status = ANY(${WAITING_PAYMENT_STATUSES}::text[])
      OR (order_id = ANY(${paidLater}) AND given_up_at IS NOT NULL AND paid_at IS NULL)`.execute(db);
  return Number(numAffectedRows);
}

/** Where a provider does not tell what it has refunded, such a refund waits for an operator instead of being sent again. */
export async function markRefundsSent(db: Connection, sent: readonly number[] | 'all'): Promise<void> {
  await sql`UPDATE refund SET tries = tries + 1
    WHERE status <> 'done' AND ${sent === 'all' ? sql`true` : sql`id = ANY(${sent}::bigint[])`}`.execute(db);
}

/** Gifts of keys that are delivered here. A mail that waits is queued again, because its job is lost. */
export async function copyGifts(db: Connection, gifts: readonly object[]): Promise<void> {
  if (!(await hasGifts(db))) return;
  const later = sql`jsonb_populate_recordset(NULL::gift, ${JSON.stringify(gifts)}::jsonb) AS later`;
  const isSame = sql`gift.id = later.id AND gift.key_id = later.key_id AND gift.order_item_id = later.order_item_id`;
  // One step of the status after the other.
  await sql`UPDATE gift SET status = 'sent', token_hash = later.token_hash, sent_at = later.sent_at FROM ${later}
    WHERE ${isSame} AND gift.status = 'waiting' AND later.status = 'opened'`.execute(db);
  await sql`
    UPDATE gift SET status = later.status, token_hash = later.token_hash, link_count = later.link_count,
      device_hash = later.device_hash, queued_at = NULL, send_at = later.send_at, refused_at = later.refused_at,
      sent_at = later.sent_at, opened_at = later.opened_at, taken_back_at = later.taken_back_at
    FROM ${later} WHERE ${isSame}`.execute(db);
  await sql`
    INSERT INTO gift OVERRIDING SYSTEM VALUE
    SELECT (jsonb_populate_record(later, '{"queued_at": null}')).* FROM ${later}
    WHERE NOT EXISTS (SELECT FROM gift WHERE gift.id = later.id) AND EXISTS (SELECT FROM delivery
      WHERE delivery.key_id = later.key_id AND delivery.order_item_id = later.order_item_id)`.execute(db);
}

/**
 * Openings of keys that an order has here, after the gifts: a refund does not return such a key to the stock. A reserved key belongs
 * to a payment that is settled as soon as the store runs. From where it was opened is kept with the order that it was opened for.
 */
export async function copyOpenings(db: Connection, openings: readonly LaterOpening[]): Promise<void> {
  const canBeGift = await hasGifts(db);
  await sql`
    INSERT INTO key_reveal (key_id, channel, account_id, address, user_agent, revealed_at)
    SELECT key.id, shown.channel, CASE WHEN shown.channel <> 'gift' THEN payment.account_id END,
      CASE WHEN own.is_same THEN address ELSE '' END, CASE WHEN own.is_same THEN user_agent ELSE '' END, revealed_at
    FROM jsonb_to_recordset(${JSON.stringify(openings)}::jsonb) AS later (key_id bigint, order_item_id bigint, channel text,
      address text, user_agent text, revealed_at timestamptz)
    JOIN product_key AS key ON key.id = later.key_id
    JOIN order_item ON order_item.id = key.order_item_id JOIN payment ON payment.id = order_item.payment_id
    CROSS JOIN LATERAL (SELECT CASE WHEN ${canBeGift}::boolean THEN later.channel ELSE 'page' END AS channel) AS shown
    CROSS JOIN LATERAL (SELECT later.order_item_id IS NOT DISTINCT FROM key.order_item_id AS is_same) AS own
    WHERE (key.status <> 'reserved' OR own.is_same) AND NOT EXISTS (SELECT FROM key_reveal AS known
      WHERE known.key_id = key.id AND known.revealed_at = later.revealed_at)
      ${canBeGift ? sql`AND (shown.channel = 'gift' OR NOT EXISTS (SELECT FROM gift WHERE gift.key_id = key.id AND gift.status <> 'taken-back'))` : sql``}`.execute(
    db,
  );
}

/** Of these, the ones that are no longer erased. */
export async function listUnerased(db: Connection, accountIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM account WHERE id = ANY(${accountIds}::bigint[]) AND erased_at IS NULL ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A top-up that may still be sent to its supplier. */
const canBeSent = sql`(top_up.status = ANY(${OPEN_TOP_UP_STATUSES}) OR (top_up.status = ${TOP_UP_STATUS.failed} AND top_up.paid_at IS NULL))`;

/** The supplier is asked about these before they are sent. */
export async function copyExecution(db: Connection, executed: readonly ExecutedTopUp[]): Promise<void> {
  await sql`
    UPDATE top_up SET supplier_id = coalesce(executed.supplier_id, top_up.supplier_id), unanswered_since = executed.unanswered_since
    FROM jsonb_to_recordset(${JSON.stringify(executed)}::jsonb)
      AS executed (id bigint, supplier_id text, unanswered_since timestamptz)
    WHERE top_up.id = executed.id AND ${canBeSent}`.execute(db);
}

/** Each may have been executed after the moment. */
export async function markTopUpsUnanswered(db: Connection, reachedAt: Date): Promise<void> {
  await sql`UPDATE top_up SET unanswered_since = coalesce(unanswered_since, ${reachedAt}) WHERE ${canBeSent}`.execute(
    db,
  );
}

/** Sessions that were ended after the moment would be open again. */
export async function endSessions(db: Connection): Promise<void> {
  await sql`DELETE FROM account_session`.execute(db);
  await sql`DELETE FROM operator_session`.execute(db);
  await sql`DELETE FROM node`.execute(db);
}
