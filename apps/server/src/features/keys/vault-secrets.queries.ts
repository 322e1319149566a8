import type { Connection } from '../../platform/database/connection.ts';
import type { Sealed } from './keys.cipher.ts';

export async function findSecret(db: Connection, name: string): Promise<Sealed | undefined> {
  const row = await db.selectFrom('vault_secret').selectAll().where('name', '=', name).executeTakeFirst();
  return row && { masterId: row.master_id, bytes: row.sealed };
}

/** The first caller wins. The others read what is there. */
export async function insertSecret(db: Connection, name: string, { masterId, bytes }: Sealed): Promise<void> {
  await db
    .insertInto('vault_secret')
    .values({ name, master_id: masterId, sealed: bytes })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function saveSecret(db: Connection, name: string, { masterId, bytes }: Sealed): Promise<void> {
  const sealed = { master_id: masterId, sealed: bytes };
  await db
    .insertInto('vault_secret')
    .values({ name, ...sealed })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(sealed))
    .execute();
}

export async function deleteSecret(db: Connection, name: string): Promise<void> {
  await db.deleteFrom('vault_secret').where('name', '=', name).execute();
}

export async function lockSecrets(db: Connection): Promise<{ name: string; sealed: Sealed }[]> {
  const rows = await db.selectFrom('vault_secret').selectAll().orderBy('name').forUpdate().execute();
  return rows.map(({ name, master_id: masterId, sealed }) => ({ name, sealed: { masterId, bytes: sealed } }));
}
