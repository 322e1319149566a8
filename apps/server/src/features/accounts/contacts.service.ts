import { AppError } from '@oyna/domain/errors';
import { cleanText, normalizePhone, validateEmail, validatePhone } from '@oyna/domain/validation';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { brokenConstraint } from '../../platform/database/faults.ts';
import type { RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Announce } from './account-messages.ts';
import { CONFIRM, SEND_CODE } from './accounts.limits.ts';
import * as accounts from './accounts.queries.ts';
import { deleteCode, takeEmailLink } from './codes.queries.ts';
import { redeemCode, type TypedPurpose } from './codes.ts';
import type { PasswordService } from './passwords.service.ts';
import { forgetProofs, hashToken, markProven, networkOf, type Session } from './sessions.service.ts';

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
  async function sendCode(session: Session, purpose: TypedPurpose, target: string, address: string) {
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
    field: 'code' | 'token',
    redeem: (transaction: Connection) => Promise<string | undefined>,
    change: (transaction: Connection, target: string) => Promise<void>,
  ): Promise<void> {
    await limits.take([CONFIRM, session.accountId]);
    const target = await inTransaction(db, async (transaction) => {
      const proven = await redeem(transaction);
      if (proven !== undefined) await change(transaction, proven);
      return proven;
    });
    // After the transaction: a wrong code has cost an attempt.
    if (target === undefined) throw new AppError('code-invalid', { field });
    await limits.giveBack([CONFIRM, session.accountId]);
  }

  const confirmByCode = (
    session: Session,
    purpose: TypedPurpose,
    code: string,
    change: (transaction: Connection, target: string) => Promise<void>,
  ) => confirm(session, 'code', (transaction) => redeemCode(transaction, session.accountId, purpose, code), change);

  async function confirmEmail(
    session: Session,
    field: 'code' | 'token',
    redeem: (transaction: Connection) => Promise<string | undefined>,
  ): Promise<void> {
    const { accountId } = session;
    const change = async (transaction: Connection, email: string) => {
      const before = await accounts.findAccount(transaction, accountId);
      await accounts.updateEmail(transaction, accountId, email);
      await deleteCode(transaction, accountId, 'email', 'email-link');
      const to = before?.email;
      if (to?.toLowerCase() === email.toLowerCase()) return;
      // What was sent to the old address must not open the account any more.
      await deleteCode(transaction, accountId, 'password', 'proof');
      await forgetProofs(transaction, accountId);
      if (to) await announce(transaction, { kind: 'notice', accountId, event: 'email-changed', to });
    };
    try {
      await confirm(session, field, redeem, change);
    } catch (error) {
      const isTaken = ['account_email', 'account_login'].includes(brokenConstraint(error) ?? '');
      throw isTaken ? new AppError('email-taken', { field: 'email' }) : error;
    }
  }

  return {
    /** Sends a code to the present address of an account that has no password to prove changes by. */
    async requestProof(session: Session, address: string): Promise<void> {
      if (!canMail) throw new AppError('unavailable');
      const account = await accounts.findAccount(db, session.accountId);
      if (!account?.email || account.password_hash !== null) throw new AppError('state-conflict');
      await sendCode(session, 'proof', account.email, address);
    },

    confirmProof: (session: Session, code: string): Promise<void> =>
      confirmByCode(session, 'proof', code, (transaction) => markProven(transaction, session.id)),

    async requestEmail(session: Session, form: { email: string; password?: string }, address: string): Promise<void> {
      if (!canMail) throw new AppError('unavailable');
      const email = cleanText(form.email);
      if (validateEmail(email)) throw new AppError('email-invalid', { field: 'email' });
      const holder = await accounts.findAccountByName(db, email);
      const isHeld = holder?.email?.toLowerCase() === email.toLowerCase();
      const isPresent = isHeld && holder.id === session.accountId;
      // To confirm the present address is to prove it: an account without a password needs no more.
      if (!isPresent || holder.password_hash !== null) await passwords.prove(session, form.password, address);
      if (isHeld && !isPresent) throw new AppError('email-taken', { field: 'email' });
      await sendCode(session, 'email', email, address);
    },

    confirmEmail: (session: Session, code: string): Promise<void> =>
      confirmEmail(session, 'code', (transaction) => redeemCode(transaction, session.accountId, 'email', code)),

    /** By the link of the mail, which works in a session of its account only. */
    confirmEmailByLink: (session: Session, token: string): Promise<void> =>
      confirmEmail(session, 'token', (transaction) => takeEmailLink(transaction, session.accountId, hashToken(token))),

    async requestPhone(session: Session, form: { phone: string; password?: string }, address: string): Promise<void> {
      if (!canText) throw new AppError('unavailable');
      if (validatePhone(form.phone)) throw new AppError('phone-invalid', { field: 'phone' });
      await passwords.prove(session, form.password, address);
      await sendCode(session, 'phone', normalizePhone(form.phone), address);
    },

    confirmPhone: (session: Session, code: string): Promise<void> =>
      confirmByCode(session, 'phone', code, async (transaction, phone) => {
        const { accountId } = session;
        const before = await accounts.findAccount(transaction, accountId);
        await accounts.updatePhone(transaction, accountId, phone);
        if (before?.phone === phone) return;
        await announce(transaction, { kind: 'notice', accountId, event: 'phone-changed' });
      }),
  };
}
