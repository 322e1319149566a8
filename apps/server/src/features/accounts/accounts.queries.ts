import type { Language } from '@oyna/domain/constants';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

export interface NewAccount {
  login: string;
  email: string | null;
  passwordHash: string | null;
  countryId: number | null;
  language: Language;
}

export async function insertAccount(db: Connection, account: NewAccount): Promise<number> {
  const { id } = await db
    .insertInto('account')
    .values({
      login: account.login,
      email: account.email,
      password_hash: account.passwordHash,
      country_id: account.countryId,
      language: account.language,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A guest is not found: nothing signs in to a guest. */
export async function findAccountByName(db: Connection, name: string) {
  return db
    .selectFrom('account')
    .select(['id', 'login', 'email', 'email_confirmed_at', 'phone', 'password_hash', 'language'])
    .where(({ or, eb }) =>
      or([eb(sql`lower(login)`, '=', sql`lower(${name})`), eb(sql`lower(email)`, '=', sql`lower(${name})`)]),
    )
    .where('is_guest', '=', false)
    .orderBy(sql`lower(email) IS NOT DISTINCT FROM lower(${name})`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Which of the two another account has. An address that a guest has entered is free. */
export async function findTaken(db: Connection, { login, email }: { login: string; email: string }) {
  return db
    .selectFrom('account')
    .select([
      sql<boolean>`coalesce(bool_or(lower(login) = lower(${login})), false)`.as('login'),
      sql<boolean>`coalesce(bool_or(lower(email) = lower(${email}) AND NOT is_guest), false)`.as('email'),
    ])
    .where(({ or, eb }) =>
      or([eb(sql`lower(login)`, '=', sql`lower(${login})`), eb(sql`lower(email)`, '=', sql`lower(${email})`)]),
    )
    .executeTakeFirstOrThrow();
}

export async function findAccount(db: Connection, id: number) {
  return db
    .selectFrom('account')
    .select(['id', 'login', 'email', 'email_confirmed_at', 'phone', 'password_hash', 'language', 'erased_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Locks the account until the transaction ends. What makes or uses a code for an e-mail address, a phone number or a
 * proof does this first, and so does a new password. The link of a forgotten password is made without it, and compared
 * with the address when it is used.
 */
export async function lockAccount(db: Connection, id: number) {
  return db.selectFrom('account').select('email').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function findUser(db: Connection, id: number, language: Language) {
  return db
    .selectFrom('account')
    .leftJoin('account_avatar', 'account_avatar.account_id', 'account.id')
    .leftJoin('country', 'country.id', 'account.country_id')
    .select([
      'account.login',
      'account.email',
      'account.phone',
      'account.first_name',
      'account.last_name',
      'account.birth_date',
      'account.country_id',
      'account.language',
      'account.created_at',
      'account_avatar.id as avatar_id',
      sql<string | null>`country.name ->> ${language}`.as('country_name'),
      sql<boolean>`account.email_confirmed_at IS NOT NULL`.as('email_confirmed'),
      sql<boolean>`account.password_hash IS NOT NULL`.as('has_password'),
      sql<string | null>`(SELECT target FROM account_code WHERE account_code.account_id = account.id
        AND purpose = 'email-link' AND expires_at > now())`.as('pending_email'),
      sql<('google' | 'vk')[]>`ARRAY(SELECT DISTINCT provider FROM account_identity
        WHERE account_identity.account_id = account.id ORDER BY provider)`.as('providers'),
    ])
    .where('account.id', '=', id)
    .executeTakeFirst();
}

interface NewProfile {
  firstName: string;
  lastName: string;
  birthDate: string | null;
  countryId: number | null;
  language: Language | undefined;
}

export async function updateProfile(db: Connection, id: number, profile: NewProfile): Promise<void> {
  await db
    .updateTable('account')
    .set({
      first_name: profile.firstName,
      last_name: profile.lastName,
      birth_date: profile.birthDate,
      country_id: profile.countryId,
      ...(profile.language === undefined ? {} : { language: profile.language }),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}
