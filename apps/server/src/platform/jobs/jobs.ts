import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Connection } from '../database/connection.ts';
import { insertIntoOutbox } from './outbox.ts';

/**
 * A job is sent in the transaction of its cause and runs soon after on a free worker. A failed job is repeated with
 * growing pauses, so it must be safe to run twice.
 */
export interface Queue<Data extends object> {
  readonly name: string;
  /** Where half a day of tries is too long. */
  readonly retries?: { retryLimit: number; retryDelay: number };
  /** Only a type: the data of a job in this queue. */
  readonly carries?: (data: Data) => void;
}

export interface Jobs {
  send<Data extends object>(db: Connection, queue: Queue<Data>, data: Data): Promise<void>;
}

/** The queue of jobs that failed for the last time. An operator inspects them and may send them back. */
export const DEAD_LETTERS = 'dead-letters';

// Pauses from half a minute to an hour, about half a day in all: longer than the usual outage of a mail server.
const RETRIES = { retryLimit: 16, retryDelay: 30, retryBackoff: true, retryDelayMax: 3_600 };
const KEPT_WHEN_DONE_SECONDS = 3_600;

/** Creates the tables and queues, before the first job is sent. Several processes may do it at the same time. */
export async function installJobs(
  url: string,
  queues: readonly Pick<Queue<object>, 'name' | 'retries'>[],
): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  try {
    await boss.createQueue(DEAD_LETTERS, { retentionSeconds: 90 * 24 * 3_600 });
    for (const { name, retries } of queues) {
      await boss.createQueue(name, {
        ...RETRIES,
        ...retries,
        deadLetter: DEAD_LETTERS,
        expireInSeconds: 120,
        deleteAfterSeconds: KEPT_WHEN_DONE_SECONDS,
      });
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** The names of queues that `installJobs` has not created yet. */
export async function listMissingQueues(db: Connection, queues: readonly { name: string }[]): Promise<string[]> {
  const names = [DEAD_LETTERS, ...queues.map(({ name }) => name)];
  const { rows: tables } = await sql<{ is_there: boolean }>`
    SELECT to_regclass('pgboss.queue') IS NOT NULL AS is_there`.execute(db);
  if (!tables[0]?.is_there) return names;
  const { rows } = await sql<{ name: string }>`SELECT name FROM pgboss.queue`.execute(db);
  return names.filter((name) => !rows.some((row) => row.name === name));
}

export const jobs: Jobs = {
  send: (db, queue, data) => insertIntoOutbox(db, queue.name, data),
};

/**
 * Deletes the messages of a queue to one person: those that wait, those that failed for the last time, and those that were sent within
 * the hour. One that is being sent is deleted after the hour.
 */
export async function eraseMessages(
  db: Connection,
  queue: Pick<Queue<object>, 'name'>,
  { accountId, names }: { accountId: number; names: readonly string[] },
): Promise<void> {
  const isTheirs = sql`(data ->> 'accountId' = ${String(accountId)}
    OR lower(data ->> 'name') = ANY(${names.map((name) => name.toLowerCase())}::text[]))`;
  await sql`DELETE FROM outbox WHERE queue = ${queue.name} AND ${isTheirs}`.execute(db);
  const { rows } = await sql<{ is_there: boolean }>`SELECT to_regclass('pgboss.job') IS NOT NULL AS is_there`.execute(
    db,
  );
  if (!rows[0]?.is_there) return;
  await sql`DELETE FROM pgboss.job WHERE state <> 'active' AND ${isTheirs}
    AND (name = ${queue.name} OR (name = ${DEAD_LETTERS} AND source_name = ${queue.name}))`.execute(db);
}

/** The number of dead letters that wait for an operator. */
export async function countDeadLetters(db: Connection): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM pgboss.job WHERE name = ${DEAD_LETTERS} AND state = 'created' AND NOT blocked`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
