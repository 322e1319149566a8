import { decideLatePurchase, type LateDecision, type LateFacts } from '@oyna/domain/late-payment';
import type { Connection } from '../../platform/database/connection.ts';
import { lockGivenUpBasket } from '../basket/basket-checkout.service.ts';
import { lockPromoTerms } from '../promo/promo.service.ts';
import type { LinkCancellation } from './link-cancellation.ts';
import type { BasketPayment, LockedPayment } from './payment.queries.ts';

/** Undefined for a payment that was not given up. */
export function findLateFacts(payment: LockedPayment, cancellation: LinkCancellation): LateFacts | undefined {
  if (payment.seconds_since_given_up === null) return undefined;
  return {
    secondsSinceGivenUp: payment.seconds_since_given_up,
    isBuyerBlocked: payment.is_buyer_blocked,
    mayBeReversed: payment.link_cancelled_at !== null && cancellation.reversesPaid(payment.provider),
  };
}

/** Locks the basket and its promo codes: what is decided stays true until the transaction ends. */
export async function decideLateBasket(
  transaction: Connection,
  payment: BasketPayment,
  facts: LateFacts,
): Promise<LateDecision> {
  const { account_id: accountId, basket_id: basketId, promo_code_id: promoCodeId, items } = payment;
  const basket = await lockGivenUpBasket(transaction, accountId, basketId);
  const promo =
    promoCodeId === null ? undefined : await lockPromoTerms(transaction, promoCodeId, { accountId, basketId });
  return decideLatePurchase({ ...facts, items, basket, promo });
}
