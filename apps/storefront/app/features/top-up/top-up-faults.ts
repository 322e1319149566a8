import type { CallFault } from '@oyna/api-client/call-fault';
import type { TFunction } from 'i18next';

type Code = CallFault['error'];
/** Parts of either form; the amount of the one is the pack of the other. */
export type TopUpField = 'account' | 'amount' | 'method';

const FIELDS: Partial<Record<Code, TopUpField>> = {
  'steam-login-invalid': 'account',
  'pubg-uid-invalid': 'account',
  'account-not-found': 'account',
  'region-not-supported': 'account',
  'steam-amount-invalid': 'amount',
  'pubg-amount-invalid': 'amount',
  'price-unavailable': 'amount',
  'payment-method-invalid': 'method',
  'pubg-payment-method-invalid': 'method',
};

/** The field that shows an error of the server; undefined for an error of the whole form. */
export function fieldOf(code: Code): TopUpField | undefined {
  return FIELDS[code];
}

const KNOWN = [
  'account-not-found',
  'email-invalid',
  'no-answer',
  'payment-method-invalid',
  'price-unavailable',
  'provider-unavailable',
  'pubg-amount-invalid',
  'pubg-error',
  'pubg-payment-method-invalid',
  'pubg-uid-invalid',
  'quote-expired',
  'region-not-supported',
  'steam-amount-invalid',
  'steam-error',
  'steam-login-invalid',
  'too-many-requests',
  'unavailable',
] as const satisfies readonly Code[];

/** In the words of spec §8; any other code is an error that occurred. */
export function faultText(t: TFunction<'top-up'>, code: Code, limits = ''): string {
  return t(KNOWN.find((known) => known === code) ?? 'something-wrong', { limits });
}
