import type { PaymentProviderName } from '@oyna/domain/constants';
import type { SettlementOutcome } from '@oyna/domain/settlement';
import {
  type CallbackAnswer,
  type CallbackRequest,
  type PaymentEvent,
  type PaymentProvider,
  PaymentProviderError,
} from '@oyna/providers/payment-provider';
import type { Database } from '../../platform/database/connection.ts';
import * as queries from './payment.queries.ts';
import * as alerts from './payment-alerts.queries.ts';
import { isLinkLost, LINK_CHECK_SECONDS, type PaymentLinkService } from './payment-link.service.ts';
import type { SettlementService } from './settlement.service.ts';

const CHECKED_AT_ONCE = 20;
/** While it may still be paid: with the pause between rounds, money is found within a minute of its arrival. */
const CHECK_SECONDS = 40;
/** An expired or failed payment is asked about more and more rarely; this long after its time it is past hoping. */
const MAX_CHECK_SECONDS = 300;
const LATE_SECONDS = 3_600;

export type PaymentWatchService = ReturnType<typeof createPaymentWatchService>;

/** What providers say, by themselves or when they are asked, about payments of every kind. */
export function createPaymentWatchService(
  db: Database,
  { getProvider }: Pick<PaymentLinkService, 'getProvider'>,
  settlement: SettlementService,
) {
  /** Asks the provider itself, and does what it says. */
  async function check(payment: queries.PaymentRow) {
    const provider = getProvider(payment.provider);
    const { order_id: orderId, provider_payment_id: id } = payment;
    const status = await provider.readStatus({ orderId, providerPaymentId: id ?? undefined }).catch(async (error) => {
      if (error instanceof PaymentProviderError && error.reason === 'mismatch') await setAside(payment, error.message);
      throw error;
    });
    if (status.status === 'not-found') return 'not-found' as const;
    if (status.orderId !== orderId) {
      await setAside(payment, `asked for ${orderId}, told of ${status.orderId}: ${status.detail}`);
      return 'unchanged' as const;
    }
    await settlement.settle({ ...status, provider: provider.name });
    return status.status;
  }

  /** What a provider says of something else is no answer, and a matter for the operator. */
  async function setAside({ provider, order_id: orderId, id: paymentId }: queries.PaymentRow, detail: string) {
    await alerts.insertAlert(db, { provider, paymentId, orderId, kind: 'mismatch', detail });
  }

  /** One that has gone quiet: what its provider says, and if that is nothing, what its age says. */
  async function checkQuiet(payment: queries.QuietPayment): Promise<void> {
    const isLive = payment.status === 'created' || payment.status === 'pending';
    const found = await check(payment);
    const isUndecided = found === 'not-found' || found === 'pending' || found === 'unchanged';
    const isLost = payment.status === 'created' && isLinkLost(payment);
    if (isLive && isUndecided && (payment.is_over || isLost)) {
      const detail = payment.is_over ? 'it was not paid in time' : 'its link was never known';
      await settlement.giveUp(payment.order_id, payment.is_over ? 'expired' : 'cancelled', detail);
      return;
    }
    // What is given up is asked about more and more rarely, also when the provider repeats that it failed.
    if (isLive && !isUndecided) return;
    const pause = isLive ? livePause(payment) : Math.min(CHECK_SECONDS * payment.checks, MAX_CHECK_SECONDS);
    await queries.postponeCheck(db, payment.id, !isLive && payment.is_past_hoping ? null : pause);
  }

  async function isPayable(event: PaymentEvent, provider: string): Promise<boolean> {
    const payment = await queries.findPaymentByOrder(db, event.orderId);
    if (payment?.status !== 'created' && payment?.status !== 'pending') return false;
    // Before our own request is answered the provider's id is not known.
    const isSame = payment.provider_payment_id === null || payment.provider_payment_id === event.providerPaymentId;
    const isSameSum = payment.amount === event.amount && payment.currency === event.currency;
    return isSame && isSameSum && payment.provider === provider;
  }

  /** Without proof a callback only says that it is worth asking. */
  async function checkNudged(orderId: string, provider: PaymentProviderName) {
    const payment = await queries.findPaymentByOrder(db, orderId);
    if (!payment || payment.provider !== provider) return 'unknown-order';
    return check(payment).catch((error: unknown) => {
      if (!(error instanceof PaymentProviderError)) throw error;
      return 'unavailable' as const;
    });
  }

  return {
    check,

    /** Proof first; only then is anything looked up or changed. Always an answer in the provider's own words. */
    async receiveCallback(name: string, request: CallbackRequest): Promise<CallbackAnswer & { outcome: string }> {
      const provider = getProvider(name);
      const reading = provider.readCallback(request);
      const answer = (decision: Parameters<PaymentProvider['callbackAnswer']>[1], outcome: string) => ({
        ...provider.callbackAnswer(reading, decision),
        outcome,
      });
      if (reading.kind === 'rejected')
        return answer({ answer: 'refused', description: reading.reason }, reading.reason);
      if (reading.kind === 'nudge') {
        const outcome = await checkNudged(reading.orderId, provider.name);
        const isHeard = outcome !== 'unavailable';
        return answer(isHeard ? { answer: 'accepted' } : { answer: 'failed', description: 'try again' }, outcome);
      }
      const { event } = reading;
      if (event.type === 'check') {
        const isGood = await isPayable(event, provider.name);
        return answer(isGood ? { answer: 'accepted' } : { answer: 'refused', description: 'not payable' }, 'check');
      }
      // A refund's echo changes nothing: our own question after it tells how much has gone back.
      if (event.type === 'refund') return answer({ answer: 'accepted' }, 'refund');
      const settled = await settlement.settle({ ...event, provider: provider.name });
      return answer(decisionOf(settled, event.canReject), settled);
    },

    /** What a worker does every few seconds. Answers how many there were. */
    async checkDue(): Promise<number> {
      const due = await queries.claimChecks(db, CHECKED_AT_ONCE, LATE_SECONDS);
      const results = await Promise.allSettled(due.map(checkQuiet));
      const failed = results.find(
        (result) => result.status === 'rejected' && !(result.reason instanceof PaymentProviderError),
      );
      if (failed?.status === 'rejected') throw failed.reason;
      return due.length;
    },
  };
}

const livePause = ({ status }: queries.PaymentRow) => (status === 'created' ? LINK_CHECK_SECONDS : CHECK_SECONDS);

/** `refused` where the provider then gives the money back by itself; a mismatch is accepted, and set aside here. */
function decisionOf(settled: SettlementOutcome, canReject: boolean) {
  if (settled === 'unknown-order') {
    return { answer: canReject ? 'refused' : 'failed', description: 'unknown order' } as const;
  }
  return { answer: 'accepted' } as const;
}
