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

/** The same once, for work with an effect outside that must not be repeated at once. A conflict is thrown. */
export const inTransactionOnce = <Result>(
  db: Database,
  work: (transaction: Transaction<DB>) => Promise<Result>,
): Promise<Result> => db.transaction().execute(work);

/**
 * How long a call to the outside may take in such a transaction. Shorter than a statement may wait for its locks, and than a
 * connection may be silent: otherwise what was handed over is not recorded.
 */
export const HAND_OVER_MS = 8_000;

/** One transaction that sees everything as of its beginning. The caller repeats it after a serialization failure. */
export const inSnapshot = <Result>(
  connection: Database,
  work: (transaction: Transaction<DB>) => Promise<Result>,
): Promise<Result> => connection.transaction().setIsolationLevel('repeatable read').execute(work);

/** Runs the work and undoes it: it shows what the work would change. */
export async function inUndoneTransaction<Result>(
  db: Database,
  work: (transaction: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  return retryConflicts(async () => {
    const transaction = await db.startTransaction().execute();
    try {
      return await work(transaction);
    } finally {
      await transaction.rollback().execute();
    }
  });
}
