import { AppError } from '@oyna/domain/errors';
import { cleanText, normalizePhone, validateEmail, validatePhone } from '@oyna/domain/validation';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { brokenConstraint } from '../../platform/database/postgres-errors.ts';
import type { LimitedUse, RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { networkOf, siteOf } from '../../platform/network-address.ts';
import type { Announce } from '../account-messages/account-messages.service.ts';
import { findAccount, findAccountByName, lockAccount } from '../accounts/accounts.service.ts';
import { deleteCodes, findTarget, redeemCode, redeemEmailLink, type TypedPurpose } from '../codes/codes.service.ts';
import type { TakeOver } from '../guests/take-over.service.ts';
import type { PasswordService } from '../passwords/passwords.service.ts';
import { deleteProofs, markProven, type Session } from '../sessions/sessions.service.ts';
import * as queries from './contacts.queries.ts';

export type ContactService = ReturnType<typeof createContactService>;

interface ContactParts {
  db: Database;
  announce: Announce;
  limits: RateLimits;
  passwords: PasswordService;
  takeOver: TakeOver;
  canMail: boolean;
  canText: boolean;
  /**
   * For all customers together: the store pays for each text message, and the owners of some numbers are paid for it.
   */
  textBudget: RateLimit;
}

const SEND_CODE = {
  account: { name: 'code-account', max: 5, minutes: 15 },
  address: { name: 'code-address', max: 50, minutes: 15 },
  site: { name: 'code-site', max: 150, minutes: 15 },
  /** Codes requested from one address for one target. */
  pair: { name: 'code-pair', max: 5, minutes: 15 },
  target: { name: 'code-target', max: 20, minutes: 15 },
  targetDay: { name: 'code-target-day', max: 20, minutes: 24 * 60 },
} satisfies Record<string, RateLimit>;
/** Wrong codes of one account. Each new code brings new attempts, so they have a common limit too. */
const CONFIRM: RateLimit = { name: 'confirm-code', max: 30, minutes: 24 * 60 };
/**
 * Wrong codes for one e-mail address, by all accounts: the account that proves it gets the orders of its guests. The link of
 * the mail has no such limit, so strangers do not lock the owner out.
 */
const CONFIRM_TARGET: RateLimit = { name: 'confirm-target', max: 20, minutes: 24 * 60 };

type Redeem = (transaction: Connection) => Promise<string | undefined>;
type Change = (transaction: Connection, target: string) => Promise<void>;

/** E-mail address and phone number. A new one is valid after its owner enters the code that was sent to it. */
export function createContactService(parts: ContactParts) {
  const { db, announce, limits, passwords, takeOver, canMail, canText, textBudget } = parts;

  async function sendCode(session: Session, purpose: TypedPurpose, target: string, address: string) {
    const { accountId } = session;
    const [network, subject] = [networkOf(address), target.toLowerCase()];
    await limits.take(
      [SEND_CODE.account, accountId],
      [SEND_CODE.address, network],
      [SEND_CODE.site, siteOf(address)],
      [SEND_CODE.pair, subject, network],
      [SEND_CODE.target, subject],
      [SEND_CODE.targetDay, subject],
      ...(purpose === 'phone' ? [[textBudget] as const] : []),
    );
    await announce(db, { kind: 'code', accountId, purpose, target, sessionId: session.id });
  }

  async function confirm(session: Session, field: 'code' | 'token', redeem: Redeem, change: Change): Promise<void> {
    await limits.take([CONFIRM, session.accountId]);
    const target = await inTransaction(db, async (transaction) => {
      await lockAccount(transaction, session.accountId);
      const proven = await redeem(transaction);
      if (proven !== undefined) await change(transaction, proven);
      return proven;
    });
    // After the transaction: a wrong code has used an attempt.
    if (target === undefined) throw new AppError('code-invalid', { field });
    await limits.giveBack([CONFIRM, session.accountId]);
  }

  const confirmByCode = (session: Session, purpose: TypedPurpose, code: string, change: Change) =>
    confirm(
      session,
      'code',
      (transaction) => redeemCode(transaction, { accountId: session.accountId, purpose, code }),
      change,
    );

  async function confirmEmail(session: Session, field: 'code' | 'token', redeem: Redeem): Promise<void> {
    const { accountId } = session;
    const change = async (transaction: Connection, email: string) => {
      const before = await findAccount(transaction, accountId);
      await queries.updateEmail(transaction, accountId, email);
      await deleteCodes(transaction, accountId, ['email', 'email-link']);
      const to = before?.email;
      if (to?.toLowerCase() === email.toLowerCase()) return;
      // Links and codes sent to the old address must not open the account any more.
      await deleteCodes(transaction, accountId, ['password', 'proof']);
      await deleteProofs(transaction, accountId);
      if (to) await announce(transaction, { kind: 'notice', accountId, event: 'email-changed', to });
    };
    try {
      await confirm(session, field, redeem, change);
    } catch (error) {
      const isTaken = ['account_email', 'account_login'].includes(brokenConstraint(error) ?? '');
      throw isTaken ? new AppError('email-taken', { field: 'email' }) : error;
    }
    await takeOver(accountId);
  }

  return {
    /** Sends a code to the current address of an account without a password. */
    async requestProof(session: Session, address: string): Promise<void> {
      if (!canMail) throw new AppError('unavailable');
      const account = await findAccount(db, session.accountId);
      if (!account?.email || account.password_hash !== null) throw new AppError('state-conflict');
      await sendCode(session, 'proof', account.email, address);
    },

    confirmProof: (session: Session, code: string): Promise<void> =>
      confirmByCode(session, 'proof', code, (transaction) => markProven(transaction, session.id)),

    async requestEmail(session: Session, form: { email: string; password?: string }, address: string): Promise<void> {
      if (!canMail) throw new AppError('unavailable');
      const email = cleanText(form.email);
      if (validateEmail(email)) throw new AppError('email-invalid', { field: 'email' });
      const holder = await findAccountByName(db, email);
      const isHeld = holder?.email?.toLowerCase() === email.toLowerCase();
      const isCurrent = isHeld && holder.id === session.accountId;
      // Confirming the current address is the proof that an account without a password needs.
      if (!isCurrent || holder.password_hash !== null) await passwords.prove(session, form.password, address);
      if (isHeld && !isCurrent) throw new AppError('email-taken', { field: 'email' });
      await sendCode(session, 'email', email, address);
    },

    async confirmEmail(session: Session, code: string): Promise<void> {
      const { accountId } = session;
      let uses: LimitedUse[] = [];
      await confirmEmail(session, 'code', async (transaction) => {
        const target = await findTarget(transaction, accountId, 'email');
        uses = target === undefined ? [] : [[CONFIRM_TARGET, target.toLowerCase()]];
        await limits.takeWithin(transaction, ...uses);
        return redeemCode(transaction, { accountId, purpose: 'email', code });
      });
      await limits.giveBack(...uses);
    },

    /** The link works only in a session of its account. */
    confirmEmailByLink: (session: Session, token: string): Promise<void> =>
      confirmEmail(session, 'token', (transaction) => redeemEmailLink(transaction, session.accountId, token)),

    async requestPhone(session: Session, form: { phone: string; password?: string }, address: string): Promise<void> {
      if (!canText) throw new AppError('unavailable');
      if (validatePhone(form.phone)) throw new AppError('phone-invalid', { field: 'phone' });
      await passwords.prove(session, form.password, address);
      await sendCode(session, 'phone', normalizePhone(form.phone), address);
    },

    confirmPhone: (session: Session, code: string): Promise<void> =>
      confirmByCode(session, 'phone', code, async (transaction, phone) => {
        const { accountId } = session;
        const before = await findAccount(transaction, accountId);
        await queries.updatePhone(transaction, accountId, phone);
        if (before?.phone === phone) return;
        await announce(transaction, { kind: 'notice', accountId, event: 'phone-changed' });
      }),
  };
}
