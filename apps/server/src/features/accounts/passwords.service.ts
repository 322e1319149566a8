import { AppError } from '@oyna/domain/errors';
import { cleanText } from '@oyna/domain/validation';
import type { Database } from '../../platform/database/connection.ts';
import type { RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Announce } from './account-messages.ts';
import { isName } from './account-names.ts';
import { FORGOT, PROOF, RESET } from './accounts.limits.ts';
import * as accounts from './accounts.queries.ts';
import * as codes from './codes.queries.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import { checkNewPassword, checkNotPersonal } from './password-rules.ts';
import { endAllSessions, hashToken, isProven, networkOf, type Session } from './sessions.service.ts';
import { deleteUnprovenIdentities } from './social-sign-in.queries.ts';

export type PasswordService = ReturnType<typeof createPasswordService>;

interface PasswordParts {
  db: Database;
  announce: Announce;
  limits: RateLimits;
  canMail: boolean;
  /** A new password ends sessions. */
  forgetSessions: () => void;
}

export function createPasswordService({ db, announce, limits, canMail, forgetSessions }: PasswordParts) {
  /**
   * Makes sure that the owner asks for a grave change: by the password, or by a code to the present e-mail address where
   * there is no password. Returns the hash that was proven, or null. An account with neither has nothing to prove.
   */
  async function prove(session: Session, password: string | undefined, address: string, field = 'password') {
    const account = await accounts.findAccount(db, session.accountId);
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
      const account = await accounts.findAccount(db, session.accountId);
      if (account) checkNotPersonal(form.next, account, 'next');
      const previous = await prove(session, form.current, address, 'current');
      const next = await hashPassword(form.next);
      await inTransaction(db, async (transaction) => {
        const isChanged = await accounts.updatePassword(transaction, session.accountId, next, previous);
        if (!isChanged) throw new AppError('password-wrong', { field: 'current' });
        await codes.deleteCode(transaction, session.accountId, 'password');
        await endAllSessions(transaction, session.accountId, { except: session.id });
        const { accountId } = session;
        await announce(transaction, { kind: 'notice', accountId, event: 'password-changed' });
      });
      forgetSessions();
    },

    /** The same for every name, known or not, in what it answers and in what it does. */
    async requestReset(login: string, address: string): Promise<void> {
      if (!canMail) throw new AppError('unavailable');
      const name = cleanText(login);
      const [network, subject] = [networkOf(address), name.toLowerCase()];
      await limits.take([FORGOT.pair, subject, network], [FORGOT.address, network], [FORGOT.name, subject]);
      if (isName(name)) await announce(db, { kind: 'reset', name });
    },

    async reset({ token, password }: { token: string; password: string }, address: string): Promise<void> {
      checkNewPassword(password, 'password');
      await limits.take([RESET, networkOf(address)]);
      const hash = hashToken(token);
      // Looked at before a new password is hashed: a made-up link costs nothing.
      const asked = await codes.findReset(db, hash);
      const account = asked && (await accounts.findAccount(db, asked.account_id));
      if (!account) throw new AppError('code-invalid', { field: 'token' });
      checkNotPersonal(password, account, 'password');
      const next = await hashPassword(password);
      await inTransaction(db, async (transaction) => {
        const proven = await codes.takeReset(transaction, hash);
        if (!proven) throw new AppError('code-invalid', { field: 'token' });
        const { account_id: accountId, target } = proven;
        // Whoever came in through VK with this address before it was proven may not be the one who has proven it now.
        await deleteUnprovenIdentities(transaction, accountId);
        await accounts.resetPassword(transaction, accountId, next, target);
        await endAllSessions(transaction, accountId);
        await announce(transaction, { kind: 'notice', accountId, event: 'password-changed' });
      });
      forgetSessions();
    },
  };
}
