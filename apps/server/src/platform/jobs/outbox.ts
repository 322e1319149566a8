import { sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import { type Connection, type Database, runPrepared } from '../database/connection.ts';
import { inTransaction } from '../database/transaction.ts';

const BATCH = 200;
const INSERT = 'INSERT INTO outbox (queue, data) VALUES ($1, $2)';

interface OutboxRow {
  id: number;
  queue: string;
  data: object;
  created_at: Date;
}

/** Runs in the transaction that makes the job necessary, so that a job exists exactly if its cause does. */
export async function insertIntoOutbox(db: Connection, queue: string, data: object): Promise<void> {
  await runPrepared(db, 'insert-into-outbox', INSERT, [queue, data]);
}

/**
 * Moves jobs to the queues of pg-boss and returns the names of these queues. One transaction deletes and inserts the jobs,
 * so a crash neither loses nor doubles a job. Concurrent calls move different jobs.
 */
export function moveOutbox(db: Database, boss: Pick<PgBoss, 'insert'>, queues: readonly string[]): Promise<string[]> {
  return inTransaction(db, async (transaction) => {
    const { rows } = await sql<OutboxRow>`
      DELETE FROM outbox WHERE id IN (
        SELECT id FROM outbox WHERE queue = ANY(${queues}) ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      ) RETURNING id, queue, data, created_at`.execute(transaction);
    const byQueue = Map.groupBy(rows, (row) => row.queue);
    for (const [queue, jobs] of byQueue) {
      await boss.insert(
        queue,
        jobs.map((job) => ({ id: jobIdOf(job), data: job.data })),
        { db: fromKysely(transaction) },
      );
    }
    return [...byQueue.keys()];
  });
}

/** A UUID of version 7. pg-boss runs jobs of the same moment in the order of their ids, which is the order of sending. */
function jobIdOf({ id, created_at }: OutboxRow): string {
  const time = hex(created_at.getTime());
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${hex(id)}`;
}

const hex = (value: number) => value.toString(16).padStart(12, '0');
