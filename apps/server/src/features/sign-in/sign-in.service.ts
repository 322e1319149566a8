import { AppError } from '@oyna/domain/errors';
import { cleanText, validateSignIn } from '@oyna/domain/validation';
import { createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';
import type { Database } from '../../platform/database/connection.ts';
import { type RateLimit, type RateLimits, refuse } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { networkOf, siteOf } from '../../platform/network-address.ts';
import { isPassword } from '../../platform/password-hash.ts';
import type { Announce, Device } from '../account-messages/account-messages.service.ts';
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

/** One password is compared and one sign-in is prepared at a time, so that sign-ins do not occupy the database. */
const inLine = createConcurrencyLimiter({ maxRunning: 2, maxWaiting: 300 });

export function createSignInService({ db, announce, limits, takeOver }: SignInParts) {
  async function signIn({ username, password }: { username: string; password: string }, device: Device) {
    const name = cleanText(username);
    if (validateSignIn({ login: name, password })) throw new AppError('auth-error');
    const account = await findAccountByName(db, name);
    const network = networkOf(device.address);
    const subject = account?.id ?? name.toLowerCase();
    const uses = {
      pair: [LIMITS.pair, subject, network],
      site: [LIMITS.site, subject, siteOf(device.address)],
      address: [LIMITS.address, network],
      account: [LIMITS.account, subject],
    } as const;
    await limits.take(uses.pair, uses.site, uses.address);
    const exceeded = await limits.count([uses.account]);
    const isKnownNetwork =
      exceeded.length > 0 && account !== undefined && (await hasSessionFrom(db, account.id, device.address));
    if (!isKnownNetwork) refuse(exceeded);

    const isRight = await isPassword(account?.password_hash, password);
    if (!account?.password_hash || !isRight) throw new AppError('auth-error');
    await limits.reset(uses.pair, uses.site, uses.account);
    await limits.giveBack(uses.address);
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
