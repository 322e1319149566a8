import { STEAM_SERVICE_ID } from '@oyna/domain/constants';
import type { ErrorCode } from '@oyna/domain/errors';
import { validatePubgUid, validateSteamLogin } from '@oyna/domain/validation';

/** The registry of top-up services: what differs between them. */

interface TopUpServiceRules {
  /** A sum in a currency, or a pack of the catalogue. */
  sells: 'sum' | 'pack';
  validateAccount(account: string): ErrorCode | undefined;
  errors: Record<'account' | 'amount' | 'provider' | 'link', ErrorCode>;
}

export const TOP_UP_SERVICES = {
  steam: {
    sells: 'sum',
    validateAccount: validateSteamLogin,
    errors: {
      account: 'steam-login-invalid',
      amount: 'steam-amount-invalid',
      provider: 'payment-method-invalid',
      link: 'steam-error',
    },
  },
  pubg: {
    sells: 'pack',
    validateAccount: validatePubgUid,
    errors: {
      account: 'pubg-uid-invalid',
      amount: 'pubg-amount-invalid',
      provider: 'pubg-payment-method-invalid',
      link: 'pubg-error',
    },
  },
} as const satisfies Record<string, TopUpServiceRules>;

export type TopUpService = keyof typeof TOP_UP_SERVICES;

/** The request names a service that sells sums by its own id, and a pack by the id of its offer. */
export const serviceOf = (id: number): TopUpService => (id === STEAM_SERVICE_ID ? 'steam' : 'pubg');
