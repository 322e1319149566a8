/**
 * Decides what happens to a payment that was given up and is confirmed afterwards. Everything it needs is read under the
 * locks of the transaction that acts on the decision.
 */
import { LATE_PAYMENT_SECONDS } from './constants.ts';
import { BASKET_STATUS, type BasketStatus } from './states.ts';

export interface LateFacts {
  secondsSinceGivenUp: number;
  isBuyerBlocked: boolean;
  /** The store asked the provider to cancel the link, and this provider then gives paid money back by itself. */
  mayBeReversed: boolean;
}

interface LateItem {
  productId: number;
  count: number;
}

/** The promo code that lowered the payment, as it can be had now. */
export interface LatePromo {
  isHeldByBasket: boolean;
  isInForce: boolean;
  isUsedUp: boolean;
  /** Whether the discount of this payment does not fit into the budget any more. */
  isOverBudget: boolean;
  usesOfAccount: number;
  accountLimit: number | null;
}

export interface LatePurchase extends LateFacts {
  /** What was paid for. */
  items: readonly LateItem[];
  /** Undefined when it is gone. */
  basket: { status: BasketStatus; items: readonly (LateItem & { isOffered: boolean })[] } | undefined;
  /** Undefined when the payment was begun without a discount. */
  promo: LatePromo | undefined;
}

export interface LateTopUp extends LateFacts {
  isOffered: boolean;
}

export type LateRefundReason =
  | 'too-late'
  | 'buyer-blocked'
  | 'link-cancelled'
  | 'basket-closed'
  | 'basket-changed'
  | 'not-offered'
  | 'promo-not-in-force'
  | 'promo-used-up';

export type LateDecision = { outcome: 'deliver' } | { outcome: 'refund'; reason: LateRefundReason };

const DELIVER: LateDecision = { outcome: 'deliver' };

export function decideLatePurchase(late: LatePurchase): LateDecision {
  const reason = refusalOf(late) ?? basketRefusalOf(late) ?? promoRefusalOf(late.promo);
  return reason ? { outcome: 'refund', reason } : DELIVER;
}

export function decideLateTopUp(late: LateTopUp): LateDecision {
  const reason = refusalOf(late) ?? (late.isOffered ? undefined : 'not-offered');
  return reason ? { outcome: 'refund', reason } : DELIVER;
}

function refusalOf({ secondsSinceGivenUp, isBuyerBlocked, mayBeReversed }: LateFacts): LateRefundReason | undefined {
  if (isBuyerBlocked) return 'buyer-blocked';
  if (mayBeReversed) return 'link-cancelled';
  // A time that is no number is not within the limit, either.
  return secondsSinceGivenUp <= LATE_PAYMENT_SECONDS ? undefined : 'too-late';
}

function basketRefusalOf({ basket, items }: LatePurchase): LateRefundReason | undefined {
  if (basket?.status !== BASKET_STATUS.open) return 'basket-closed';
  const counts = new Map(basket.items.map(({ productId, count }) => [productId, count]));
  const isSame =
    basket.items.length === items.length && items.every(({ productId, count }) => counts.get(productId) === count);
  if (!isSame) return 'basket-changed';
  return basket.items.every(({ isOffered }) => isOffered) ? undefined : 'not-offered';
}

function promoRefusalOf(promo: LatePromo | undefined): LateRefundReason | undefined {
  if (!promo) return undefined;
  if (!promo.isInForce) return 'promo-not-in-force';
  if (promo.isOverBudget) return 'promo-used-up';
  if (promo.isHeldByBasket) return undefined;
  const isOverAccountLimit = promo.accountLimit !== null && promo.usesOfAccount >= promo.accountLimit;
  return promo.isUsedUp || isOverAccountLimit ? 'promo-used-up' : undefined;
}
