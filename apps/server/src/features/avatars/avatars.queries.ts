import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** A new picture gets a new address, because the old one may be cached forever. */
export async function saveAvatar(db: Connection, accountId: number, picture: Buffer): Promise<void> {
  const values = { id: sql<string>`gen_random_uuid()`, picture, created_at: sql<Date>`now()` };
  await db
    .insertInto('account_avatar')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

export async function deleteAvatar(db: Connection, accountId: number): Promise<void> {
  await db.deleteFrom('account_avatar').where('account_id', '=', accountId).execute();
}

export async function findAvatar(db: Connection, id: string) {
  return db.selectFrom('account_avatar').select('picture').where('id', '=', id).executeTakeFirst();
}
