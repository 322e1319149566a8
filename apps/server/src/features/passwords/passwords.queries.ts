import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** Changes nothing when the password is no longer the one that was proven. */
export async function updatePassword(
  db: Connection,
  { accountId, next, previous }: { accountId: number; next: string; previous: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ password_hash: next, updated_at: sql`now()` })
    .where('id', '=', accountId)
    .where(sql<boolean>`password_hash IS NOT DISTINCT FROM ${previous}`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The link of the mail proves the address too. */
export async function resetPassword(db: Connection, accountId: number, next: string): Promise<void> {
  await db
    .updateTable('account')
    .set({
      password_hash: next,
      email_confirmed_at: sql`coalesce(email_confirmed_at, now())`,
      updated_at: sql`now()`,
    })
    .where('id', '=', accountId)
    .execute();
}
