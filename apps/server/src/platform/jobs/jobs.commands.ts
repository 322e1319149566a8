import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import { audit, currentOperator } from '../audit.ts';
import type { Connection, Database } from '../database/connection.ts';
import { inTransaction } from '../database/transaction.ts';
import { DEAD_LETTERS } from './jobs.ts';

interface DeadLetter {
  id: string;
  queue: string;
  at: Date;
  reason: string | null;
}

/** The data of a job is not shown because it may hold an address. */
export async function listDeadLetters(db: Connection): Promise<DeadLetter[]> {
  const { rows } = await sql<DeadLetter>`
    SELECT id, source_name AS queue, created_on AS at, source_output ->> 'message' AS reason FROM pgboss.job
    WHERE name = ${DEAD_LETTERS} AND state = 'created' ORDER BY created_on, id`.execute(db);
  return rows;
}

export const describeDeadLetter = ({ id, queue, at, reason }: DeadLetter): string =>
  `${at.toISOString()}  ${queue}  ${id}  ${reason ?? ''}`.trimEnd();

/** Sends all of them back to where they came from, as if new. */
export async function retryDeadLetters(database: Database): Promise<string> {
  const boss = new PgBoss({ db: fromKysely(database), supervise: false, schedule: false, migrate: false });
  boss.on('error', () => {});
  await boss.start();
  try {
    const moved = await inTransaction(database, async (transaction) => {
      const db = fromKysely(transaction);
      let sum = 0;
      for (let last = -1; last !== 0; sum += last) last = await boss.redrive(DEAD_LETTERS, { db });
      const entry = { actor: currentOperator(), action: 'jobs retry', subject: DEAD_LETTERS, details: { jobs: sum } };
      if (sum > 0) await audit(transaction, entry);
      return sum;
    });
    return `Sent back ${moved} ${moved === 1 ? 'job' : 'jobs'}`;
  } finally {
    await boss.stop({ graceful: false });
  }
}
