import { OPEN_TOP_UP_STATUSES, TOP_UP_STATUS } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

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
}

export async function listRefundedSince(old: Connection, since: Date): Promise<LaterRefund[]> {
  const { rows } = await sql<LaterRefund>`
    SELECT order_id AS "orderId", provider, sum(refund.amount)::bigint AS sum
    FROM refund JOIN payment ON payment.id = payment_id
    WHERE refund.status = 'done' AND payment_id IN (SELECT payment_id FROM refund WHERE done_at >= ${since})
    GROUP BY payment.id ORDER BY payment.id`.execute(old);
  return rows;
}

export interface UsedKey {
  id: number;
  order_item_id: number | null;
  status: 'sold' | 'disputed' | 'revoked';
}

/** Keys that a customer got, or that were revoked. Their status changed with it. */
export async function listUsedKeys(old: Connection, since: Date): Promise<UsedKey[]> {
  const { rows } = await sql<UsedKey>`
    SELECT id, order_item_id, status FROM product_key
    WHERE changed_at >= ${since} AND status IN ('sold', 'disputed', 'revoked')`.execute(old);
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

export async function listBatchesSince(old: Connection, since: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM key_batch WHERE imported_at >= ${since} ORDER BY id`.execute(old);
  return rows.map(({ id }) => id);
}

/** Erasing a customer, disabling an operator and changes of roles have to be done again. */
export async function listActionsSince(old: Connection, since: Date): Promise<{ action: string; subject: string }[]> {
  const { rows } = await sql<{ action: string; subject: string }>`
    SELECT action, subject FROM audit_entry WHERE done_at >= ${since} AND action <> 'backup record' ORDER BY id LIMIT 1000`.execute(
    old,
  );
  return rows;
}

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
    WHERE product_key.status IN ('sold', 'disputed') ORDER BY product_key.id`.execute(db);
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

/** Providers are asked about all payments that wait, as soon as a worker runs. */
export async function makePaymentsDue(db: Connection): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE payment SET next_check_at = now() WHERE status IN ('created', 'pending')`.execute(db);
  return Number(numAffectedRows);
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
