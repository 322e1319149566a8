import { STEAM_SERVICE_ID } from '@oyna/domain/constants';
import type { ErrorCode } from '@oyna/domain/errors';
import { validatePubgUid, validateSteamLogin } from '@oyna/domain/validation';
import type { TopUpServiceName } from '@oyna/providers/top-up-supplier';

/** The registry of top-up services: what differs between them. */

interface TopUpServiceRules {
  /** A sum in a currency, or a pack of the catalogue. */
  sells: 'sum' | 'pack';
  /** The id of a service that sells sums. A pack is named by the id of its offer. */
  id: number | undefined;
  validateAccount(account: string): ErrorCode | undefined;
  errors: Record<'account' | 'amount' | 'provider' | 'link', ErrorCode>;
}

export const TOP_UP_SERVICES: Readonly<Record<TopUpServiceName, TopUpServiceRules>> = {
  steam: {
    sells: 'sum',
    id: STEAM_SERVICE_ID,
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
    id: undefined,
    validateAccount: validatePubgUid,
    errors: {
      account: 'pubg-uid-invalid',
      amount: 'pubg-amount-invalid',
      provider: 'pubg-payment-method-invalid',
      link: 'pubg-error',
    },
  },
};

export type TopUpService = TopUpServiceName;

const SERVICES = Object.keys(TOP_UP_SERVICES) as TopUpService[];
const [DEFAULT_SERVICE = 'steam'] = SERVICES;

export const PACK_SERVICES = SERVICES.filter((name) => TOP_UP_SERVICES[name].sells === 'pack');

/** Anything but the id of a service that sells sums is the id of a pack. Without a number it is the first service. */
export function serviceOf(id: unknown): TopUpService {
  if (typeof id !== 'number') return DEFAULT_SERVICE;
  return SERVICES.find((name) => TOP_UP_SERVICES[name].id === id) ?? PACK_SERVICES[0] ?? DEFAULT_SERVICE;
}
