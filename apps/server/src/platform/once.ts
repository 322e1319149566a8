import { sql } from 'kysely';
import type { Actor } from './audit.ts';
import { type Connection, type Database, firstRow } from './database/connection.ts';
import { deleteInBatches } from './database/delete-in-batches.ts';

/** Who asks, and the key that the browser repeats with a repeated request. */
export interface RequestKey {
  actor: Actor;
  key: string | undefined;
}

/**
 * Does the work once per key, in the transaction of the caller. A repeated request waits for the first one and gets its
 * answer. A request without a key, or of a command, is always done.
 */
export async function once<Answer extends object>(
  transaction: Connection,
  { actor, key }: RequestKey,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (actor.id === null || key === undefined) return work();
  const { rows: fresh } = await sql<{ key: string }>`
    INSERT INTO operator_request (operator_id, key) VALUES (${actor.id}, ${key}) ON CONFLICT DO NOTHING RETURNING key`.execute(
    transaction,
  );
  if (fresh.length === 0) {
    const { rows } = await sql<{ answer: Answer }>`
      SELECT answer FROM operator_request WHERE operator_id = ${actor.id} AND key = ${key}`.execute(transaction);
    return firstRow(rows).answer;
  }
  const answer = await work();
  await sql`UPDATE operator_request SET answer = ${JSON.stringify(answer)}
    WHERE operator_id = ${actor.id} AND key = ${key}`.execute(transaction);
  return answer;
}

/** Browsers do not repeat a request after a day. */
export async function deleteOldRequests(db: Database, signal?: AbortSignal): Promise<void> {
  await deleteInBatches(db, 'operator_request', sql`created_at < now() - interval '1 day'`, signal);
}
