import { AppError } from '@oyna/domain/errors';
import { cleanText, normalizePhone, validateEmail, validatePhone } from '@oyna/domain/validation';
import type { Connection, Database } from '../../database/connection.ts';
import { brokenConstraint } from '../../database/faults.ts';
import type { RateLimits } from '../../database/rate-limits.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Announce } from './account-messages.ts';
import { CONFIRM, SEND_CODE } from './accounts.limits.ts';
import * as accounts from './accounts.queries.ts';
import { deleteCode } from './codes.queries.ts';
import { redeemCode } from './codes.ts';
import type { PasswordService } from './passwords.service.ts';
import { networkOf, type Session } from './sessions.service.ts';

export type ContactService = ReturnType<typeof createContactService>;

interface ContactParts {
  db: Database;
  announce: Announce;
  limits: RateLimits;
  passwords: PasswordService;
  canMail: boolean;
  canText: boolean;
}

/** How a member is reached. A new address counts once its owner has answered with the code sent there. */
export function createContactService({ db, announce, limits, passwords, canMail, canText }: ContactParts) {
  async function sendCode(session: Session, purpose: 'email' | 'phone', target: string, address: string) {
    const { accountId } = session;
    const [network, subject] = [networkOf(address), target.toLowerCase()];
    await limits.take(
      [SEND_CODE.account, accountId],
      [SEND_CODE.address, network],
      [SEND_CODE.pair, subject, network],
      [SEND_CODE.target, subject],
    );
    await announce(db, { kind: 'code', accountId, purpose, target });
  }

  async function confirm(
    session: Session,
    purpose: 'email' | 'phone',
    code: string,
    change: (transaction: Connection, target: string) => Promise<void>,
  ): Promise<void> {
    await limits.take([CONFIRM, session.accountId]);
    const target = await inTransaction(db, async (transaction) => {
      const proven = await redeemCode(transaction, session.accountId, purpose, code);
      if (proven !== undefined) await change(transaction, proven);
      return proven;
    });
    // After the transaction: a wrong code has cost an attempt.
    if (target === undefined) throw new AppError('code-invalid', { field: 'code' });
    await limits.giveBack([CONFIRM, session.accountId]);
  }

  return {
    async requestEmail(session: Session, form: { email: string; password?: string }, address: string): Promise<void> {
      if (!canMail) throw new AppError('unavailable');
      const email = cleanText(form.email);
      if (validateEmail(email)) throw new AppError('email-invalid', { field: 'email' });
      await passwords.prove(session, form.password, address);
      const holder = await accounts.findAccountByName(db, email);
      const isTaken = holder?.email?.toLowerCase() === email.toLowerCase() && holder.id !== session.accountId;
      if (isTaken) throw new AppError('email-taken', { field: 'email' });
      await sendCode(session, 'email', email, address);
    },

    async confirmEmail(session: Session, code: string): Promise<void> {
      const { accountId } = session;
      const change = async (transaction: Connection, email: string) => {
        const before = await accounts.findAccount(transaction, accountId);
        await accounts.updateEmail(transaction, accountId, email);
        // A link sent to the old address must not open the account any more.
        await deleteCode(transaction, accountId, 'password');
        const to = before?.email;
        if (to && to.toLowerCase() !== email.toLowerCase()) {
          await announce(transaction, { kind: 'notice', accountId, event: 'email-changed', to });
        }
      };
      try {
        await confirm(session, 'email', code, change);
      } catch (error) {
        const isTaken = ['account_email', 'account_login'].includes(brokenConstraint(error) ?? '');
        throw isTaken ? new AppError('email-taken', { field: 'email' }) : error;
      }
    },

    async requestPhone(session: Session, form: { phone: string; password?: string }, address: string): Promise<void> {
      if (!canText) throw new AppError('unavailable');
      if (validatePhone(form.phone)) throw new AppError('phone-invalid', { field: 'phone' });
      await passwords.prove(session, form.password, address);
      await sendCode(session, 'phone', normalizePhone(form.phone), address);
    },

    confirmPhone: (session: Session, code: string): Promise<void> =>
      confirm(session, 'phone', code, async (transaction, phone) => {
        const { accountId } = session;
        const before = await accounts.findAccount(transaction, accountId);
        await accounts.updatePhone(transaction, accountId, phone);
        if (before?.phone === phone) return;
        await announce(transaction, { kind: 'notice', accountId, event: 'phone-changed' });
      }),
  };
}
