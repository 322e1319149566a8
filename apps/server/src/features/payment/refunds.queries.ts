import type { RefundedItem } from '@oyna/domain/settlement';
import { REFUND_TRANSITIONS, type RefundReason } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { mayBecome } from '../../platform/database/transitions.ts';
import { ALL_PROVIDERS, isInGroup, type PaymentRow, type ProviderGroup } from './payment.queries.ts';

interface NewRefund {
  reason: RefundReason;
  amount: number;
  items: readonly RefundedItem[];
  /** For the operator. */
  detail?: string | undefined;
  /** The operator who requested it, what it is worth in hundredths of a tenge, and why. */
  operatorId?: number | null | undefined;
  tenge?: number | undefined;
  note?: string | undefined;
}

/**
 * The payment is refunding from now on, and a worker asks the provider soon. The caller has locked the payment. What a restored
 * database does not know to be paid counts as tried: a refund while its alert is open, and one that the store requests by itself
 * for a payment from before the restore.
 */
export async function requestRefund(db: Connection, paymentId: number, refund: NewRefund): Promise<number> {
  const { reason, amount, items, detail = null, operatorId = null, tenge = null, note = null } = refund;
  const { rows } = await sql<{ id: number }>`
    WITH changed AS (
      UPDATE payment SET status = 'refunding', detail = coalesce(${detail}, detail), next_check_at = NULL
      WHERE id = ${paymentId}
    ), new_refund AS (
      INSERT INTO refund (payment_id, amount, reason, refunded_before, operator_id, tenge, note, tries)
      SELECT ${paymentId}, ${amount}, ${reason}, coalesce(sum(refund.amount), 0), ${operatorId}::integer,
        ${tenge}::bigint, ${note}::text,
        (EXISTS (SELECT FROM payment_alert
          WHERE payment_id = ${paymentId} AND kind = 'provider-refund' AND resolved_at IS NULL)
        OR (${reason !== 'operator'}::boolean AND EXISTS (SELECT FROM audit_entry JOIN payment ON payment.id = ${paymentId}
          WHERE subject = 'database' AND action = 'restore' AND done_at > payment.created_at)))::integer
      FROM refund WHERE payment_id = ${paymentId} AND status = 'done' RETURNING id
    ), parts AS (
      INSERT INTO refund_item (refund_id, order_item_id, count, amount)
      SELECT new_refund.id, part.* FROM new_refund, unnest(${items.map(({ orderItemId }) => orderItemId)}::bigint[],
        ${items.map(({ count }) => count)}::integer[], ${items.map((item) => item.amount)}::bigint[]) AS part
    )
    SELECT id FROM new_refund`.execute(db);
  return rows[0]?.id ?? 0;
}

export interface RefundRow {
  id: number;
  payment_id: number;
  amount: number;
  refunded_before: number;
  /** Counted from the last time that an operator started it, this try included. */
  tries: number;
  /** An earlier try may have moved money. */
  may_be_sent: boolean;
}

/** Each refund is claimed by one caller, and is due again if that caller fails. */
export async function claimRefunds(
  db: Connection,
  limit: number,
  group: ProviderGroup = ALL_PROVIDERS,
): Promise<(RefundRow & { order_id: string })[]> {
  const { rows } = await sql<RefundRow & { order_id: string }>`
    UPDATE refund SET tries = tries + 1, next_try_at = now() + interval '90 seconds'
    FROM payment WHERE payment.id = refund.payment_id AND refund.id IN (
      SELECT due.id FROM refund AS due JOIN payment AS paid ON paid.id = due.payment_id
      WHERE due.status = 'waiting' AND due.next_try_at <= now() AND ${isInGroup(sql`paid.provider`, group)}
      ORDER BY due.next_try_at LIMIT ${limit} FOR UPDATE OF due SKIP LOCKED
    ) RETURNING refund.id, refund.payment_id, refund.amount, refund.refunded_before, payment.order_id,
      refund.tries - refund.tries_before_retry AS tries, refund.tries - 1 > refund.unsent_tries AS may_be_sent`.execute(
    db,
  );
  return rows;
}

export interface FailedTry {
  detail: string;
  isSent: boolean;
}

export async function postponeRefund(db: Connection, id: number, seconds: number, last: FailedTry): Promise<void> {
  await sql`UPDATE refund SET next_try_at = now() + make_interval(secs => ${seconds}), detail = ${last.detail},
      unsent_tries = unsent_tries + ${last.isSent ? 0 : 1}
    WHERE id = ${id} AND status = 'waiting'`.execute(db);
}

/** Returns false when another worker has ended the refund. */
export async function failRefund(db: Connection, id: number, last: FailedTry): Promise<boolean> {
  const result = await sql`UPDATE refund SET status = 'failed', next_try_at = NULL, detail = ${last.detail},
      unsent_tries = unsent_tries + ${last.isSent ? 0 : 1}
    WHERE id = ${id} AND ${mayBecome(REFUND_TRANSITIONS, 'failed')}`.execute(db);
  return (result.numAffectedRows ?? 0n) > 0n;
}

export async function retryRefund(db: Connection, paymentId: number): Promise<boolean> {
  const result = await sql`UPDATE refund SET status = 'waiting', next_try_at = now(), tries_before_retry = tries
    WHERE payment_id = ${paymentId} AND ${mayBecome(REFUND_TRANSITIONS, 'waiting')}`.execute(db);
  return (result.numAffectedRows ?? 0n) > 0n;
}

export interface RefundOutcome {
  detail: string;
  /** An operator gave the money back without the store, so the provider may not know of it. */
  isByHand: boolean;
}

/** Marks the refund as done and books it. Returns false when it was done before. */
export async function finishRefund(
  db: Connection,
  payment: Pick<PaymentRow, 'id' | 'provider' | 'currency'>,
  refundId: number,
  { detail, isByHand }: RefundOutcome,
): Promise<boolean> {
  const { rows } = await sql<{ is_done: boolean }>`
    WITH finished AS (
      UPDATE refund SET status = 'done', done_at = now(), next_try_at = NULL, detail = ${detail}, is_by_hand = ${isByHand}
      WHERE id = ${refundId} AND ${mayBecome(REFUND_TRANSITIONS, 'done')} RETURNING id, amount, reason
    ), movement AS (
      INSERT INTO ledger_transaction (kind, payment_id, refund_id)
      SELECT 'refund', ${payment.id}, id FROM finished RETURNING id
    ), entries AS (
      INSERT INTO ledger_entry (transaction_id, account, currency, amount)
      SELECT movement.id, entry.account, ${payment.currency}::text, entry.amount FROM movement, finished,
        LATERAL (VALUES (${`provider:${payment.provider}`}::text, -finished.amount),
          (CASE finished.reason WHEN 'operator' THEN 'sales' ELSE 'owed' END, finished.amount)) AS entry (account, amount)
    )
    SELECT EXISTS (SELECT FROM finished) AS is_done`.execute(db);
  return rows[0]?.is_done ?? false;
}

export async function sumRefunds(db: Connection, paymentId: number): Promise<number> {
  const row = await db
    .selectFrom('refund')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), sql<number>`0`).as('total'))
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'done')
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

export interface FailedRefund {
  id: number;
  amount: number;
}

export function findFailedRefund(db: Connection, paymentId: number): Promise<FailedRefund | undefined> {
  return db
    .selectFrom('refund')
    .select(['id', 'amount'])
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'failed')
    .executeTakeFirst();
}

/** The sum of all refunds, whether they are done, waiting or failed. */
export async function sumRequestedRefunds(db: Connection, paymentId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT coalesce(sum(amount), 0)::bigint AS total FROM refund WHERE payment_id = ${paymentId}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** What operators have refunded of a payment, in hundredths of a tenge, without one refund that is tried again. */
export async function sumOperatorRefunds(db: Connection, paymentId: number, exceptId: number | null): Promise<number> {
  const { rows } = await sql<{ tenge: number }>`
    SELECT coalesce(sum(tenge), 0)::bigint AS tenge FROM refund
    WHERE payment_id = ${paymentId} AND operator_id IS NOT NULL AND id IS DISTINCT FROM ${exceptId}::bigint`.execute(
    db,
  );
  return rows[0]?.tenge ?? 0;
}

export interface RefundableItemRow {
  id: number;
  count: number;
  amount: number;
  refundedCount: number;
}

/** In the order in which they are shown. */
export async function listRefundableItems(db: Connection, paymentId: number): Promise<RefundableItemRow[]> {
  const { rows } = await sql<RefundableItemRow>`
    SELECT item.id, item.count, item.amount, least(item.count, (SELECT coalesce(sum(part.count), 0)
      FROM refund_item AS part WHERE part.order_item_id = item.id))::integer AS "refundedCount"
    FROM order_item AS item WHERE item.payment_id = ${paymentId} ORDER BY item.id`.execute(db);
  return rows;
}

/**
 * An amount of a payment in hundredths of a tenge, by the rate of the payment and the present rate of the tenge. Without a
 * rate a high one is assumed, so that a limit still holds.
 */
export async function findWorth(
  db: Connection,
  { id, currency }: Pick<PaymentRow, 'id' | 'currency'>,
  amount: number,
): Promise<number> {
  if (currency === 'KZT') return amount;
  const { rows } = await sql<{ tenge: number }>`
    SELECT ceil(${amount} / payment.rate * coalesce((SELECT rate FROM currency_rate WHERE currency = 'KZT'), 1000))::bigint AS tenge
    FROM payment WHERE id = ${id}`.execute(db);
  return rows[0]?.tenge ?? 0;
}

/** Until the transaction ends no other refund of this operator is counted. */
export async function lockAllowance(db: Connection, operatorId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('operator-refunds'), ${operatorId}::integer)`.execute(db);
}

/** What the role allows within 24 hours, and what the operator has requested and given in place of other keys. */
export async function getAllowance(
  db: Connection,
  operatorId: number,
): Promise<{ limit: number | null; used: number }> {
  const { rows } = await sql<{ limit: number | null; used: number }>`
    SELECT (operator_role.limits ->> 'refundPerDay')::bigint AS limit,
      (SELECT coalesce(sum(refund.tenge), 0)::bigint FROM refund
        WHERE refund.operator_id = operator.id AND refund.created_at > now() - interval '24 hours')
      + (SELECT coalesce(sum(key_claim.tenge), 0)::bigint FROM key_claim
        WHERE key_claim.operator_id = operator.id AND key_claim.resolved_at > now() - interval '24 hours')
      + (SELECT coalesce(sum(accepted_review.tenge), 0)::bigint FROM accepted_review
        WHERE accepted_review.operator_id = operator.id AND accepted_at > now() - interval '24 hours') AS used
    FROM operator JOIN operator_role ON operator_role.id = operator.role_id
    WHERE operator.id = ${operatorId}`.execute(db);
  return rows[0] ?? { limit: 0, used: 0 };
}

/** An accepted payment counts for the limit of the operator. */
export async function saveAccepted(
  db: Connection,
  { paymentId, operatorId, tenge }: { paymentId: number; operatorId: number; tenge: number },
): Promise<void> {
  await db.insertInto('accepted_review').values({ payment_id: paymentId, operator_id: operatorId, tenge }).execute();
}
