import { AppError } from '@oyna/domain/errors';
import { cleanText, validateSignIn } from '@oyna/domain/validation';
import { createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';
import type { Database } from '../../platform/database/connection.ts';
import { type LimitedUse, type RateLimit, type RateLimits, refuse } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type Device, networkOf, siteOf } from '../../platform/network-address.ts';
import { isPassword } from '../../platform/password-hash.ts';
import type { Announce } from '../account-messages/account-messages.service.ts';
import { findAccountByName } from '../accounts/accounts.service.ts';
import type { TakeOver } from '../guests/take-over.service.ts';
import { announceNewDevice, hasSessionFrom, openSession } from '../sessions/sessions.service.ts';
import * as queries from './sign-in.queries.ts';

export type SignInService = ReturnType<typeof createSignInService>;

interface SignInParts {
  db: Database;
  announce: Announce;
  limits: RateLimits;
  takeOver: TakeOver;
}

/**
 * Failed sign-ins. They are counted in this order, before the result is known, so that parallel attempts count too. An
 * attempt that one limit refuses does not count for the next.
 */
const LIMITS = {
  /** One account from one address. */
  pair: { name: 'sign-in', max: 10, minutes: 15 },
  /** One account from one IPv6 site: one customer of an internet provider has many /64 networks. */
  site: { name: 'sign-in-site', max: 30, minutes: 15 },
  /** One address, for any account. Many people may share an address. */
  address: { name: 'sign-in-address', max: 100, minutes: 15 },
  /** One account from all addresses. It does not apply where the owner has a session. */
  account: { name: 'sign-in-account', max: 100, minutes: 15 },
} satisfies Record<string, RateLimit>;

/**
 * The same for the name as it was typed. These answer 429. Those of the account answer like a wrong password: otherwise
 * wrong passwords for an address and then for a login would tell that both belong to one account.
 */
const NAME_LIMITS = {
  pair: { name: 'sign-in-name', max: 10, minutes: 15 },
  site: { name: 'sign-in-name-site', max: 30, minutes: 15 },
  all: { name: 'sign-in-name-all', max: 100, minutes: 15 },
} satisfies Record<string, RateLimit>;

/** One password is compared and one sign-in is prepared at a time, so that sign-ins do not occupy the database. */
const inLine = createConcurrencyLimiter({ maxRunning: 2, maxWaiting: 300 });

export function createSignInService({ db, announce, limits, takeOver }: SignInParts) {
  async function signIn({ username, password }: { username: string; password: string }, device: Device) {
    const name = cleanText(username);
    if (validateSignIn({ login: name, password })) throw new AppError('auth-error');
    const account = await findAccountByName(db, name);
    const network = networkOf(device.address);
    const [site, typed] = [siteOf(device.address), name.toLowerCase()];
    // An unknown name is counted as often as a known one, so that the time of the answer tells nothing either.
    const subject = account ? `account ${account.id}` : `name ${typed}`;
    const address = [LIMITS.address, network] as const;
    const ofName = [
      [NAME_LIMITS.pair, typed, network],
      [NAME_LIMITS.site, typed, site],
    ] as const;
    const allOfName = [NAME_LIMITS.all, typed] as const;
    const ofAccount = [
      [LIMITS.pair, subject, network],
      [LIMITS.site, subject, site],
    ] as const;
    const allOfAccount = [LIMITS.account, subject] as const;
    const isKnownNetwork = async () => account !== undefined && (await hasSessionFrom(db, account.id, device.address));
    const isExceeded = async (use: LimitedUse) => (await limits.count([use])).length > 0;

    await limits.take(...ofName, address);
    const exceeded = await limits.count([allOfName]);
    if (exceeded.length > 0 && !(await isKnownNetwork())) refuse(exceeded);
    const isRefused =
      (await isExceeded(ofAccount[0])) ||
      (await isExceeded(ofAccount[1])) ||
      ((await isExceeded(allOfAccount)) && !(await isKnownNetwork()));

    const isRight = await isPassword(account?.password_hash, password);
    if (!account?.password_hash || !isRight || isRefused) throw new AppError('auth-error');
    await limits.reset(...ofName, allOfName, ...ofAccount, allOfAccount);
    await limits.giveBack(address);
    const { id, password_hash: provenHash } = account;
    const session = await inTransaction(db, async (transaction) => {
      // A password change ends all sessions. It must not miss one that is opened with the old password.
      if (!(await queries.lockPassword(transaction, id, provenHash))) throw new AppError('auth-error');
      await announceNewDevice(transaction, announce, id, device);
      return openSession(transaction, id, device);
    });
    await takeOver(id);
    return session;
  }

  return {
    signIn: (form: { username: string; password: string }, device: Device) => inLine(() => signIn(form, device)),
  };
}
