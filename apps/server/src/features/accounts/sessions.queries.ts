import { sql } from 'kysely';
import type { Connection } from '../../database/connection.ts';

export async function insertSession(
  db: Connection,
  session: { accountId: number; tokenHash: Buffer; userAgent: string; address: string; days: number },
) {
  return db
    .insertInto('account_session')
    .values({
      account_id: session.accountId,
      token_hash: session.tokenHash,
      user_agent: session.userAgent,
      address: session.address,
      expires_at: sql`now() + make_interval(days => ${session.days})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
}

export async function findSession(db: Connection, tokenHash: Buffer, renewAfterMinutes: number) {
  return db
    .selectFrom('account_session')
    .select(['id', 'account_id', 'expires_at'])
    .select(sql<boolean>`used_at < now() - make_interval(mins => ${renewAfterMinutes})`.as('is_due'))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

export async function renewSession(db: Connection, id: string, days: number) {
  return db
    .updateTable('account_session')
    .set({ used_at: sql`now()`, expires_at: sql`now() + make_interval(days => ${days})` })
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('expires_at')
    .executeTakeFirst();
}
