import type { PaymentProviderName } from '@oyna/domain/constants';
import type { LateDecision, LateFacts } from '@oyna/domain/late-payment';
import {
  isConfirmation,
  listMissingKeys,
  type PaymentFacts,
  type ProviderMessage,
  planSettlement,
  type SettlementOutcome,
  type SettlementPlan,
  type SettlementRequest,
} from '@oyna/domain/settlement';
import type { GivenUpPaymentStatus } from '@oyna/domain/states';
import type { PaymentProvider } from '@oyna/providers/payment-provider';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { SalesMetrics } from '../../platform/sales-metrics.ts';
import type { KeysService } from '../keys/keys.service.ts';
import { usePromo } from '../promo/promo.service.ts';
import type { LinkCancellation } from './link-cancellation.ts';
import { bookDelivery, lockPayment } from './payment.queries.ts';
import * as alerts from './payment-alerts.queries.ts';
import * as queries from './purchase.queries.ts';
import { requestRefund } from './refunds.queries.ts';
import type { SettledOrders } from './settled-orders.service.ts';

/** A payment of something that is not a basket. */
export interface PaidOrder {
  orderId: string;
  topUpId: number | null;
  accountId: number | null;
  amount: number;
  currency: string;
}

/** What is paid for without a basket. It is called in the transaction that changes the payment. */
export interface PaymentUse {
  /** Before a payment is confirmed. `late` is there when it had been given up. */
  decideDelivery(db: Connection, order: PaidOrder, late: LateFacts | undefined): Promise<LateDecision>;
  /** Once. The money is owed until what it is for is delivered. */
  onPaid(db: Connection, order: PaidOrder, decision: LateDecision): Promise<void>;
  onGivenUp(db: Connection, order: PaidOrder, detail: string): Promise<void>;
  /** Before an operator refunds it. Throws while it is being delivered. */
  assertRefundable(db: Connection, order: PaidOrder): Promise<void>;
  /** The amount is in hundredths of the currency. `isAll`: nothing is left. */
  onRefunded(db: Connection, order: PaidOrder, amount: number, isAll: boolean): Promise<void>;
}

interface SettlementParts {
  db: Database;
  keys: KeysService;
  topUps: PaymentUse;
  settled: Pick<SettledOrders, 'notify'>;
  cancellation: LinkCancellation;
  providers: ReadonlyMap<PaymentProviderName, PaymentProvider>;
  sales: SalesMetrics;
}

interface Settled {
  payment: queries.LockedPayment | undefined;
  plan: SettlementPlan;
}

export interface ReviewVerdict {
  verdict: 'accept' | 'reject';
  reason: string;
}

interface DecidedReview {
  outcome: SettlementOutcome;
  /** The whole payment. */
  amount: number;
  currency: string;
  afterCommit: () => Promise<void>;
}

export type SettlementService = ReturnType<typeof createSettlementService>;

/**
 * Everything that changes a payment after it was created: read under a lock, plan (`domain/settlement.ts`), write. The
 * same request again changes nothing.
 */
export function createSettlementService(parts: SettlementParts) {
  const { db, keys, topUps, settled, cancellation, providers, sales } = parts;

  async function run(orderId: string, request: SettlementRequest, isCallback = false): Promise<SettlementOutcome> {
    const startedAt = performance.now();
    const done = await inTransaction(db, (transaction) => settleWithin(transaction, orderId, request, isCallback));
    await announce(orderId, done, startedAt);
    return done.plan.outcome;
  }

  /** In the transaction of the caller, who announces it after the commit. */
  async function settleWithin(
    transaction: Connection,
    orderId: string,
    request: SettlementRequest,
    isCallback = false,
  ): Promise<Settled> {
    const payment = await queries.lockSettlement(transaction, orderId);
    const facts = payment && (await readFacts(transaction, payment, request));
    const plan = planSettlement(facts, request);
    await write(transaction, payment, plan, request, isCallback);
    if (payment && facts) await notifyTopUp(transaction, payment, facts, plan);
    return { payment, plan };
  }

  async function announce(orderId: string, { payment, plan }: Settled, startedAt: number): Promise<void> {
    settled.notify(orderId);
    // Money has arrived.
    if (payment && ['delivered', 'paid', 'refunding'].includes(plan.outcome)) sales.countPaid(payment.provider);
    if (plan.deliver.length > 0) sales.countDelivered('keys', (performance.now() - startedAt) / 1000);
    if (payment && plan.payment?.cancelsLink) {
      const { provider, providerPaymentId } = payment;
      cancellation.request(provider, { orderId, providerPaymentId: providerPaymentId ?? undefined });
    }
    await keys.refreshAvailability(plan.productIds);
  }

  /** Reserves the keys that a confirmed payment lacks, so that the plan knows what can be delivered. */
  async function readFacts(
    transaction: Connection,
    locked: queries.LockedPayment,
    request: SettlementRequest,
  ): Promise<PaymentFacts> {
    const facts = factsOf(locked);
    if (!isConfirmation(facts, request)) return facts;
    if (facts.purchase.kind === 'top-up') {
      const decision = await topUps.decideDelivery(transaction, locked, facts.givenUp);
      return { ...facts, purchase: { kind: 'top-up', decision } };
    }
    const missing = listMissingKeys(facts);
    if (missing.length === 0) return facts;
    const found = await keys.reserveNow(transaction, missing);
    return { ...facts, purchase: { ...facts.purchase, heldKeys: [...facts.purchase.heldKeys, ...found] } };
  }

  function factsOf(locked: queries.LockedPayment): PaymentFacts {
    const { provider, secondsSinceGivenUp, isBuyerBlocked, isLinkCancelled } = locked;
    const mayBeReversed = isLinkCancelled && cancellation.reversesPaid(provider);
    return {
      provider,
      status: locked.status,
      amount: locked.amount,
      currency: locked.currency,
      providerPaymentId: locked.providerPaymentId,
      givenUp: secondsSinceGivenUp === null ? undefined : { secondsSinceGivenUp, isBuyerBlocked, mayBeReversed },
      refundsWholeOnly: providers.get(provider)?.refunds === 'full',
      canCancelLink: cancellation.isPossible(provider),
      refundRequested: locked.refundRequested ?? 0,
      knownMismatches: locked.knownMismatches ?? [],
      purchase: purchaseOf(locked),
    };
  }

  /** In the usual case one statement. */
  async function write(
    transaction: Connection,
    payment: queries.LockedPayment | undefined,
    plan: SettlementPlan,
    request: SettlementRequest,
    isCallback: boolean,
  ): Promise<void> {
    if (plan.alert && request.kind === 'message') {
      const { provider, orderId } = request.message;
      await alerts.insertAlert(transaction, { provider, orderId, paymentId: payment?.id ?? null, ...plan.alert });
    }
    if (!payment || !plan.payment) return;
    const { id, basketId, accountId } = payment;
    await queries.writeSettlement(transaction, payment, { ...plan, payment: plan.payment, isCallback });
    if (plan.promo.take !== undefined && basketId !== null && accountId !== null) {
      await usePromo(transaction, { promoCodeId: plan.promo.take, basketId, accountId });
    }
    if (plan.refund) await requestRefund(transaction, id, plan.refund);
  }

  async function notifyTopUp(
    transaction: Connection,
    payment: queries.LockedPayment,
    { purchase }: PaymentFacts,
    plan: SettlementPlan,
  ): Promise<void> {
    if (purchase.kind !== 'top-up') return;
    if (plan.topUp === 'paid') await topUps.onPaid(transaction, payment, purchase.decision ?? { outcome: 'deliver' });
    if (plan.topUp === 'given-up') await topUps.onGivenUp(transaction, payment, plan.payment?.detail ?? '');
  }

  return {
    /** What a provider says, by a callback or in answer to a question. */
    settle: (message: ProviderMessage, { isCallback = false } = {}) =>
      run(message.orderId, { kind: 'message', message }, isCallback),

    /** The store gives the payment up: the buyer went back, or the time is over. */
    giveUp: (orderId: string, status: GivenUpPaymentStatus, detail: string) =>
      run(orderId, { kind: 'give-up', status, detail }),

    /**
     * The decision of an operator who has looked into the panel of the provider: what was asked for was paid there, or
     * nothing that counts. The caller has locked the payment, which is under review, and knows that the operator has seen
     * every open alert.
     */
    async decideWithin(
      transaction: Connection,
      actor: Actor,
      orderId: string,
      { verdict, reason }: ReviewVerdict,
    ): Promise<DecidedReview> {
      const startedAt = performance.now();
      const done = await settleWithin(transaction, orderId, { kind: verdict });
      const { payment, plan } = done;
      if (!payment || !plan.payment) throw new Error(`the payment of ${orderId} is not under review`);
      const { outcome } = plan;
      await alerts.resolveOrderAlerts(transaction, orderId);
      const entry = { actor, action: verdict, subject: `order ${orderId}`, details: { outcome } };
      await audit(transaction, { ...entry, reason: reason || undefined });
      const { amount, currency } = payment;
      return { outcome, amount, currency, afterCommit: () => announce(orderId, done, startedAt) };
    },

    /** In the transaction that delivers a top-up. Returns false when it is not paid, or was delivered before. */
    async bookEarned(transaction: Connection, orderId: string): Promise<boolean> {
      const payment = await lockPayment(transaction, orderId);
      return payment?.status === 'paid' && bookDelivery(transaction, payment);
    },
  };
}

function purchaseOf(locked: queries.LockedPayment): PaymentFacts['purchase'] {
  const { items, basketStatus, basketItems, promoCodeId, heldPromoCodeId } = locked;
  if (!items || basketStatus === null) return { kind: 'top-up', decision: undefined };
  return {
    kind: 'basket',
    items,
    heldKeys: locked.heldKeys ?? [],
    basket: { status: basketStatus, items: basketItems ?? [] },
    promoCodeId,
    heldPromoCodeId,
    promo: locked.promo ?? undefined,
  };
}
