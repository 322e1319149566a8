import type { Language } from '@oyna/domain/constants';
import { AppError, type ErrorCode } from '@oyna/domain/errors';
import {
  cleanText,
  validateBirthDate,
  validateName,
  validateRegistration,
  validateSignIn,
  validateSurname,
} from '@oyna/domain/validation';
import { createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';
import type { Database } from '../../platform/database/connection.ts';
import { brokenConstraint } from '../../platform/database/faults.ts';
import { type RateLimits, refuse } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Announce } from './account-messages.ts';
import { isName } from './account-names.ts';
import { REGISTER, SIGN_IN } from './accounts.limits.ts';
import * as queries from './accounts.queries.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import { checkNewPassword, checkNotPersonal } from './password-rules.ts';
import {
  type Device,
  hasSessionFrom,
  networkOf,
  noticeDevice,
  openSession,
  type Session,
  siteOf,
} from './sessions.service.ts';

export type AccountService = ReturnType<typeof createAccountService>;

interface AccountParts {
  db: Database;
  announce: Announce;
  limits: RateLimits;
}

interface Registration {
  username: string;
  email: string;
  password: string;
  countryId: number;
  language: Language;
}

interface Profile {
  firstName: string;
  lastName: string;
  birthDate: string | null;
  countryId: number | null;
  language?: Language;
}

/**
 * One whose password is being compared, and one who is next. Everybody else waits at the door: a crowd that signs in at
 * once must not take the database from those who browse.
 */
const inTurn = createConcurrencyLimiter({ maxRunning: 2, maxWaiting: 300 });

export function createAccountService({ db, announce, limits }: AccountParts) {
  async function signIn({ username, password }: { username: string; password: string }, device: Device) {
    const name = cleanText(username);
    if (validateSignIn({ login: name, password })) throw new AppError('auth-error');
    const account = isName(name) ? await queries.findAccountByName(db, name) : undefined;
    const network = networkOf(device.address);
    const subject = account?.id ?? name.toLowerCase();
    const uses = {
      pair: [SIGN_IN.pair, subject, network],
      site: [SIGN_IN.site, subject, siteOf(device.address)],
      address: [SIGN_IN.address, network],
      account: [SIGN_IN.account, subject],
    } as const;
    await limits.take(uses.pair, uses.site, uses.address);
    const exceeded = await limits.count([uses.account]);
    const isKnownPlace =
      exceeded.length > 0 && account !== undefined && (await hasSessionFrom(db, account.id, device.address));
    if (!isKnownPlace) refuse(exceeded);

    const isRight = await isPassword(account?.password_hash, password);
    if (!account?.password_hash || !isRight) throw new AppError('auth-error');
    await limits.reset(uses.pair, uses.site, uses.account);
    await limits.giveBack(uses.address);
    const { id, password_hash: proven } = account;
    return inTransaction(db, async (transaction) => {
      // A password changed meanwhile has ended all sessions; none may slip in after that.
      if (!(await queries.lockPassword(transaction, id, proven))) throw new AppError('auth-error');
      await noticeDevice(transaction, announce, id, device);
      return openSession(transaction, id, device);
    });
  }

  return {
    signIn: (form: { username: string; password: string }, device: Device) => inTurn(() => signIn(form, device)),

    async register(form: Registration, address: string) {
      const login = cleanText(form.username);
      const email = cleanText(form.email);
      const { password, countryId, language } = form;
      const faults = validateRegistration({ login, email, password, countryId });
      throwFirst({
        username: faults.login,
        email: faults.email,
        password: faults.password,
        countryId: faults.countryId,
      });
      // Whoever is called by an address must be the one it reaches.
      if (login.includes('@') && login.toLowerCase() !== email.toLowerCase())
        throw fieldError('login-invalid', 'username');
      checkNewPassword(password, 'password');
      checkNotPersonal(password, { login, email }, 'password');
      await limits.take([REGISTER, networkOf(address)]);
      const taken = await queries.findTaken(db, { login, email });
      throwFirst({ username: taken.login ? 'login-taken' : undefined, email: taken.email ? 'email-taken' : undefined });

      const passwordHash = await hashPassword(password);
      try {
        await inTransaction(db, async (transaction) => {
          const accountId = await queries.insertAccount(transaction, {
            login,
            email,
            passwordHash,
            countryId,
            language,
          });
          await announce(transaction, { kind: 'welcome', accountId });
        });
      } catch (error) {
        throw faultOf(error);
      }
      return { userName: login, email };
    },

    async getUser(session: Session, language: Language) {
      const user = await queries.findUser(db, session.accountId, language);
      if (!user) throw new AppError('not-authorized');
      return {
        userName: user.login,
        email: user.email,
        emailConfirmed: user.email_confirmed,
        phoneNumber: user.phone,
        imageUrl: user.avatar_id && `/media/avatars/${user.avatar_id}.webp`,
        firstName: user.first_name,
        lastName: user.last_name,
        birthDate: user.birth_date,
        countryId: user.country_id,
        countryName: user.country_name,
        language: user.language as Language,
        hasPassword: user.has_password,
        providers: user.providers,
        createdAt: user.created_at.toISOString(),
        expired: session.expiresAt.toISOString(),
      };
    },

    async saveProfile(session: Session, form: Profile): Promise<void> {
      const firstName = cleanText(form.firstName);
      const lastName = cleanText(form.lastName);
      throwFirst({
        firstName: validateName(firstName),
        lastName: validateSurname(lastName),
        birthDate: form.birthDate === null ? undefined : checkDay(form.birthDate),
      });
      const { birthDate, countryId, language } = form;
      try {
        await queries.updateProfile(db, session.accountId, { firstName, lastName, birthDate, countryId, language });
      } catch (error) {
        throw faultOf(error);
      }
    },
  };
}

const fieldError = (code: ErrorCode, field: string) => new AppError(code, { field });

/** One fault is enough to refuse; the form has found the others itself. */
function throwFirst(faults: Record<string, ErrorCode | undefined>): void {
  for (const [field, code] of Object.entries(faults)) if (code) throw fieldError(code, field);
}

/** What the database refuses although it was looked up before: two people were quick. */
function faultOf(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'account_login':
      return fieldError('login-taken', 'username');
    case 'account_email':
      return fieldError('email-taken', 'email');
    case 'account_country_id_fkey':
      return fieldError('country-invalid', 'countryId');
    default:
      return error;
  }
}

function checkDay(text: string): ErrorCode | undefined {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  return validateBirthDate({ year: year ?? 0, month: month ?? 0, day: day ?? 0 }, new Date());
}
