import { sql } from 'kysely';
import type { Connection } from '../../database/connection.ts';

export function listNotifications(db: Connection, accountId: number, limit: number) {
  return db
    .selectFrom('notification')
    .select(['id', 'kind', 'data', 'created_at', 'read_at'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function insertNotification(
  db: Connection,
  notification: { accountId: number; kind: string; data: object },
): Promise<void> {
  const { accountId, kind, data } = notification;
  await db
    .insertInto('notification')
    .values({ account_id: accountId, kind, data: JSON.stringify(data) })
    .execute();
}

export async function deleteOldNotifications(db: Connection, days: number): Promise<void> {
  await db
    .deleteFrom('notification')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days}::int)`)
    .execute();
}

export async function markAllRead(db: Connection, accountId: number): Promise<void> {
  await db
    .updateTable('notification')
    .set({ read_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .execute();
}
