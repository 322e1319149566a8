import type { Connection } from '../../platform/database/connection.ts';

/** Locks the account until the transaction ends, if it still has this password. */
export async function lockPassword(db: Connection, id: number, passwordHash: string): Promise<boolean> {
  const found = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .forShare()
    .executeTakeFirst();
  return found !== undefined;
}
