import type { RateLimit } from '../../platform/database/rate-limits.ts';

/** How often people may try. Failures are counted before they are known to be ones, so that parallel tries count too. */

const limit = (name: string, max: number, minutes: number): RateLimit => ({ name, max, minutes });

/** Counted in this order. A try that one limit refuses does not count for the next. */
export const SIGN_IN = {
  /** Failures of one account from one address. */
  pair: limit('sign-in', 10, 15),
  /** Failures of one account from one IPv6 site: a single customer of a provider has many /64 networks. */
  site: limit('sign-in-site', 30, 15),
  /** Failures of one address, whatever the account. Many people may share one. */
  address: limit('sign-in-address', 100, 15),
  /** Failures of one account from everywhere. Does not hold where the owner is signed in. */
  account: limit('sign-in-account', 100, 15),
};
export const REGISTER = limit('register', 100, 60);
export const FORGOT = {
  pair: limit('forgot', 5, 15),
  address: limit('forgot-address', 30, 15),
  name: limit('forgot-name', 20, 15),
};
export const RESET = limit('reset', 30, 15);
export const PROOF = {
  pair: limit('proof', 10, 15),
  account: limit('proof-account', 50, 15),
};
export const SEND_CODE = {
  account: limit('code-account', 5, 15),
  address: limit('code-address', 50, 15),
  /** Codes that one address has sent to one target. */
  pair: limit('code-pair', 5, 15),
  target: limit('code-target', 20, 15),
};
/** Wrong codes of one account. A new code brings new attempts, so they are limited together as well. */
export const CONFIRM = limit('confirm-code', 30, 24 * 60);
export const AVATAR = limit('avatar', 30, 15);
