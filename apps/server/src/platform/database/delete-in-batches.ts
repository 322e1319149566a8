import { type RawBuilder, sql } from 'kysely';
import type { Database } from './connection.ts';
import type { DB } from './tables.ts';

/** Deleted within tens of milliseconds, also with the rows that go with them. */
const BATCH = 1_000;
/** Looked up at once. To look before each batch would read a large table again and again. */
const LOOK_UP = 20 * BATCH;

/**
 * Deletes what is over, a batch per transaction: no lock is held for long, and what was deleted before an interruption stays
 * deleted. Rows that another transaction holds or has changed are left for the next run. Never call it inside a transaction.
 * Partitions have equal ctids, so the table must have none.
 *
 * `oldestBy` is a column with an index, in whose order the rows are looked up. Without it PostgreSQL may read a large table to find the
 * first of them, because it takes them to be everywhere.
 */
export async function deleteInBatches(
  db: Database,
  table: keyof DB,
  isOver: RawBuilder<unknown>,
  signal?: AbortSignal,
  oldestBy?: RawBuilder<unknown>,
): Promise<number> {
  const name = sql.table(table);
  let deleted = 0;
  for (;;) {
    const { rows } = await sql<{ place: string }>`
      SELECT ctid::text AS place FROM ${name} WHERE ${isOver}
        ${oldestBy ? sql`ORDER BY ${oldestBy}` : sql``} LIMIT ${LOOK_UP}`.execute(db);
    const before = deleted;
    for (let start = 0; start < rows.length; start += BATCH) {
      signal?.throwIfAborted();
      const places = rows.slice(start, start + BATCH).map(({ place }) => place);
      // Another row may have the place by now, so each is asked again.
      const { numAffectedRows = 0n } = await sql`
        DELETE FROM ${name} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${name} WHERE ctid = ANY (${places}::tid[]) AND ${isOver} FOR UPDATE SKIP LOCKED))`.execute(
        db,
      );
      deleted += Number(numAffectedRows);
    }
    if (rows.length < LOOK_UP || deleted === before) return deleted;
  }
}
