import { sql } from 'kysely';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';

/** `email-link` confirms the same address as `email`, by a link instead of digits. */
export type CodePurpose = 'email' | 'email-link' | 'phone' | 'password' | 'proof' | 'order';

interface NewCode {
  accountId: number;
  purpose: CodePurpose;
  target: string;
  hash: Buffer;
  attempts: number;
  minutes: number;
}

export async function saveCode(db: Connection, code: NewCode): Promise<void> {
  const values = {
    target: code.target,
    code_hash: code.hash,
    attempts_left: code.attempts,
    expires_at: sql<Date>`now() + make_interval(mins => ${code.minutes})`,
  };
  await db
    .insertInto('account_code')
    .values({ account_id: code.accountId, purpose: code.purpose, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'purpose']).doUpdateSet(values))
    .execute();
}

/** Uses one attempt and locks the code until the transaction ends, so that parallel attempts run one after another. */
export async function takeAttempt(db: Connection, accountId: number, purpose: CodePurpose) {
  return db
    .updateTable('account_code')
    .set({ attempts_left: sql`attempts_left - 1` })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('attempts_left', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['target', 'code_hash'])
    .executeTakeFirst();
}

/** The address to which the code was sent. */
export async function findTarget(db: Connection, accountId: number, purpose: CodePurpose): Promise<string | undefined> {
  const found = await db
    .selectFrom('account_code')
    .select('target')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return found?.target;
}

export async function deleteCodes(db: Connection, accountId: number, purposes: readonly CodePurpose[]): Promise<void> {
  await db.deleteFrom('account_code').where('account_id', '=', accountId).where('purpose', 'in', purposes).execute();
}

export async function deleteAllCodes(db: Connection, accountId: number): Promise<void> {
  await db.deleteFrom('account_code').where('account_id', '=', accountId).execute();
}

export async function findReset(db: Connection, hash: Buffer) {
  return db
    .selectFrom('account_code')
    .select('account_id')
    .where('purpose', '=', 'password')
    .where('code_hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Deletes the link, so that of two parallel requests only one gets it. */
export async function takeReset(db: Connection, hash: Buffer) {
  return db
    .deleteFrom('account_code')
    .where('purpose', '=', 'password')
    .where('code_hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['account_id', 'target'])
    .executeTakeFirst();
}

/** Locks the code first, as redeeming the code does, so that code and link wait for each other. */
export async function takeEmailLink(db: Connection, accountId: number, hash: Buffer): Promise<string | undefined> {
  await db
    .selectFrom('account_code')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'email')
    .forUpdate()
    .execute();
  const taken = await db
    .deleteFrom('account_code')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'email-link')
    .where('code_hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('target')
    .executeTakeFirst();
  return taken?.target;
}

export async function deleteExpiredCodes(db: Database, signal?: AbortSignal): Promise<void> {
  await deleteInBatches(db, 'account_code', sql`expires_at <= now()`, signal);
}
