import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** A login that was the old address changes with it: an address as login must be the owner's. */
export async function updateEmail(db: Connection, accountId: number, email: string): Promise<void> {
  await db
    .updateTable('account')
    .set({
      email,
      email_confirmed_at: sql`now()`,
      login: sql`CASE WHEN lower(login) = lower(email) THEN ${email} ELSE login END`,
      updated_at: sql`now()`,
    })
    .where('id', '=', accountId)
    .execute();
}

export async function updatePhone(db: Connection, accountId: number, phone: string): Promise<void> {
  await db.updateTable('account').set({ phone, updated_at: sql`now()` }).where('id', '=', accountId).execute();
}
