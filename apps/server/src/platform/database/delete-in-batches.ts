import { type RawBuilder, sql } from 'kysely';
import type { Database } from './connection.ts';
import type { DB } from './tables.ts';

/** Deleted within tens of milliseconds, also with the rows that go with them. */
const BATCH = 2_000;

/**
 * Deletes what is over, a batch per transaction: no lock is held for long, and what was deleted before an interruption stays
 * deleted. Rows that another transaction holds are left for the next run. Never call it inside a transaction. Partitions have equal
 * ctids, so the table must have none.
 */
export async function deleteInBatches(
  db: Database,
  table: keyof DB,
  isOver: RawBuilder<unknown>,
  signal?: AbortSignal,
): Promise<number> {
  const name = sql.table(table);
  let deleted = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM ${name} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${name} WHERE ${isOver} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`.execute(db);
    deleted += Number(numAffectedRows);
    // A batch is smaller when one of its rows has changed meanwhile, so only an empty one is the last.
    if (numAffectedRows === 0n) return deleted;
  }
}
