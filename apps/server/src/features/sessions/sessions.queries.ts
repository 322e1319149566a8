import { sql } from 'kysely';
import { type Connection, type Database, runPrepared } from '../../platform/database/connection.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';

/** Returns undefined for a blocked or erased account. The account stays as it is until the transaction ends. */
export async function insertSession(
  db: Connection,
  session: { accountId: number; tokenHash: Buffer; userAgent: string; address: string; days: number },
): Promise<{ expires_at: Date } | undefined> {
  const { rows } = await sql<{ expires_at: Date }>`
    WITH allowed AS (
      SELECT id, is_guest FROM account
      WHERE id = ${session.accountId} AND NOT is_blocked(blocked_at, blocked_until) AND erased_at IS NULL FOR SHARE
    )
    INSERT INTO account_session (account_id, is_guest, token_hash, user_agent, address, expires_at)
    SELECT id, is_guest, ${session.tokenHash}, ${session.userAgent}, ${session.address}, now() + make_interval(days => ${session.days})
    FROM allowed RETURNING expires_at`.execute(db);
  return rows[0];
}

interface FoundSession {
  token_hash: Buffer;
  id: string;
  account_id: number;
  is_guest: boolean;
  expires_at: Date;
  is_due: boolean;
}

const LIST_SESSIONS = `
  SELECT token_hash, id, account_id, is_guest, expires_at, used_at < now() - make_interval(mins => $2) AS is_due
  FROM account_session WHERE token_hash = ANY($1::bytea[]) AND expires_at > now()`;

/** Runs with every request of a member. */
export const listSessionsByToken = (db: Connection, tokenHashes: Buffer[], renewAfterMinutes: number) =>
  runPrepared<FoundSession>(db, 'sessions-by-token', LIST_SESSIONS, [tokenHashes, renewAfterMinutes]);

interface Renewal {
  afterMinutes: number;
  days: number;
  /** The longest life of a session, counted from its beginning. */
  maxDays: number;
}

/** Once, when several requests are due together. */
export async function renewSession(db: Connection, id: string, { afterMinutes, days, maxDays }: Renewal) {
  return db
    .updateTable('account_session')
    .set({
      used_at: sql`now()`,
      expires_at: sql`least(now() + make_interval(days => ${days}), created_at + make_interval(days => ${maxDays}))`,
    })
    .where('id', '=', id)
    .where('used_at', '<', sql<Date>`now() - make_interval(mins => ${afterMinutes})`)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('expires_at')
    .executeTakeFirst();
}

export async function hasSession(db: Connection, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('account_session')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return found !== undefined;
}

export async function listSessions(db: Connection, accountId: number) {
  return db
    .selectFrom('account_session')
    .select(['id', 'user_agent', 'address', 'created_at', 'used_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function deleteSession(db: Connection, accountId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_session')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteSessions(db: Connection, accountId: number, except: string | null): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('account_session')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id IS DISTINCT FROM ${except}`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function markProven(db: Connection, id: string): Promise<void> {
  await db.updateTable('account_session').set({ proven_at: sql`now()` }).where('id', '=', id).execute();
}

export async function isProvenWithin(db: Connection, id: string, minutes: number): Promise<boolean> {
  const found = await db
    .selectFrom('account_session')
    .select('id')
    .where('id', '=', id)
    .where('proven_at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirst();
  return found !== undefined;
}

/** The proven address is no longer the address of the account. */
export async function deleteProofs(db: Connection, accountId: number): Promise<void> {
  await db.updateTable('account_session').set({ proven_at: null }).where('account_id', '=', accountId).execute();
}

export async function deleteExpiredSessions(db: Database, signal?: AbortSignal): Promise<void> {
  await deleteInBatches(db, 'account_session', sql`expires_at <= now()`, signal);
}

export async function listSessionAddresses(db: Connection, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('account_session')
    .select('address')
    .distinct()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
  return rows.map(({ address }) => address);
}

/** Whether this kind of device is new for the account, and whether it is the first one. */
export async function rememberDevice(db: Connection, accountId: number, deviceHash: Buffer) {
  const { rows } = await sql<{ is_new: boolean; is_first: boolean }>`
    WITH before AS (SELECT count(*) AS devices FROM account_device WHERE account_id = ${accountId}),
    added AS (
      INSERT INTO account_device (account_id, device_hash) VALUES (${accountId}, ${deviceHash})
      ON CONFLICT (account_id, device_hash) DO NOTHING RETURNING 1
    )
    SELECT EXISTS (SELECT FROM added) AS is_new, devices = 0 AS is_first FROM before`.execute(db);
  return { isNew: rows[0]?.is_new ?? false, isFirst: rows[0]?.is_first ?? false };
}
