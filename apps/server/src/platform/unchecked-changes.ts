import { sql } from 'kysely';
import { type Connection, type Database, withSession } from './database/connection.ts';
import { deleteInBatches } from './database/delete-in-batches.ts';
import { retryConflicts } from './database/retry.ts';
import { inSnapshot, inTransaction } from './database/transaction.ts';

/**
 * The list of what has changed since it was checked. Triggers write it in the transaction that makes the change (migrations 0049 and 0055, ADR
 * 036).
 */

/** What a check has to read. Taken before it reads anything. */
export interface Changes {
  /** The transactions whose changes every later statement of the check sees. */
  snapshot: string;
  /** The whole store, because it is new, upgraded or restored, or because a check of everything found a fault. */
  isEverything: boolean;
}

export async function findChanges(db: Connection): Promise<Changes> {
  const { rows } = await sql<Changes>`
    SELECT pg_current_snapshot()::text AS snapshot,
      EXISTS (SELECT FROM unchecked_change WHERE kind = 'everything') AS "isEverything"`.execute(db);
  if (!rows[0]) throw new Error('no answer about what has changed');
  return rows[0];
}

export interface CheckEnd {
  isEverything: boolean;
  hasFaults: boolean;
  /** Payments in which something is still to happen by a time: they are read again although no row of theirs changes. */
  unfinished: readonly number[];
}

/** Takes from the list what was read without a fault. With a fault it stays, so the next check reads it again. */
export const endCheck = (db: Database, { snapshot }: Changes, end: CheckEnd): Promise<void> =>
  inTransaction(db, async (transaction) => {
    // A row that is visible and newer than every transaction was brought along from another cluster, which counts its own.
    const read = sql`
      DELETE FROM unchecked_change WHERE pg_visible_in_snapshot(changed_in, ${snapshot}::pg_snapshot)
        OR changed_in >= pg_snapshot_xmax(pg_current_snapshot()) RETURNING kind, subject`;
    if (end.hasFaults && !end.isEverything) {
      await sql`WITH read AS (${read}) INSERT INTO unchecked_change (kind, subject)
        SELECT DISTINCT kind, subject FROM read`.execute(transaction);
      return;
    }
    await read.execute(transaction);
    if (end.hasFaults) await addEverything(transaction);
    else
      await sql`INSERT INTO unchecked_change (kind, subject)
        SELECT 'payment', id FROM unnest(${end.unfinished}::bigint[]) AS id`.execute(transaction);
  });

const addEverything = (db: Connection) =>
  sql`INSERT INTO unchecked_change (kind, subject) VALUES ('everything', '')`.execute(db);

/** The next check reads everything. A restored database of an earlier release has no such list; the migration begins it so. */
export async function forgetChecks(db: Connection): Promise<void> {
  const { rows } = await sql<{ isThere: boolean }>`
    SELECT to_regclass('unchecked_change') IS NOT NULL AS "isThere"`.execute(db);
  if (!rows[0]?.isThere) return;
  await sql`DELETE FROM unchecked_change`.execute(db);
  await addEverything(db);
}

/** Longer lists are read more slowly than everything, and come from a store that is not checked. */
const MOST_NOTES = 2_000_000;

/** Replaces a list that has become too long by the note "everything". */
export async function limitChanges(db: Database, signal?: AbortSignal, most = MOST_NOTES): Promise<void> {
  const { rows } = await sql<{ snapshot: string }>`
    WITH listed AS (SELECT count(*) AS count FROM (SELECT FROM unchecked_change LIMIT ${most + 1}) AS listed),
    added AS (INSERT INTO unchecked_change (kind, subject) SELECT 'everything', '' FROM listed WHERE count > ${most})
    SELECT pg_current_snapshot()::text AS snapshot FROM listed WHERE count > ${most}`.execute(db);
  const [row] = rows;
  if (!row) return;
  // What is committed later may be later than the next check of everything, so it stays.
  const isCovered = sql`pg_visible_in_snapshot(changed_in, ${row.snapshot}::pg_snapshot)`;
  await deleteInBatches(db, 'unchecked_change', isCovered, signal);
}

const CHANGE = 'changed_subject';

/** The changed subjects of a kind, as SQL, after `readChanges`. */
export const changed = (kind: string, type = 'bigint'): string =>
  `(SELECT subject::${type} FROM pg_temp.${CHANGE} WHERE kind = '${kind}')`;

/** Which rows of a table are read: those that fit one of the conditions. */
export type Copy = [table: string, ...conditions: string[]];

/** Reads in one transaction, which sees everything as of its beginning. */
export const atOneMoment = <Result>(
  db: Database,
  work: (transaction: Connection) => Promise<Result>,
): Promise<Result> => retryConflicts(() => withSession(db, (session) => inSnapshot(session, work)));

/** Reads the list once for `changed`, until the end of the transaction. */
export async function readChanges(transaction: Connection): Promise<void> {
  await runAll(transaction, [
    `CREATE TEMPORARY TABLE ${CHANGE} ON COMMIT DROP AS SELECT DISTINCT kind, subject FROM unchecked_change`,
    `ANALYZE pg_temp.${CHANGE}`,
  ]);
}

/**
 * Puts copies of some rows in the place of the tables, until the end of the transaction: PostgreSQL looks for a temporary table first,
 * so the same questions read a small part of the store.
 */
export async function copyRows(transaction: Connection, copies: readonly Copy[]): Promise<void> {
  for (const [table, ...conditions] of copies) {
    const rows = conditions.map((condition) => `SELECT ctid FROM public.${table} WHERE ${condition}`).join(' UNION ');
    await runAll(transaction, [
      `CREATE TEMPORARY TABLE ${table} (LIKE public.${table} INCLUDING INDEXES) ON COMMIT DROP`,
      `INSERT INTO pg_temp.${table} SELECT * FROM public.${table} WHERE ctid = ANY (ARRAY(${rows}))`,
      `ANALYZE pg_temp.${table}`,
    ]);
  }
}

export async function runAll(transaction: Connection, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(transaction);
}
