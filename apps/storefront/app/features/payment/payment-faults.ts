import { type CallFault, faultOf } from '@oyna/api-client/call-fault';
import type { TFunction } from 'i18next';

const KNOWN = [
  'activation-not-confirmed',
  'basket-empty',
  'basket-frozen',
  'basket-id-missing',
  'network-holds-too-many',
  'no-answer',
  'out-of-stock',
  'payment-method-invalid',
  'payment-text3',
  'price-unavailable',
  'promocode-error',
  'provider-unavailable',
  'quote-expired',
  'state-conflict',
  'too-many-held',
  'too-many-requests',
  'unavailable',
] as const satisfies readonly CallFault['error'][];

/** Errors that only the cart page can fix. */
const FOR_THE_CART: readonly CallFault['error'][] = [
  'basket-empty',
  'basket-id-missing',
  'out-of-stock',
  'price-unavailable',
  'promocode-error',
  'state-conflict',
  'too-many-held',
];

/** What the dialog says (spec §8). A failure of the server means that there is no link; any other code has the default text. */
export function paymentFaultText(t: TFunction<'payment'>, code: CallFault['error']): string {
  if (code === 'internal') return t('payment-text3');
  return t(KNOWN.find((known) => known === code) ?? 'not-payed-text');
}

export function isForTheCart(code: CallFault['error']): boolean {
  return FOR_THE_CART.includes(code);
}

const SHOWN_ON_THE_PAGE: readonly CallFault['error'][] = [
  ...FOR_THE_CART,
  'activation-not-confirmed',
  'basket-frozen',
  'payment-method-invalid',
  'quote-expired',
];

/** What the page shows is no longer so: another sum, no promo code, a payment that was begun in another tab. */
export function isStale(code: CallFault['error']): boolean {
  return SHOWN_ON_THE_PAGE.includes(code);
}

const DIRECT = ['out-of-stock', 'price-unavailable', 'state-conflict', 'too-many-held'] as const;

/** "Buy now" has nothing to do with the cart. */
export function directFaultText(t: TFunction<'payment'>, code: CallFault['error']): string {
  const known = DIRECT.find((direct) => direct === code);
  return known ? t(`direct-${known}`) : paymentFaultText(t, code);
}

/** The product cannot be bought: it is sold out, unknown, or has another page. */
export function isNotOnSale(failure: unknown): boolean {
  return ['out-of-stock', 'not-found', 'invalid-parameter'].includes(faultOf(failure).error);
}
