import { readFileSync } from 'node:fs';
import { AppError } from '@oyna/domain/errors';
import { isCommonPassword, repeatsName } from '@oyna/domain/password-strength';
import { cleanText, validatePassword } from '@oyna/domain/validation';
import type { Connection, Database } from '../../platform/database/connection.ts';
import type { RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { networkOf, siteOf } from '../../platform/network-address.ts';
import { hashPassword, isPassword } from '../../platform/password-hash.ts';
import type { Announce } from '../account-messages/account-messages.service.ts';
import { findAccount, isAccountName, lockAccount } from '../accounts/accounts.service.ts';
import { deleteAllCodes, findResetLink, redeemResetLink } from '../codes/codes.service.ts';
import { deleteProofs, endAllSessions, isProven, type Session } from '../sessions/sessions.service.ts';
import { deleteUnprovenIdentities } from '../social-sign-in/social-sign-in.service.ts';
import * as queries from './passwords.queries.ts';

export type PasswordService = ReturnType<typeof createPasswordService>;

interface PasswordParts {
  db: Database;
  announce: Announce;
  limits: RateLimits;
  canMail: boolean;
}

/** Words, names and key sequences that attackers try first, in normalised form. Browsers never load this list. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split(/\s+/)
    .filter(Boolean),
);

const FORGOT = {
  pair: { name: 'forgot', max: 5, minutes: 15 },
  address: { name: 'forgot-address', max: 30, minutes: 15 },
  site: { name: 'forgot-site', max: 90, minutes: 15 },
  name: { name: 'forgot-name', max: 20, minutes: 15 },
} satisfies Record<string, RateLimit>;
const RESET: RateLimit = { name: 'reset', max: 30, minutes: 15 };
const PROOF = {
  pair: { name: 'proof', max: 10, minutes: 15 },
  account: { name: 'proof-account', max: 50, minutes: 15 },
} satisfies Record<string, RateLimit>;

/** The rules of a new password. Existing passwords are not checked again. */
export function checkNewPassword(password: string, field: string): void {
  if (validatePassword(password)) throw new AppError('password-invalid', { field });
  if (isCommonPassword(password, COMMON_WORDS)) throw new AppError('password-common', { field });
}

export function checkNotPersonal(password: string, owner: { login: string; email: string | null }, field: string) {
  if (repeatsName(password, owner)) throw new AppError('password-personal', { field });
}

/** What was begun with the old password does not finish: codes, links and proofs. */
async function endPending(transaction: Connection, accountId: number): Promise<void> {
  await deleteAllCodes(transaction, accountId);
  await deleteProofs(transaction, accountId);
}

export function createPasswordService({ db, announce, limits, canMail }: PasswordParts) {
  /**
   * Requires the owner's proof for an important change: the password, or a code to the current e-mail address where there
   * is no password. Returns the hash that was proven, or null. An account with neither has nothing to prove.
   */
  async function prove(session: Session, password: string | undefined, address: string, field = 'password') {
    const account = await findAccount(db, session.accountId);
    if (!account) throw new AppError('not-authorized');
    if (account.password_hash === null) {
      if (account.email !== null && !(await isProven(db, session))) throw new AppError('proof-needed');
      return null;
    }
    if (!password) throw new AppError('pass-err', { field });
    const uses = [
      [PROOF.pair, account.id, networkOf(address)],
      [PROOF.account, account.id],
    ] as const;
    await limits.take(...uses);
    if (!(await isPassword(account.password_hash, password))) throw new AppError('password-wrong', { field });
    await limits.reset(...uses);
    return account.password_hash;
  }

  return {
    prove,

    async change(session: Session, form: { current?: string; next: string }, address: string): Promise<void> {
      checkNewPassword(form.next, 'next');
      const { accountId } = session;
      const account = await findAccount(db, accountId);
      if (account) checkNotPersonal(form.next, account, 'next');
      const previous = await prove(session, form.current, address, 'current');
      const next = await hashPassword(form.next);
      await inTransaction(db, async (transaction) => {
        const isChanged = await queries.updatePassword(transaction, { accountId, next, previous });
        if (!isChanged) throw new AppError('password-wrong', { field: 'current' });
        await endAllSessions(transaction, accountId, { except: session.id });
        await endPending(transaction, accountId);
        await announce(transaction, { kind: 'notice', accountId, event: 'password-changed' });
      });
    },

    /** Responds the same for known and unknown names. */
    async requestReset(login: string, address: string): Promise<void> {
      if (!canMail) throw new AppError('unavailable');
      const name = cleanText(login);
      const [network, subject] = [networkOf(address), name.toLowerCase()];
      await limits.take(
        [FORGOT.pair, subject, network],
        [FORGOT.address, network],
        [FORGOT.site, siteOf(address)],
        [FORGOT.name, subject],
      );
      if (isAccountName(name)) await announce(db, { kind: 'reset', name });
    },

    async reset({ token, password }: { token: string; password: string }, address: string): Promise<void> {
      checkNewPassword(password, 'password');
      await limits.take([RESET, networkOf(address)]);
      // Checked before the new password is hashed, because hashing is expensive.
      const link = await findResetLink(db, token);
      const account = link && (await findAccount(db, link.account_id));
      if (!account) throw new AppError('code-invalid', { field: 'token' });
      checkNotPersonal(password, account, 'password');
      const next = await hashPassword(password);
      await inTransaction(db, async (transaction) => {
        const accountId = account.id;
        const present = await lockAccount(transaction, accountId);
        const proven = await redeemResetLink(transaction, token);
        // The link may have been sent while the address was being changed: then it went to the old one.
        if (!proven || proven.target.toLowerCase() !== present?.email?.toLowerCase())
          throw new AppError('code-invalid', { field: 'token' });
        // A stranger may have signed in through VK with this address before its owner proved it.
        await deleteUnprovenIdentities(transaction, accountId);
        await queries.resetPassword(transaction, accountId, next);
        await endAllSessions(transaction, accountId);
        await endPending(transaction, accountId);
        await announce(transaction, { kind: 'notice', accountId, event: 'password-changed' });
      });
    },
  };
}
