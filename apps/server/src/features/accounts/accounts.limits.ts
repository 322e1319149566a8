import type { RateLimit } from '../../database/rate-limits.ts';

/** How often people may try. Failures are counted before they are known to be ones, so that parallel tries count too. */

const limit = (name: string, max: number, minutes: number): RateLimit => ({ name, max, minutes });

export const SIGN_IN = {
  /** Failures of one account from one address. */
  pair: limit('sign-in', 10, 15),
  /** Failures of one address, whatever the account. Many people may share one. */
  address: limit('sign-in-address', 100, 15),
  /** Failures of one account from everywhere. Does not count where its owner is signed in already: they stay able to. */
  account: limit('sign-in-account', 100, 15),
};
export const REGISTER = limit('register', 100, 60);
export const FORGOT = {
  address: limit('forgot-address', 30, 15),
  name: limit('forgot', 5, 15),
};
export const RESET = limit('reset', 30, 15);
export const PROOF = limit('proof', 10, 15);
export const SEND_CODE = {
  account: limit('code-account', 5, 15),
  address: limit('code-address', 50, 15),
  target: limit('code-target', 5, 15),
};
export const AVATAR = limit('avatar', 30, 15);
