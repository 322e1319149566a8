/**
 * Decides what happens to a payment: a provider reports about it, the store gives it up, or an operator decides a review.
 * All facts are read under the lock of the payment. The caller writes the whole plan in the same transaction.
 */
import { PAYMENT_CHECK_SECONDS } from './constants.ts';
import { decideLatePurchase, type LateDecision, type LateFacts, type LatePromo } from './late-payment.ts';
import { sum } from './money.ts';
import { shareOf } from './refund-plan.ts';
import {
  BASKET_STATUS,
  BASKET_TRANSITIONS,
  type BasketStatus,
  canTransition,
  type GivenUpPaymentStatus,
  isGivenUpPayment,
  isWaitingPayment,
  PAYMENT_TRANSITIONS,
  type PaymentStatus,
} from './states.ts';

/** What a provider says about an order. It is proven by a signature, or is the answer to a question of the store. */
export interface ProviderMessage {
  provider: string;
  orderId: string;
  providerPaymentId: string;
  status: 'pending' | 'paid' | 'failed' | 'cancelled' | 'partly-refunded' | 'refunded';
  /** Hundredths of the currency. Undefined when the provider sent no valid amount, which is a mismatch. */
  amount: number | undefined;
  /** Undefined where the provider has one currency only. */
  currency: string | undefined;
}

export type SettlementRequest =
  | { kind: 'message'; message: ProviderMessage }
  /** The store gives the payment up: the buyer went back, or the time is over. */
  | { kind: 'give-up'; status: GivenUpPaymentStatus; detail: string }
  /** An operator has compared a payment under review with the panel of the provider. */
  | { kind: 'accept' }
  | { kind: 'reject' };

export interface OrderItem {
  id: number;
  productId: number;
  count: number;
  /** Hundredths of the currency of the payment. */
  amount: number;
}

export interface HeldKey {
  keyId: number;
  orderItemId: number;
}

export interface BasketPurchase {
  kind: 'basket';
  items: readonly OrderItem[];
  heldKeys: readonly HeldKey[];
  basket: { status: BasketStatus; items: readonly { productId: number; count: number; isOffered: boolean }[] };
  /** The promo code that lowered the payment. */
  promoCodeId: number | null;
  /** The promo code that the basket holds now. */
  heldPromoCodeId: number | null;
  /** How the promo code of the payment can be used now. Known for a payment that was given up. */
  promo: LatePromo | undefined;
}

/** A top-up decides itself whether a late payment is still delivered. The decision is known when it is confirmed. */
export interface TopUpPurchase {
  kind: 'top-up';
  decision: LateDecision | undefined;
}

export interface PaymentFacts {
  provider: string;
  status: PaymentStatus;
  amount: number;
  currency: string;
  providerPaymentId: string | null;
  /** Undefined while the payment holds its keys and its basket. */
  givenUp: LateFacts | undefined;
  /** The provider refunds whole payments only. Such a payment is delivered as a whole or not at all. */
  refundsWholeOnly: boolean;
  /** The provider has a call that ends a payment page. */
  canCancelLink: boolean;
  /** Of all refunds that the store has requested, whatever became of them. */
  refundRequested: number;
  /** Details of the mismatches that were reported before. */
  knownMismatches: readonly string[];
  purchase: BasketPurchase | TopUpPurchase;
}

export type SettlementOutcome =
  /** The keys are delivered. */
  | 'delivered'
  /** A worker delivers what was paid for. */
  | 'paid'
  | 'refunding'
  | 'failed'
  /** An operator decides. */
  | 'review'
  | 'unknown-order'
  | 'unchanged';

export interface PaymentChange {
  status: PaymentStatus;
  detail: string | undefined;
  /** Seconds until the provider is asked again; null when there is nothing more to ask. */
  nextCheckSeconds: number | null;
  /** Of a confirmed payment: the id that the provider gave it. */
  confirmedAs: string | undefined;
  givesUp: boolean;
  cancelsLink: boolean;
}

export interface RefundedItem {
  orderItemId: number;
  count: number;
  amount: number;
}

export interface RefundRequest {
  reason: 'undeliverable' | 'late';
  amount: number;
  items: RefundedItem[];
  /** For the operator. */
  detail: string | undefined;
}

export interface SettlementPlan {
  outcome: SettlementOutcome;
  payment: PaymentChange | undefined;
  alert: { kind: 'unknown-order' | 'mismatch' | 'provider-refund'; detail: string } | undefined;
  deliver: HeldKey[];
  release: HeldKey[];
  /** Requested once the payment is paid: it is `refunding` then. */
  refund: RefundRequest | undefined;
  /** The entries of one movement. They sum to zero. */
  ledger: { account: string; amount: number }[];
  /** The next status of the basket. */
  basket: BasketStatus | undefined;
  promo: { drop: boolean; take: number | undefined };
  /** Notifies the buyer on the site and by mail. */
  notification: 'paid' | 'delivered' | undefined;
  /** Reported to what was paid for, if it is not a basket. */
  topUp: 'paid' | 'given-up' | undefined;
  /** Products whose availability may have changed. */
  productIds: number[];
}

const NOTHING: SettlementPlan = {
  outcome: 'unchanged',
  payment: undefined,
  alert: undefined,
  deliver: [],
  release: [],
  refund: undefined,
  ledger: [],
  basket: undefined,
  promo: { drop: false, take: undefined },
  notification: undefined,
  topUp: undefined,
  productIds: [],
};

/** Undefined facts: the order is not known. */
export function planSettlement(facts: PaymentFacts | undefined, request: SettlementRequest): SettlementPlan {
  if (request.kind === 'message') return planMessage(facts, request.message);
  if (!facts) return { ...NOTHING, outcome: 'unknown-order' };
  if (request.kind === 'give-up') return planGivingUp(facts, request, facts.canCancelLink);
  if (facts.status !== 'review') return NOTHING;
  return request.kind === 'accept' ? planConfirmation(facts, facts.providerPaymentId ?? '') : planRejection(facts);
}

/** Whether the request makes a payment paid. Only then keys that are missing are reserved before the plan is made. */
export function isConfirmation(facts: PaymentFacts, request: SettlementRequest): boolean {
  if (request.kind === 'accept') return facts.status === 'review';
  if (request.kind !== 'message') return false;
  const { message } = request;
  const isExpected = message.provider === facts.provider && !isMismatch(facts, message);
  return isExpected && message.status === 'paid' && canTransition(PAYMENT_TRANSITIONS, facts.status, 'paid');
}

/** What has to be reserved before a confirmed payment can be delivered. In the usual case nothing. */
export function listMissingKeys(facts: PaymentFacts): { orderItemId: number; productId: number; count: number }[] {
  const { purchase } = facts;
  if (purchase.kind !== 'basket' || decideLate(facts, purchase).outcome === 'refund') return [];
  return purchase.items
    .map(({ id, productId, count }) => ({ orderItemId: id, productId, count: count - keysOf(purchase, id).length }))
    .filter(({ count }) => count > 0);
}

function planMessage(facts: PaymentFacts | undefined, message: ProviderMessage): SettlementPlan {
  const detail = describeMessage(message);
  if (!facts) return { ...NOTHING, outcome: 'unknown-order', alert: { kind: 'unknown-order', detail } };
  // Another provider cannot change this payment.
  if (message.provider !== facts.provider) {
    return { ...NOTHING, outcome: 'review', alert: { kind: 'mismatch', detail } };
  }
  if (isMismatch(facts, message)) return planMismatch(facts, message);
  if (isConfirmation(facts, { kind: 'message', message })) return planConfirmation(facts, message.providerPaymentId);
  if (isRefundedElsewhere(facts, message)) return { ...NOTHING, alert: { kind: 'provider-refund', detail } };
  if (message.status === 'failed' || message.status === 'cancelled') {
    const { status } = message;
    return planGivingUp(facts, { status, detail: `${message.provider} says ${status}` }, false);
  }
  return planUnseenRefund(facts, message);
}

/**
 * Money that the store knows, or that an operator decides about, was given back in the panel of the provider. An operator books
 * it by hand. The store's own refunds, done or on their way, explain a message of as much.
 */
function isRefundedElsewhere({ status, amount, refundRequested }: PaymentFacts, message: ProviderMessage): boolean {
  if (isWaitingPayment(status) || isGivenUpPayment(status)) return false;
  if (message.status === 'partly-refunded') return refundRequested === 0;
  return (message.status === 'refunded' || message.status === 'cancelled') && refundRequested < amount;
}

/** The provider has refunded money that the store never saw. What is left of it is for an operator to decide. */
function planUnseenRefund(facts: PaymentFacts, message: ProviderMessage): SettlementPlan {
  const { provider, status } = message;
  const isWaiting = isWaitingPayment(facts.status);
  if (status === 'partly-refunded' && (isWaiting || isGivenUpPayment(facts.status)))
    return planMismatch(facts, message);
  if (status !== 'refunded' || !isWaiting) return NOTHING;
  const plan = planGivingUp(facts, { status: 'cancelled', detail: `${provider} says refunded` }, false);
  return { ...plan, alert: { kind: 'provider-refund', detail: describeMessage(message) } };
}

/** A mismatch is an alert. If money has moved, an operator decides about the payment, too. */
function planMismatch(facts: PaymentFacts, message: ProviderMessage): SettlementPlan {
  const detail = describeMessage(message);
  const plan: SettlementPlan = { ...NOTHING, outcome: 'review', alert: { kind: 'mismatch', detail } };
  // The same message does not bring up again what an operator has decided.
  const isOpen = isWaitingPayment(facts.status) || facts.status === 'review' || !facts.knownMismatches.includes(detail);
  const isReviewed = movesMoney(message) && isOpen && canTransition(PAYMENT_TRANSITIONS, facts.status, 'review');
  if (!isReviewed) return plan;
  return { ...plan, payment: changeOf('review', { detail: `${message.provider} says ${detail}` }) };
}

function planConfirmation(facts: PaymentFacts, providerPaymentId: string): SettlementPlan {
  const { purchase } = facts;
  return purchase.kind === 'basket'
    ? planPurchase(facts, purchase, providerPaymentId)
    : planTopUp(facts, purchase, providerPaymentId);
}

/** The money of a top-up is owed until a worker delivers it. */
function planTopUp(facts: PaymentFacts, { decision }: TopUpPurchase, confirmedAs: string): SettlementPlan {
  const isRefunded = decision?.outcome === 'refund';
  return {
    ...NOTHING,
    outcome: isRefunded ? 'refunding' : 'paid',
    payment: changeOf('paid', { confirmedAs }),
    ledger: entriesOf(facts, facts.amount),
    topUp: 'paid',
    refund: isRefunded ? { reason: 'late', amount: facts.amount, items: [], detail: lateDetail(decision) } : undefined,
  };
}

/** Delivers the held keys. The price of what is missing is refunded. */
function planPurchase(facts: PaymentFacts, purchase: BasketPurchase, confirmedAs: string): SettlementPlan {
  const decision = decideLate(facts, purchase);
  const deliver = decision.outcome === 'refund' ? [] : listKeysToDeliver(facts, purchase);
  // A late payment of which nothing can be delivered leaves the basket and its promo code to the buyer.
  const closesBasket = facts.givenUp === undefined || deliver.length > 0;
  const missing = purchase.items.flatMap((item) =>
    missingOf(item, deliver.filter(({ orderItemId }) => orderItemId === item.id).length),
  );
  const owed = sum(missing.map(({ amount }) => amount)) ?? 0;
  const isWhole = owed === 0;
  const reason = closesBasket ? 'undeliverable' : 'late';
  const detail = closesBasket ? undefined : lateDetail(decision);
  return {
    ...NOTHING,
    outcome: isWhole ? 'delivered' : 'refunding',
    payment: changeOf('paid', { confirmedAs }),
    deliver,
    release: purchase.heldKeys.filter((key) => !deliver.includes(key)),
    refund: isWhole ? undefined : { reason, amount: owed, items: missing, detail },
    ledger: entriesOf(facts, owed),
    basket: closesBasket ? nextBasketStatus(purchase, BASKET_STATUS.paid) : undefined,
    promo: closesBasket ? keepOnlyPromo(purchase) : NOTHING.promo,
    notification: owed >= facts.amount ? 'paid' : 'delivered',
    // Keys that were held left the stock when they were reserved.
    productIds: facts.givenUp !== undefined || !isWhole ? productsOf(purchase) : [],
  };
}

/** Only a payment that still waits is given up. */
function planGivingUp(
  facts: PaymentFacts,
  { status, detail }: { status: GivenUpPaymentStatus; detail: string },
  cancelsLink: boolean,
): SettlementPlan {
  if (!isWaitingPayment(facts.status)) return NOTHING;
  // Money may still arrive.
  const payment = changeOf(status, { detail, cancelsLink, givesUp: true, nextCheckSeconds: PAYMENT_CHECK_SECONDS });
  return { ...releaseOf(facts), outcome: 'failed', payment };
}

/** The provider is not asked again: its answer is known, and was rejected. */
function planRejection(facts: PaymentFacts): SettlementPlan {
  const payment = changeOf('failed', { detail: 'an operator has rejected it', givesUp: true });
  // A payment that was given up before holds nothing: another payment may have its basket.
  return { ...(facts.givenUp ? NOTHING : releaseOf(facts)), outcome: 'failed', payment };
}

/** The keys go back to stock, and the basket to the buyer. */
function releaseOf({ purchase }: PaymentFacts): SettlementPlan {
  if (purchase.kind === 'top-up') return { ...NOTHING, topUp: 'given-up' };
  return {
    ...NOTHING,
    release: [...purchase.heldKeys],
    basket: nextBasketStatus(purchase, BASKET_STATUS.open),
    productIds: productsOf(purchase),
  };
}

const movesMoney = ({ status }: ProviderMessage) =>
  status !== 'pending' && status !== 'failed' && status !== 'cancelled';

/** The id is compared in every message, amount and currency where money has moved. */
function isMismatch(facts: PaymentFacts, message: ProviderMessage): boolean {
  const isOtherPayment = facts.providerPaymentId !== null && message.providerPaymentId !== facts.providerPaymentId;
  const isOtherCurrency = message.currency !== undefined && message.currency !== facts.currency;
  return isOtherPayment || (movesMoney(message) && (message.amount !== facts.amount || isOtherCurrency));
}

function decideLate({ givenUp }: PaymentFacts, { items, basket, promo }: BasketPurchase): LateDecision {
  return givenUp ? decideLatePurchase({ ...givenUp, items, basket, promo }) : { outcome: 'deliver' };
}

function listKeysToDeliver({ refundsWholeOnly }: PaymentFacts, purchase: BasketPurchase): HeldKey[] {
  const isComplete = purchase.items.every(({ id, count }) => keysOf(purchase, id).length >= count);
  return refundsWholeOnly && !isComplete ? [] : [...purchase.heldKeys];
}

const keysOf = ({ heldKeys }: BasketPurchase, itemId: number) =>
  heldKeys.filter(({ orderItemId }) => orderItemId === itemId);

const productsOf = ({ items }: BasketPurchase) => items.map(({ productId }) => productId);

const nextBasketStatus = ({ basket }: BasketPurchase, next: BasketStatus) =>
  canTransition(BASKET_TRANSITIONS, basket.status, next) ? next : undefined;

/** The closed basket keeps the promo code that lowered the payment. A code that took nothing off can be used again. */
function keepOnlyPromo({ promoCodeId, heldPromoCodeId }: BasketPurchase): SettlementPlan['promo'] {
  if (promoCodeId === heldPromoCodeId) return NOTHING.promo;
  return { drop: heldPromoCodeId !== null, take: promoCodeId ?? undefined };
}

/** The provider owes the store the whole payment. The store has earned what it delivered, and owes the rest. */
function entriesOf({ provider, amount }: PaymentFacts, owed: number): SettlementPlan['ledger'] {
  return [
    { account: `provider:${provider}`, amount },
    { account: 'sales', amount: owed - amount },
    { account: 'owed', amount: -owed },
  ].filter((entry) => entry.amount !== 0);
}

/** The pieces of an item that are not delivered, and their share of its price to the last hundredth. */
function missingOf(item: OrderItem, delivered: number): RefundedItem[] {
  if (delivered >= item.count) return [];
  const count = item.count - delivered;
  return [{ orderItemId: item.id, count, amount: shareOf(item, count) }];
}

const changeOf = (status: PaymentStatus, change: Partial<PaymentChange>): PaymentChange => ({
  status,
  detail: undefined,
  nextCheckSeconds: null,
  confirmedAs: undefined,
  givesUp: false,
  cancelsLink: false,
  ...change,
});

/** For the operator: why a late payment is refunded. */
const lateDetail = (decision: LateDecision) =>
  `paid after it was given up: ${decision.outcome === 'refund' ? decision.reason : 'sold-out'}`;

const describeMessage = ({ status, amount, currency, providerPaymentId }: ProviderMessage) =>
  `${status} ${amount ?? 'no amount'} ${currency ?? ''} (${providerPaymentId})`;
