import type { Transaction } from 'kysely';
import type { Database } from './connection.ts';
import { retryConflicts } from './retry.ts';
import type { DB } from './tables.ts';

/**
 * Runs the work in one transaction, and again if PostgreSQL ended it because of a deadlock or a serialization failure.
 * The work may run several times, so it has no effect outside the transaction.
 */
export function inTransaction<Result>(
  db: Database,
  work: (transaction: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  return retryConflicts(() => db.transaction().execute(work));
}
