import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@oyna/domain/errors';
import { TOP_UP_WAIT_SECONDS } from '@oyna/domain/top-up';
import { type SupplierOrder, type TopUpSupplier, TopUpSupplierError } from '@oyna/providers/top-up-supplier';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { SalesMetrics } from '../../platform/sales-metrics.ts';
import type { RefundsService } from '../payment/refunds.service.ts';
import type { SettlementService } from '../payment/settlement.service.ts';
import { raiseSupplierAlert, resolveSupplierAlerts } from '../payment/supplier-alerts.service.ts';
import type { TopUpService } from './top-up.services.ts';
import * as queries from './top-up-delivery.queries.ts';
import type { TopUpAnnouncements } from './top-up-messages.ts';
import { orderOf } from './top-up-order.ts';
import { type Answer, askSupplier } from './top-up-ordering.service.ts';

const AT_ONCE = 20;
/** Looks for due top-ups again after this time, also while a slow one runs. */
const LOOK_AGAIN_MS = 1_000;
/** A worker ends all calls for a top-up before this lease expires. The top-up of a killed worker is taken over soon. */
const LEASE_SECONDS = 12;
const CALLS_MS = 8_000;
/** The pauses between questions about an unknown result: short in the first minute, longer later. */
const FIRST_PAUSE_SECONDS = 3;
const OFTEN_TRIES = 20;
const PAUSE_SECONDS = 10;
const PATIENT_AFTER_SECONDS = 600;
const PATIENT_PAUSE_SECONDS = 60;
/** An operator has to add money to our balance. */
const HELD_SECONDS = 60;

interface DeliveryParts {
  db: Database;
  suppliers: ReadonlyMap<TopUpService, TopUpSupplier>;
  payments: { settlement: SettlementService; refunds: RefundsService };
  announce: TopUpAnnouncements;
  publicUrl: string;
  sales: SalesMetrics;
}

/** The result of an operator's decision. `delivered` and `failed`: the supplier reported another result. */
type Decision = 'decided' | 'not-open' | 'not-executed' | 'in-progress' | 'delivered' | 'failed';

/** Who decides, and why. */
interface Decider {
  actor: Actor;
  reason?: string | undefined;
  /** Throws when the operator may not give so much back, in hundredths of a tenge, for a top-up that may have arrived. */
  assertMayTrust?: (transaction: Connection, tenge: number) => Promise<void>;
}

export type TopUpDelivery = ReturnType<typeof createTopUpDelivery>;

/** From a confirmed payment to the credited account, or to the money back. */
export function createTopUpDelivery({ db, suppliers, payments, announce, publicUrl, sales }: DeliveryParts) {
  async function deliver(supplier: TopUpSupplier, due: queries.DueTopUp): Promise<void> {
    try {
      await applyAnswer(
        due,
        await askSupplier({ db, supplier, publicUrl, signal: AbortSignal.timeout(CALLS_MS) }, due),
      );
    } catch (error) {
      if (!(error instanceof TopUpSupplierError)) throw error;
      // The result is asked for again. Nothing is executed that may have been executed already.
      const isHeld = error.reason === 'refused';
      if (isHeld) await raiseSupplierAlert(db, supplier.name, 'supplier-refused', error.message);
      await queries.postpone(db, due, { seconds: pauseOf(due), detail: `${error.reason}: ${error.message}`, isHeld });
    }
  }

  async function applyAnswer(due: queries.DueTopUp, answer: Answer): Promise<unknown> {
    switch (answer.status) {
      case 'delivered':
        return finish(due, answer);
      case 'failed':
        return fail(due, answer.detail);
      case 'low-balance':
        await raiseSupplierAlert(db, due.supplier, 'supplier-balance', 'our balance there is used up');
        return hold(due, answer.detail);
      case 'in-progress':
      case 'ready': {
        const { supplierId, status: detail } = answer;
        return queries.postpone(db, due, { seconds: pauseOf(due), detail, supplierId });
      }
      case 'not-found':
        return queries.postpone(db, due, { seconds: pauseOf(due), detail: answer.status, isAnswered: true });
      case 'unpriced': {
        const isHeld = due.seconds_since_paid > TOP_UP_WAIT_SECONDS.unpriced;
        return queries.postpone(db, due, { seconds: pauseOf(due), detail: answer.detail, isHeld, isAnswered: true });
      }
      case 'refused':
      case 'requote':
        if (due.seconds_since_paid > TOP_UP_WAIT_SECONDS.refused) return fail(due, answer.detail);
        await raiseSupplierAlert(db, due.supplier, 'supplier-refused', answer.detail);
        return hold(due, answer.detail);
    }
  }

  /** It was not executed because of the store's account at the supplier. It waits. */
  const hold = (due: queries.DueTopUp, detail: string) =>
    queries.postpone(db, due, { seconds: HELD_SECONDS, detail, isHeld: true, isAnswered: true });

  /** Returns whether it was recorded now. */
  async function finish(
    due: queries.DueTopUp,
    answer: { supplierId: string | null; costCents: number | null },
    decider?: Decider,
  ): Promise<boolean> {
    const isNew = await inTransaction(db, async (transaction) => {
      // Another worker has already recorded the delivery.
      if (!(await payments.settlement.bookEarned(transaction, due.order_id))) return false;
      if (!(await queries.markDelivered(transaction, due, answer))) throw new AppError('state-conflict');
      if (due.is_held) await resolveSupplierAlerts(transaction, due.supplier);
      await announce(transaction, 'delivered', announcementOf(due));
      await record(transaction, 'delivered', due, decider);
      return true;
    });
    if (isNew) sales.countDelivered('top-up', due.seconds_since_paid);
    return isNew;
  }

  /** Final: the money is refunded. `isTrusted`: only the operator says that it failed. Returns whether it was recorded now. */
  function fail(due: queries.DueTopUp, detail: string, decider?: Decider, isTrusted = false): Promise<boolean> {
    return inTransaction(db, async (transaction) => {
      const isOwed = await payments.refunds.lockOwed(transaction, due.order_id);
      if (!isOwed || !(await queries.markFailed(transaction, due, detail))) return false;
      await payments.refunds.refundOwed(transaction, due.order_id, detail, isTrusted ? decider : undefined);
      await announce(transaction, 'failed', announcementOf(due));
      await record(transaction, 'failed', due, decider);
      return true;
    });
  }

  /** Undefined when the supplier does not answer, or has to be given the order again to be asked. */
  async function readAnswer(due: queries.DueTopUp): Promise<SupplierOrder | undefined> {
    const supplier = suppliers.get(due.service);
    if (!supplier || (!supplier.findsByCode && due.supplier_id === null)) return undefined;
    const signal = AbortSignal.timeout(CALLS_MS);
    return supplier.read(orderOf(due, publicUrl), due.supplier_id, signal).catch((error: unknown) => {
      if (!(error instanceof TopUpSupplierError)) throw error;
      return undefined;
    });
  }

  /** Runs a fixed number at a time. A slow or failing one does not delay the others. */
  async function deliverDueOf(supplier: TopUpSupplier, signal: AbortSignal | undefined): Promise<number> {
    const running = new Set<Promise<void>>();
    const failures: unknown[] = [];
    for (let count = 0; ; ) {
      const free = signal?.aborted ? 0 : AT_ONCE - running.size;
      const due = free > 0 ? await queries.claimDue(db, supplier.name, free, LEASE_SECONDS) : [];
      count += due.length;
      for (const one of due) {
        const work = deliver(supplier, one)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => running.delete(work));
        running.add(work);
      }
      if (running.size === 0) {
        if (failures.length > 0) throw failures[0];
        return count;
      }
      await Promise.race([...running, wait(LOOK_AGAIN_MS, undefined, { ref: false })]);
    }
  }

  return {
    /** Runs until nothing is due or the signal stops it. Returns how many there were. */
    async deliverDue(signal?: AbortSignal, from: Iterable<TopUpSupplier> = suppliers.values()): Promise<number> {
      const counts = await Promise.all([...from].map((supplier) => deliverDueOf(supplier, signal)));
      return counts.reduce((total, count) => total + count, 0);
    },

    /**
     * Books what the supplier has reported to an operator. An answer of the supplier to us takes precedence. Returns
     * what was done, or why nothing was. Without an answer, money that goes back counts for the limit of the operator.
     */
    async decide(decider: Decider, orderId: string, outcome: 'delivered' | 'failed'): Promise<Decision> {
      const due = await queries.claimForOperator(db, orderId, LEASE_SECONDS);
      if (!due) return 'not-open';
      const answer = await readAnswer(due);
      if (answer?.status === 'in-progress') return answer.status;
      const isReported = answer?.status === 'delivered' || answer?.status === 'failed';
      if (isReported && answer.status !== outcome) {
        await applyAnswer(due, answer);
        return answer.status;
      }
      const isUnexecuted = !isReported && (answer !== undefined || due.unanswered_since === null);
      if (outcome === 'delivered' && isUnexecuted) return 'not-executed';
      const isTrusted = answer === undefined && due.unanswered_since !== null;
      const detail = answer?.status === 'failed' ? answer.detail : 'an operator says that it failed';
      const isDone =
        outcome === 'failed'
          ? await fail(due, detail, decider, isTrusted).catch(async (error: unknown) => {
              await queries.endClaim(db, due, LEASE_SECONDS);
              throw error;
            })
          : await finish(
              due,
              answer?.status === 'delivered' ? answer : { supplierId: due.supplier_id, costCents: null },
              decider,
            );
      // A colleague who decided at the same time was faster.
      return isDone ? 'decided' : 'not-open';
    },
  };
}

/** The decision of an operator is recorded with its effect. A worker records nothing. */
async function record(
  db: Connection,
  outcome: 'delivered' | 'failed',
  due: queries.DueTopUp,
  decider: Decider | undefined,
): Promise<void> {
  if (!decider) return;
  const { actor, reason } = decider;
  await audit(db, {
    actor,
    reason,
    action: outcome,
    subject: `order ${due.order_id}`,
    before: { topUp: 'in-delivery' },
    after: { topUp: outcome },
    details: { supplier: due.supplier, code: due.code },
  });
}

function pauseOf({ tries, seconds_since_paid: seconds }: queries.DueTopUp): number {
  if (tries <= OFTEN_TRIES) return Math.min(tries, FIRST_PAUSE_SECONDS);
  return seconds > PATIENT_AFTER_SECONDS ? PATIENT_PAUSE_SECONDS : PAUSE_SECONDS;
}

const announcementOf = ({
  order_id: orderId,
  account_id: accountId,
  charged,
  charged_currency: currency,
}: queries.DueTopUp) => ({
  orderId,
  accountId,
  amount: charged,
  currency,
});
