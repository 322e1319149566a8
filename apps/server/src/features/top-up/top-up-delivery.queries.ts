import { TOP_UP_STATUS, TOP_UP_TRANSITIONS } from '@oyna/domain/states';
import type { TopUpCurrency } from '@oyna/domain/top-up';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { mayBecome } from '../../platform/database/transitions.ts';
import type { TopUpService } from './top-up.services.ts';

const { delivered, inDelivery, failed } = TOP_UP_STATUS;

export interface DueTopUp {
  id: number;
  order_id: string;
  account_id: number | null;
  service: TopUpService;
  supplier: string;
  code: string;
  supplier_id: string | null;
  name: string;
  account: string;
  amount: number;
  currency: TopUpCurrency | null;
  /** What was received for it, in US cents and as it was charged. */
  base_cents: number;
  charged: number;
  charged_currency: string;
  is_late: boolean;
  /** Before this try. */
  unanswered_since: Date | null;
  is_held: boolean;
  /** With this one. */
  tries: number;
  seconds_since_paid: number;
}

/**
 * Each top-up is claimed by one caller, and is due again if that caller fails. The claim is committed before
 * the supplier is called: from then on the top-up may have been executed.
 */
export async function claimDue(
  db: Connection,
  supplier: string,
  limit: number,
  leaseSeconds: number,
): Promise<DueTopUp[]> {
  const due = sql`SELECT id, unanswered_since FROM top_up
    WHERE status = ${inDelivery} AND supplier = ${supplier} AND next_try_at <= now()
    ORDER BY next_try_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
  return claim(db, due, leaseSeconds, true);
}

/**
 * For an operator: claims a top-up that may be settled and that no worker has claimed. One that was certainly not executed is not
 * with a worker for long. A worker does not send a late top-up that is claimed.
 */
export async function claimForOperator(
  db: Connection,
  orderId: string,
  leaseSeconds: number,
): Promise<DueTopUp | undefined> {
  const wanted = sql`SELECT id, unanswered_since FROM top_up
    WHERE id = (SELECT top_up_id FROM payment WHERE order_id = ${orderId}) AND may_be_settled(top_up)
      AND (unanswered_since IS NULL OR next_try_at <= now() OR next_try_at > now() + make_interval(secs => ${leaseSeconds}))
    FOR UPDATE`;
  return (await claim(db, wanted, leaseSeconds, false))[0];
}

/** The claim of an operator executes nothing, so it does not mark an order as possibly executed. */
async function claim(
  db: Connection,
  due: RawBuilder<unknown>,
  leaseSeconds: number,
  isExecuted: boolean,
): Promise<DueTopUp[]> {
  const { rows } = await sql<DueTopUp>`
    WITH due AS (${due})
    UPDATE top_up SET tries = tries + 1, next_try_at = now() + make_interval(secs => ${leaseSeconds}),
      unanswered_since = CASE WHEN top_up.is_late OR NOT ${isExecuted}::boolean THEN top_up.unanswered_since
        ELSE coalesce(top_up.unanswered_since, now()) END
    FROM due, top_up_quote AS quote, payment
    WHERE top_up.id = due.id AND quote.id = top_up.quote_id AND payment.top_up_id = top_up.id
    RETURNING top_up.id, payment.order_id, top_up.account_id, quote.service, top_up.supplier, top_up.code,
      top_up.supplier_id, quote.name, top_up.account, quote.amount, quote.currency, quote.base_cents, quote.charged,
      quote.charged_currency, top_up.is_late, due.unanswered_since, top_up.is_held,
      top_up.tries,
      extract(epoch FROM now() - top_up.paid_at)::integer AS seconds_since_paid`.execute(db);
  return rows;
}

/** After a refusal: another operator can decide at once, and a worker asks again a minute later. */
export async function endClaim(db: Connection, { id, tries }: DueTopUp, leaseSeconds: number): Promise<void> {
  await sql`UPDATE top_up SET next_try_at = now() + make_interval(secs => ${leaseSeconds + 60})
    WHERE id = ${id} AND status = ${inDelivery} AND tries = ${tries}`.execute(db);
}

/** The supplier has a new order: from now on it may be executed. Changes nothing if another worker has started. */
export async function markPrepared(db: Connection, { id, tries }: DueTopUp): Promise<boolean> {
  const result = await sql`UPDATE top_up SET is_late = false, unanswered_since = coalesce(unanswered_since, now())
    WHERE id = ${id} AND status = ${inDelivery} AND tries = ${tries}`.execute(db);
  return (result.numAffectedRows ?? 0n) > 0n;
}

interface Postponement {
  seconds: number;
  detail: string;
  isHeld?: boolean;
  /** It was not executed, for sure. */
  isAnswered?: boolean;
  supplierId?: string | null;
}

/** Has no effect if another worker has claimed the top-up since. */
export async function postpone(db: Connection, { id, tries }: DueTopUp, later: Postponement): Promise<void> {
  await sql`
    UPDATE top_up SET next_try_at = now() + make_interval(secs => ${later.seconds}), detail = ${later.detail},
      is_held = ${later.isHeld ?? false}, supplier_id = coalesce(${later.supplierId ?? null}, supplier_id),
      unanswered_since = CASE WHEN ${later.isAnswered ?? false} THEN NULL ELSE unanswered_since END
    WHERE id = ${id} AND status = ${inDelivery} AND tries = ${tries}`.execute(db);
}

export async function markDelivered(
  db: Connection,
  { id }: DueTopUp,
  { supplierId, costCents }: { supplierId: string | null; costCents: number | null },
): Promise<boolean> {
  const result = await sql`
    UPDATE top_up SET status = ${delivered}, delivered_at = now(), next_try_at = NULL, is_held = false, detail = NULL,
      supplier_id = coalesce(${supplierId}, supplier_id), cost_cents = ${costCents}
    WHERE id = ${id} AND ${mayBecome(TOP_UP_TRANSITIONS, delivered)}`.execute(db);
  return (result.numAffectedRows ?? 0n) > 0n;
}

/** Has no effect if another worker has claimed the top-up since: that one may have delivered it. */
export async function markFailed(db: Connection, { id, tries }: DueTopUp, detail: string): Promise<boolean> {
  const result = await sql`
    UPDATE top_up SET status = ${failed}, next_try_at = NULL, is_held = false, detail = ${detail}
    WHERE id = ${id} AND status = ${inDelivery} AND tries = ${tries}`.execute(db);
  return (result.numAffectedRows ?? 0n) > 0n;
}
