import type { Language } from '@oyna/domain/constants';
import type { SignInProviderName } from '@oyna/providers/sign-in';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

interface NewAttempt {
  stateHash: Buffer;
  browserHash: Buffer;
  provider: SignInProviderName;
  verifier: string;
  nonce: string | undefined;
  returnTo: string;
  minutes: number;
}

/** Also deletes the expired attempts. */
export async function insertAttempt(db: Connection, attempt: NewAttempt): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('expires_at', '<=', sql<Date>`now()`).execute();
  await db
    .insertInto('sign_in_attempt')
    .values({
      state_hash: attempt.stateHash,
      browser_hash: attempt.browserHash,
      provider: attempt.provider,
      verifier: attempt.verifier,
      nonce: attempt.nonce ?? null,
      return_to: attempt.returnTo,
      expires_at: sql`now() + make_interval(mins => ${attempt.minutes})`,
    })
    .execute();
}

/** Finds and deletes in one statement, so that a state works once. The state of another browser is not touched. */
export async function takeAttempt(
  db: Connection,
  attempt: { stateHash: Buffer; browserHash: Buffer; provider: SignInProviderName },
) {
  return db
    .deleteFrom('sign_in_attempt')
    .where('state_hash', '=', attempt.stateHash)
    .where('browser_hash', '=', attempt.browserHash)
    .where('provider', '=', attempt.provider)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['verifier', 'nonce', 'return_to'])
    .executeTakeFirst();
}

interface Identity {
  provider: SignInProviderName;
  subject: string;
}

/** Locks until the transaction ends, so that two parallel sign-ins of a person create one account. */
export async function lockIdentity(db: Connection, { provider, subject }: Identity): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${provider} ${subject}`}, 0))`.execute(db);
}

/** Locks until the transaction ends: a password reset that deletes the identity also ends the session it opens. */
export async function findAccountOf(db: Connection, { provider, subject }: Identity): Promise<number | undefined> {
  const found = await db
    .selectFrom('account_identity')
    .select('account_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .forShare()
    .executeTakeFirst();
  return found?.account_id;
}

export async function insertIdentity(db: Connection, accountId: number, { provider, subject }: Identity) {
  await db.insertInto('account_identity').values({ provider, subject, account_id: accountId }).execute();
}

/** Removes Google and VK from an account whose address is not proven. */
export async function deleteUnprovenIdentities(db: Connection, accountId: number): Promise<void> {
  await db
    .deleteFrom('account_identity')
    .using('account')
    .whereRef('account.id', '=', 'account_identity.account_id')
    .where('account.id', '=', accountId)
    .where('account.email_confirmed_at', 'is', null)
    .execute();
}

/** The account with this address and whether it is proven. Locked until the transaction ends. */
export async function findAddressee(db: Connection, email: string) {
  return db
    .selectFrom('account')
    .select(['id', sql<boolean>`email_confirmed_at IS NOT NULL AND is_comparable_address(email)`.as('is_confirmed')])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('is_guest', '=', false)
    .forShare()
    .executeTakeFirst();
}

interface NewMember {
  login: string;
  email: string | undefined;
  isEmailConfirmed: boolean;
  firstName: string;
  lastName: string;
  language: Language;
}

/** Undefined when another account has the login or the address. */
export async function insertMember(db: Connection, member: NewMember): Promise<number | undefined> {
  const inserted = await db
    .insertInto('account')
    .values({
      login: member.login,
      email: member.email ?? null,
      email_confirmed_at: member.email && member.isEmailConfirmed ? sql`now()` : null,
      first_name: member.firstName,
      last_name: member.lastName,
      language: member.language,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}
