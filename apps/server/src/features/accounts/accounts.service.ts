import type { Language } from '@oyna/domain/constants';
import { AppError, type ErrorCode, throwFirst } from '@oyna/domain/errors';
import {
  cleanText,
  validateBirthDate,
  validateEmail,
  validateLogin,
  validateName,
  validateSurname,
} from '@oyna/domain/validation';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { brokenConstraint } from '../../platform/database/postgres-errors.ts';
import * as queries from './accounts.queries.ts';

export type AccountService = ReturnType<typeof createAccountService>;

interface Member {
  accountId: number;
  /** The end of the session. */
  expiresAt: Date;
}

interface Profile {
  firstName: string;
  lastName: string;
  birthDate: string | null;
  countryId: number | null;
  language?: Language;
}

export const { findAccount, findTaken, lockAccount } = queries;

/** Whether an account can have this login or e-mail address. An old account may have an address with İ. */
export const isAccountName = (name: string): boolean =>
  !validateLogin(name) || !validateEmail(name.replaceAll('İ', 'i'));

/** By login or e-mail address, in any case. The owner of the address comes before an account that has it as login. */
export const findAccountByName = async (db: Connection, name: string) =>
  isAccountName(name) ? queries.findAccountByName(db, name) : undefined;

/** Throws the error of the form's field when the login, the e-mail address or the country is refused. */
export async function createAccount(db: Connection, account: queries.NewAccount): Promise<number> {
  try {
    return await queries.insertAccount(db, account);
  } catch (error) {
    throw toFieldError(error);
  }
}

export function createAccountService(db: Database) {
  return {
    async getUser(member: Member, language: Language) {
      const user = await queries.findUser(db, member.accountId, language);
      if (!user) throw new AppError('not-authorized');
      return {
        userName: user.login,
        email: user.email,
        emailConfirmed: user.email_confirmed,
        pendingEmail: user.pending_email,
        phoneNumber: user.phone,
        imageUrl: user.avatar_id && `/media/avatars/${user.avatar_id}.webp`,
        firstName: user.first_name,
        lastName: user.last_name,
        birthDate: user.birth_date,
        countryId: user.country_id,
        countryName: user.country_name,
        language: user.language,
        hasPassword: user.has_password,
        providers: user.providers,
        createdAt: user.created_at.toISOString(),
        expired: member.expiresAt.toISOString(),
      };
    },

    async saveProfile(accountId: number, form: Profile): Promise<void> {
      const firstName = cleanText(form.firstName);
      const lastName = cleanText(form.lastName);
      throwFirst({
        firstName: validateName(firstName),
        lastName: validateSurname(lastName),
        birthDate: form.birthDate === null ? undefined : validateDay(form.birthDate),
      });
      const { birthDate, countryId, language } = form;
      try {
        await queries.updateProfile(db, accountId, { firstName, lastName, birthDate, countryId, language });
      } catch (error) {
        throw toFieldError(error);
      }
    },
  };
}

/** A concurrent request can take a login or an address after it was checked. */
function toFieldError(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'account_login':
      return new AppError('login-taken', { field: 'username' });
    case 'account_email':
      return new AppError('email-taken', { field: 'email' });
    case 'account_country_id_fkey':
      return new AppError('country-invalid', { field: 'countryId' });
    default:
      return error;
  }
}

function validateDay(text: string): ErrorCode | undefined {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  return validateBirthDate({ year: year ?? 0, month: month ?? 0, day: day ?? 0 }, new Date());
}
