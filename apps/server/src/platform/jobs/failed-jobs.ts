import { AppError } from '@oyna/domain/errors';
import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import { type Actor, audit } from '../audit.ts';
import type { Connection, Database } from '../database/connection.ts';
import { inTransaction } from '../database/transaction.ts';
import { DEAD_LETTERS } from './jobs.ts';

/** A message that failed for the last time, or a scheduled job whose last run failed. */
export interface FailedJob {
  id: string;
  kind: 'message' | 'schedule';
  queue: string;
  at: Date;
  /** Without the names of mailboxes. */
  reason: string | null;
  /** What the message is about. Its data is not shown because it may hold an address. */
  about: string | null;
  orderId: string | null;
}

/** Where the next page begins: the time in microseconds and the id of the last job. */
export interface JobPlace {
  at: number;
  id: string;
}

/** A refusal of a mail server repeats the address. Its domain is enough to see what is wrong. */
const reasonOf = (column: string) =>
  sql<string | null>`left(regexp_replace(${sql.ref(column)} ->> 'message', '[^[:space:]<>"(:]+@', '***@', 'g'), 500)`;

/** Dead letters, the newest first. Naming the priority, which is always the same, lets the index of pg-boss give the order. */
export async function listDeadLetters(
  db: Connection,
  { after, limit }: { after: JobPlace | null; limit: number },
): Promise<(FailedJob & { place: JobPlace })[]> {
  const { rows } = await sql<FailedJob & { micros: number }>`
    SELECT id, 'message' AS kind, coalesce(source_name, name) AS queue, created_on AS at,
      ${reasonOf('source_output')} AS reason, data ->> 'kind' AS about, data ->> 'orderId' AS "orderId",
      (extract(epoch FROM created_on) * 1000000)::bigint AS micros
    FROM pgboss.job WHERE name = ${DEAD_LETTERS} AND state = 'created' AND NOT blocked AND (${after === null}
      OR (created_on, id) < (to_timestamp(${after?.at ?? 0}::numeric / 1000000), ${after?.id ?? null}::uuid))
    ORDER BY priority, created_on DESC, id DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ micros, ...job }) => ({ ...job, place: { at: micros, id: job.id } }));
}

/** The last failure of each scheduled job that has not succeeded since. */
export async function listFailedSchedules(db: Connection): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    SELECT failed.id, 'schedule' AS kind, schedule.name AS queue, failed.completed_on AS at,
      ${reasonOf('failed.output')} AS reason, NULL AS about, NULL AS "orderId"
    FROM pgboss.schedule CROSS JOIN LATERAL (
      SELECT id, state, completed_on, output FROM pgboss.job
      WHERE job.name = schedule.name AND state IN ('completed', 'failed') ORDER BY completed_on DESC LIMIT 1
    ) AS failed WHERE failed.state = 'failed' ORDER BY failed.completed_on DESC`.execute(db);
  return rows;
}

/** Messages that failed and wait for their next attempt, the oldest first. */
export async function listDelayedJobs(db: Connection, queues: readonly string[], limit: number) {
  const { rows } = await sql<{
    id: string;
    queue: string;
    about: string | null;
    orderId: string | null;
    tries: number;
    nextAt: Date;
    reason: string | null;
  }>`
    SELECT id, queue, about, "orderId", tries, "nextAt", reason
    FROM unnest(${queues}::text[]) AS queue CROSS JOIN LATERAL (
      SELECT id, state, created_on, data ->> 'kind' AS about, data ->> 'orderId' AS "orderId", retry_count + 1 AS tries,
        start_after AS "nextAt", ${reasonOf('output')} AS reason
      FROM pgboss.job WHERE name = queue AND state < 'active' AND NOT blocked ORDER BY priority DESC, created_on LIMIT 1000
    ) AS waiting WHERE state = 'retry' ORDER BY created_on LIMIT ${limit}`.execute(db);
  return rows;
}

interface FoundJob {
  name: string;
  state: string;
  source_name: string | null;
  is_scheduled: boolean;
}

/** Locks the job. A colleague who was faster has removed it. */
async function lockJob(transaction: Connection, id: string): Promise<FoundJob> {
  const { rows } = await sql<FoundJob>`
    SELECT name, state::text, source_name, name IN (SELECT name FROM pgboss.schedule) AS is_scheduled
    FROM pgboss.job WHERE name = ANY (ARRAY(SELECT name FROM pgboss.queue)) AND id = ${id} FOR UPDATE`.execute(
    transaction,
  );
  const [job] = rows;
  const isOpen = job && (job.name === DEAD_LETTERS ? job.state === 'created' : ['failed', 'retry'].includes(job.state));
  if (!isOpen) throw new AppError('changed-meanwhile');
  return job;
}

/** Sends a dead letter back to its queue, runs a scheduled job again, or brings the next attempt of a message forward. */
export function retryJob(database: Database, actor: Actor, id: string): Promise<void> {
  return withBoss(database, (boss) =>
    inTransaction(database, async (transaction) => {
      const { name, state, source_name: source, is_scheduled: isScheduled } = await lockJob(transaction, id);
      const db = fromKysely(transaction);
      if (name === DEAD_LETTERS) {
        const moved = await boss.redrive(DEAD_LETTERS, { ids: [id], db });
        if (moved === 0) throw new AppError('changed-meanwhile');
      } else if (state === 'retry') {
        await sql`UPDATE pgboss.job SET start_after = now() WHERE name = ${name} AND id = ${id}`.execute(transaction);
      } else if (isScheduled) {
        await removeFailedRuns(transaction, name);
        // Nothing is sent while another run waits or is under way.
        await boss.send(name, {}, { db });
      } else throw new AppError('changed-meanwhile');
      await audit(transaction, { actor, action: 'job retry', subject: source ?? name, details: { job: id } });
    }),
  );
}

/** Gives a job up for good, with the reason. */
export function dismissJob(database: Database, actor: Actor, id: string, reason: string): Promise<void> {
  return inTransaction(database, async (transaction) => {
    const { name, source_name: source, is_scheduled: isScheduled } = await lockJob(transaction, id);
    if (isScheduled) await removeFailedRuns(transaction, name);
    await sql`DELETE FROM pgboss.job WHERE name = ${name} AND id = ${id}`.execute(transaction);
    await audit(transaction, { actor, action: 'job dismiss', subject: source ?? name, reason, details: { job: id } });
  });
}

async function removeFailedRuns(transaction: Connection, name: string): Promise<void> {
  await sql`DELETE FROM pgboss.job WHERE name = ${name} AND state = 'failed'`.execute(transaction);
}

/** Sends all dead letters back to where they came from, as if new. Returns how many. */
export function retryDeadLetters(database: Database, actor: Actor): Promise<number> {
  return withBoss(database, (boss) =>
    inTransaction(database, async (transaction) => {
      const db = fromKysely(transaction);
      let sum = 0;
      for (let last = -1; last !== 0; sum += last) last = await boss.redrive(DEAD_LETTERS, { db });
      const entry = { actor, action: 'jobs retry', subject: DEAD_LETTERS, details: { jobs: sum } };
      if (sum > 0) await audit(transaction, entry);
      return sum;
    }),
  );
}

async function withBoss<Result>(database: Database, work: (boss: PgBoss) => Promise<Result>): Promise<Result> {
  const boss = new PgBoss({ db: fromKysely(database), supervise: false, schedule: false, migrate: false });
  boss.on('error', () => {});
  await boss.start();
  try {
    return await work(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
}
