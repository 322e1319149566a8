import { type BasketPurchase, type PaymentFacts, type ProviderMessage, planSettlement } from './settlement.ts';
import { BASKET_STATUS } from './states.ts';

export const purchase: BasketPurchase = {
  kind: 'basket',
  items: [
    { id: 1, productId: 11, count: 2, amount: 700 },
    { id: 2, productId: 12, count: 1, amount: 300 },
  ],
  heldKeys: [
    { keyId: 101, orderItemId: 1 },
    { keyId: 102, orderItemId: 1 },
    { keyId: 103, orderItemId: 2 },
  ],
  basket: {
    status: BASKET_STATUS.awaitingPayment,
    items: [
      { productId: 11, count: 2, isOffered: true },
      { productId: 12, count: 1, isOffered: true },
    ],
  },
  promoCodeId: null,
  heldPromoCodeId: null,
  promo: undefined,
};
export const pending: PaymentFacts = {
  provider: 'epoint',
  status: 'pending',
  amount: 1000,
  currency: 'AZN',
  providerPaymentId: 'te-1',
  givenUp: undefined,
  refundsWholeOnly: false,
  canCancelLink: true,
  refundRequested: 0,
  knownMismatches: [],
  purchase,
};
export const paid: ProviderMessage = {
  provider: 'epoint',
  orderId: 'ORDER',
  providerPaymentId: 'te-1',
  status: 'paid',
  amount: 1000,
  currency: 'AZN',
};
export const openBasket = { ...purchase.basket, status: BASKET_STATUS.open };
export const inTime = { secondsSinceGivenUp: 60, isBuyerBlocked: false, mayBeReversed: false };
export const late: PaymentFacts = {
  ...pending,
  status: 'cancelled',
  givenUp: inTime,
  purchase: { ...purchase, basket: openBasket },
};
export const topUp: PaymentFacts = { ...pending, purchase: { kind: 'top-up', decision: undefined } };

export const plan = (facts: PaymentFacts | undefined, message: Partial<ProviderMessage> = {}) =>
  planSettlement(facts, { kind: 'message', message: { ...paid, ...message } });
