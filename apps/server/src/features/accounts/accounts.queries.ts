import type { Language } from '@oyna/domain/constants';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

interface NewAccount {
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

/** By login name or e-mail address, in any case. Who is reached by an address comes before who is only called by it. */
export async function findAccountByName(db: Connection, name: string) {
  return db
    .selectFrom('account')
    .select(['id', 'password_hash', 'email', 'language', 'login'])
    .where(({ or, eb }) =>
      or([eb(sql`lower(login)`, '=', sql`lower(${name})`), eb(sql`lower(email)`, '=', sql`lower(${name})`)]),
    )
    .orderBy(sql`lower(email) IS NOT DISTINCT FROM lower(${name})`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Which of the two is somebody's already. */
export async function findTaken(db: Connection, { login, email }: { login: string; email: string }) {
  return db
    .selectFrom('account')
    .select([
      sql<boolean>`coalesce(bool_or(lower(login) = lower(${login})), false)`.as('login'),
      sql<boolean>`coalesce(bool_or(lower(email) = lower(${email})), false)`.as('email'),
    ])
    .where(({ or, eb }) =>
      or([eb(sql`lower(login)`, '=', sql`lower(${login})`), eb(sql`lower(email)`, '=', sql`lower(${email})`)]),
    )
    .executeTakeFirstOrThrow();
}

export async function findAccount(db: Connection, id: number) {
  return db
    .selectFrom('account')
    .select(['id', 'login', 'email', 'email_confirmed_at', 'phone', 'password_hash', 'language'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Holds the account as it is until the transaction ends, if it still has this password. */
export async function lockPassword(db: Connection, id: number, passwordHash: string): Promise<boolean> {
  const found = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .forShare()
    .executeTakeFirst();
  return found !== undefined;
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

/** Only if the password is still the one that was proven. */
export async function updatePassword(db: Connection, id: number, next: string, previous: string | null) {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ password_hash: next, updated_at: sql`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`password_hash IS NOT DISTINCT FROM ${previous}`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** By the link of a mail, which proves the address it was sent to as well. */
export async function resetPassword(db: Connection, id: number, next: string, provenEmail: string): Promise<void> {
  await db
    .updateTable('account')
    .set({
      password_hash: next,
      email_confirmed_at: sql`CASE WHEN lower(email) = lower(${provenEmail})
        THEN coalesce(email_confirmed_at, now()) ELSE email_confirmed_at END`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** A login that was the old address follows it: an address may only name whoever is reached by it. */
export async function updateEmail(db: Connection, id: number, email: string): Promise<void> {
  await db
    .updateTable('account')
    .set({
      email,
      email_confirmed_at: sql`now()`,
      login: sql`CASE WHEN lower(login) = lower(email) THEN ${email} ELSE login END`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function updatePhone(db: Connection, id: number, phone: string): Promise<void> {
  await db.updateTable('account').set({ phone, updated_at: sql`now()` }).where('id', '=', id).execute();
}
