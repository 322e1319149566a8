import type { PaymentProviderName } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { canGiveBack } from '@oyna/domain/refund-plan';
import { assertTransition, PAYMENT_TRANSITIONS } from '@oyna/domain/states';
import type { PaymentProvider } from '@oyna/providers/payment-provider';
import type { Actor } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { SalesMetrics } from '../../platform/sales-metrics.ts';
import type { KeysService } from '../keys/keys.service.ts';
import { createOperatorRefundsService } from './operator-refunds.service.ts';
import type { RefundAnnouncements } from './order-messages.ts';
import * as payments from './payment.queries.ts';
import * as alerts from './payment-alerts.queries.ts';
import * as queries from './refunds.queries.ts';
import type { PaymentUse } from './settlement.service.ts';

const AT_ONCE = 10;
/**
 * A refund with an unknown result is tried again after the provider has had time to settle it, then more and more rarely:
 * the last try is more than seven hours after the first.
 */
const RETRY_SECONDS = 60;
const MAX_TRIES = 30;

/** An operator who decides without an answer of the supplier. */
interface TrustedOperator {
  actor: Actor;
  /** Throws when the operator may not give so much back, in hundredths of a tenge. */
  assertMayTrust?: ((transaction: Connection, tenge: number) => Promise<void>) | undefined;
}

export type RefundsService = ReturnType<typeof createRefundsService>;

export function createRefundsService(
  db: Database,
  providers: ReadonlyMap<PaymentProviderName, PaymentProvider>,
  announcements: RefundAnnouncements,
  topUps: PaymentUse,
  keys: Pick<KeysService, 'refreshAvailability'>,
  sales: SalesMetrics,
) {
  async function tryRefund(claimed: queries.RefundRow & { order_id: string }): Promise<void> {
    const payment = await payments.findPaymentByOrder(db, claimed.order_id);
    const provider = payment && providers.get(payment.provider);
    if (!payment || !provider) {
      return giveUp(claimed, { detail: 'its provider is not configured', isSent: false });
    }
    if (!canGiveBack(provider.refunds, claimed.amount, payment)) {
      return giveUp(claimed, { detail: `${provider.name} gives back whole payments only`, isSent: false });
    }
    const count = (outcome: 'done' | 'failed') => sales.countRefund(payment.provider, outcome);
    const result = await provider.refund(
      { orderId: payment.order_id, providerPaymentId: payment.provider_payment_id ?? undefined },
      {
        amount: claimed.amount,
        paid: payment.amount,
        refundedBefore: claimed.refunded_before,
        triedBefore: claimed.may_be_sent,
      },
    );
    if (result.outcome === 'done') return finish(claimed, result.detail).then(() => count('done'));
    if (result.outcome === 'refused' || claimed.tries >= MAX_TRIES) {
      return giveUp(claimed, result).then(() => count('failed'));
    }
    return queries.postponeRefund(db, claimed.id, RETRY_SECONDS * claimed.tries, result);
  }

  const finish = (claimed: queries.RefundRow & { order_id: string }, detail: string): Promise<void> =>
    inTransaction(db, (transaction) =>
      book(transaction, claimed.order_id, claimed.id, claimed.amount, { detail, isByHand: false }),
    );

  /** The money is back: books the refund once and notifies the buyer. */
  async function book(
    transaction: Connection,
    orderId: string,
    refundId: number,
    amount: number,
    outcome: queries.RefundOutcome,
  ): Promise<void> {
    const payment = await payments.lockPayment(transaction, orderId);
    if (!payment || !(await queries.finishRefund(transaction, payment, refundId, outcome))) return;
    const refunded = await queries.sumRefunds(transaction, payment.id);
    const status = refunded >= payment.amount ? 'refunded' : 'partly-refunded';
    assertTransition(PAYMENT_TRANSITIONS, payment.status, status);
    await payments.updatePayment(transaction, payment.id, { status, nextCheck: null });
    await alerts.resolveRefundAlerts(transaction, orderId);
    if (payments.isForBasket(payment)) await announcements.refunded(transaction, payment, amount);
    else await topUps.onRefunded(transaction, payments.orderOf(payment), amount, status === 'refunded');
  }

  /** An operator has to look at it: the money is still with the provider, and the ledger says that the store owes it. */
  async function giveUp(claimed: queries.RefundRow & { order_id: string }, last: queries.FailedTry): Promise<void> {
    const { detail } = last;
    await inTransaction(db, async (transaction) => {
      const payment = await payments.lockPayment(transaction, claimed.order_id);
      if (!payment || !(await queries.failRefund(transaction, claimed.id, last))) return;
      assertTransition(PAYMENT_TRANSITIONS, payment.status, 'refund-failed');
      await payments.updatePayment(transaction, payment.id, { status: 'refund-failed', detail, nextCheck: null });
      const { provider, id: paymentId, order_id: orderId } = payment;
      await alerts.reopenAlert(transaction, { provider, paymentId, orderId, kind: 'refund-failed', detail });
    });
  }

  const operators = createOperatorRefundsService({ db, providers, topUps, keys, finish: book });

  return {
    /** Tries the refunds that are due. One failure does not stop the others. Returns how many there were. */
    async refundDue(group: payments.ProviderGroup = payments.ALL_PROVIDERS): Promise<number> {
      const claimed = await queries.claimRefunds(db, AT_ONCE, group);
      const results = await Promise.allSettled(claimed.map(tryRefund));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      return claimed.length;
    },

    /** Whether the whole payment is owed and no refund is requested. Stays true until the transaction ends. */
    async lockOwed(transaction: Connection, orderId: string): Promise<boolean> {
      return (await payments.lockPayment(transaction, orderId))?.status === 'paid';
    },

    /**
     * Refunds the whole payment of a top-up that cannot be delivered. `trusted` is an operator who says so while it may have arrived:
     * it counts for the limit of the operator as a refund does.
     */
    async refundOwed(
      transaction: Connection,
      orderId: string,
      detail: string,
      trusted?: TrustedOperator,
    ): Promise<void> {
      const payment = await payments.lockPayment(transaction, orderId);
      if (!payment) throw new AppError('not-found', { field: 'orderId' });
      assertTransition(PAYMENT_TRANSITIONS, payment.status, 'refunding');
      const counted = trusted && (await operators.countRefund(transaction, trusted.actor, payment));
      if (counted) await trusted.assertMayTrust?.(transaction, counted.tenge);
      await queries.requestRefund(transaction, payment.id, {
        reason: 'undeliverable',
        amount: payment.amount,
        items: [],
        detail,
        ...counted,
      });
    },

    ...operators,
  };
}
