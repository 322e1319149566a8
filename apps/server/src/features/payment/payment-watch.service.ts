import { LATE_PAYMENT_SECONDS, PAYMENT_CHECK_SECONDS, type PaymentProviderName } from '@oyna/domain/constants';
import type { SettlementOutcome } from '@oyna/domain/settlement';
import { isWaitingPayment } from '@oyna/domain/states';
import {
  type CallbackAnswer,
  type CallbackRequest,
  type PaymentEvent,
  type PaymentProvider,
  PaymentProviderError,
} from '@oyna/providers/payment-provider';
import type { Database } from '../../platform/database/connection.ts';
import type { RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import * as queries from './payment.queries.ts';
import * as alerts from './payment-alerts.queries.ts';
import { isLinkLost, LINK_CHECK_SECONDS, type PaymentLinkService } from './payment-link.service.ts';
import type { SettlementService } from './settlement.service.ts';

const CHECKED_AT_ONCE = 20;
/**
 * A payment that was given up is checked more and more rarely, and no more after `LATE_PAYMENT_SECONDS`. A provider that does not
 * answer may have taken money, so it is asked for a week.
 */
const MAX_CHECK_SECONDS = 300;
const SILENT_SECONDS = 7 * 24 * 3_600;

/** Callbacks without proof, about one order. Anyone can send them, and each is a question to the provider. */
const HINTS: RateLimit = { name: 'payment-hint', max: 20, minutes: 15 };

export type PaymentWatchService = ReturnType<typeof createPaymentWatchService>;

/** Receives messages of providers and asks them about payments. */
export function createPaymentWatchService(
  db: Database,
  { findProvider, getProvider }: Pick<PaymentLinkService, 'findProvider' | 'getProvider'>,
  settlement: SettlementService,
  limits: Pick<RateLimits, 'count'>,
  /** The provider has sent a message with proof, or a hint about an order. */
  onCallback: (provider: PaymentProviderName) => void,
) {
  /** Asks the provider, and settles what it answers. One that is not configured any more is like one that is silent. */
  async function check(payment: queries.PaymentRow) {
    const provider = findProvider(payment.provider);
    if (!provider) throw new PaymentProviderError('unknown', `${payment.provider} is not configured`);
    const { order_id: orderId, provider_payment_id: id } = payment;
    const status = await provider.readStatus({ orderId, providerPaymentId: id ?? undefined }).catch(async (error) => {
      if (error instanceof PaymentProviderError && error.reason === 'mismatch') await setAside(payment, error.message);
      throw error;
    });
    if (status.status === 'not-found') return 'not-found' as const;
    if (status.orderId !== orderId) {
      await setAside(payment, `asked for ${orderId}, answered about ${status.orderId}: ${status.detail}`);
      return 'unchanged' as const;
    }
    await settlement.settle({ ...status, provider: provider.name });
    return status.status;
  }

  /** The answer is about another order. An operator looks at it. The lock keeps it from one who decides at this moment. */
  async function setAside({ provider, order_id: orderId, id: paymentId }: queries.PaymentRow, detail: string) {
    await inTransaction(db, async (transaction) => {
      await queries.lockPayment(transaction, orderId);
      await alerts.insertAlert(transaction, { provider, paymentId, orderId, kind: 'mismatch', detail });
    });
  }

  /** Checks a payment without messages. If the provider has not decided, or is silent, its age decides. */
  async function checkPayment(payment: queries.DuePayment): Promise<void> {
    const isLive = isWaitingPayment(payment.status);
    const isAnswered = await isProviderHeard(payment);
    const isOver = payment.seconds_over >= 0;
    const isLost = payment.status === 'created' && isLinkLost(payment);
    // Only what still waits is given up: the answer may have settled it.
    if (isLive && (isOver || isLost)) {
      const detail = isOver ? 'it was not paid in time' : 'its link was never known';
      await settlement.giveUp(payment.order_id, isOver ? 'expired' : 'cancelled', detail);
      return;
    }
    const pause = isLive ? livePause(payment) : Math.min(PAYMENT_CHECK_SECONDS * payment.checks, MAX_CHECK_SECONDS);
    const isEnded = !isLive && payment.seconds_over > (isAnswered ? LATE_PAYMENT_SECONDS : SILENT_SECONDS);
    await queries.postponeCheck(db, payment.id, isEnded ? null : pause);
  }

  const isProviderHeard = (payment: queries.PaymentRow): Promise<boolean> =>
    check(payment).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof PaymentProviderError)) throw error;
        return error.reason !== 'unknown';
      },
    );

  async function isPayable(event: PaymentEvent, provider: string): Promise<boolean> {
    const payment = await queries.findPaymentByOrder(db, event.orderId);
    if (!payment || !isWaitingPayment(payment.status)) return false;
    // The id of the provider is not known before it has answered our request.
    const isSame = payment.provider_payment_id === null || payment.provider_payment_id === event.providerPaymentId;
    const isSameSum = payment.amount === event.amount && payment.currency === event.currency;
    return isSame && isSameSum && payment.provider === provider;
  }

  /** A callback without proof is a reason to ask the provider. */
  async function checkAfterHint(orderId: string, provider: PaymentProviderName) {
    const payment = await queries.findPaymentByOrder(db, orderId);
    if (!payment || payment.provider !== provider) return 'unknown-order';
    if ((await limits.count([[HINTS, orderId]])).length > 0) return 'too-many';
    return check(payment).catch((error: unknown) => {
      if (!(error instanceof PaymentProviderError)) throw error;
      return 'unavailable' as const;
    });
  }

  return {
    check,

    /** Checks the proof before anything is read or changed. Answers in the format of the provider. */
    async receiveCallback(name: string, request: CallbackRequest): Promise<CallbackAnswer & { outcome: string }> {
      const provider = getProvider(name);
      const reading = provider.readCallback(request);
      const answer = (decision: Parameters<PaymentProvider['callbackAnswer']>[1], outcome: string) => ({
        ...provider.callbackAnswer(reading, decision),
        outcome,
      });
      if (reading.kind === 'rejected')
        return answer({ answer: 'refused', description: reading.reason }, reading.reason);
      onCallback(provider.name);
      if (reading.kind === 'nudge') {
        const outcome = await checkAfterHint(reading.orderId, provider.name);
        const isAnswered = outcome !== 'unavailable' && outcome !== 'too-many';
        return answer(isAnswered ? { answer: 'accepted' } : { answer: 'failed', description: 'try again' }, outcome);
      }
      const { event } = reading;
      if (event.type === 'check') {
        const isGood = await isPayable(event, provider.name);
        return answer(isGood ? { answer: 'accepted' } : { answer: 'refused', description: 'not payable' }, 'check');
      }
      // A message about a refund changes nothing: the store asks the provider for the refunded amount itself.
      if (event.type === 'refund') return answer({ answer: 'accepted' }, 'refund');
      const settled = await settlement.settle({ ...event, provider: provider.name }, { isCallback: true });
      return answer(decisionOf(settled, event.canReject), settled);
    },

    /** A worker calls it every few seconds. Returns how many payments were checked. */
    async checkDue(group: queries.ProviderGroup = queries.ALL_PROVIDERS): Promise<number> {
      const due = await queries.claimChecks(db, CHECKED_AT_ONCE, group);
      const results = await Promise.allSettled(due.map(checkPayment));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      return due.length;
    },
  };
}

const livePause = ({ status }: queries.PaymentRow) =>
  status === 'created' ? LINK_CHECK_SECONDS : PAYMENT_CHECK_SECONDS;

/** `refused` makes some providers refund the money. A mismatch is accepted, and an operator decides. */
function decisionOf(settled: SettlementOutcome, canReject: boolean) {
  if (settled === 'unknown-order') {
    return { answer: canReject ? 'refused' : 'failed', description: 'unknown order' } as const;
  }
  return { answer: 'accepted' } as const;
}
