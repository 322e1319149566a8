import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

export async function saveChallenge(db: Connection, sessionId: string, challenge: string): Promise<void> {
  await db
    .updateTable('operator_session')
    .set({ challenge, challenge_at: sql`now()` })
    .where('id', '=', sessionId)
    .execute();
}

/** Returns the challenge once. */
export async function takeChallenge(db: Connection, sessionId: string, minutes: number): Promise<string | undefined> {
  const { rows } = await sql<{ challenge: string | null }>`
    WITH known AS (
      SELECT id, challenge FROM operator_session WHERE id = ${sessionId}
        AND challenge_at > now() - make_interval(mins => ${minutes}) FOR UPDATE
    )
    UPDATE operator_session SET challenge = NULL, challenge_at = NULL FROM known
    WHERE operator_session.id = known.id RETURNING known.challenge`.execute(db);
  return rows[0]?.challenge ?? undefined;
}

export async function listPasskeys(db: Connection, operatorId: number) {
  return db
    .selectFrom('operator_passkey')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .orderBy('created_at')
    .execute();
}

interface NewPasskey {
  id: string;
  operatorId: number;
  name: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

/** False when the passkey is known already. */
export async function insertPasskey(db: Connection, passkey: NewPasskey): Promise<boolean> {
  const { operatorId, publicKey, ...rest } = passkey;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('operator_passkey')
    .values({ ...rest, operator_id: operatorId, public_key: publicKey })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** False when another request has used the passkey since. */
export async function saveCounter(db: Connection, id: string, before: number, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_passkey')
    .set({ counter, used_at: sql`now()` })
    .where('id', '=', id)
    .where('counter', '=', before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deletePasskeys(db: Connection, operatorId: number, only?: string): Promise<number> {
  const all = db.deleteFrom('operator_passkey').where('operator_id', '=', operatorId);
  const { numDeletedRows } = await (only === undefined ? all : all.where('id', '=', only)).executeTakeFirst();
  return Number(numDeletedRows);
}
