import { sql } from 'kysely';
import { StartError } from '../data-folder.ts';
import type { Connection } from './connection.ts';

type StoreMode = 'demo' | 'production';

/**
 * Writes the mode at the first start and refuses every later start in the other mode: customers of the demo share a
 * published password, and its keys open nothing. Safe when several processes start at once.
 */
export async function claimStoreMode(db: Connection, mode: StoreMode): Promise<void> {
  const known = await findStoreMode(db);
  if (known === undefined) {
    await db
      .insertInto('store_mode')
      .values({ mode: (await guessStoreMode(db)) ?? mode })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await assertStoreMode(db, mode);
}

/** Refuses a database of the other mode. A database that was never started has none yet. */
export async function assertStoreMode(db: Connection, mode: StoreMode): Promise<void> {
  const known = await findStoreMode(db);
  if (known !== undefined && known !== mode) {
    throw new StartError(`This is the database of a ${known} store: SHOP_MODE=${mode} needs another DATABASE_URL`);
  }
}

async function findStoreMode(db: Connection): Promise<string | undefined> {
  return (await db.selectFrom('store_mode').select('mode').executeTakeFirst())?.mode;
}

/**
 * The mode of a database of version 0.1.0, which did not write it. The demo always left keys of the supplier "demo" or
 * its customer. Accounts or payments without them belong to production. An empty database has no mode yet.
 */
async function guessStoreMode(db: Connection): Promise<StoreMode | undefined> {
  const { rows } = await sql<{ is_demo: boolean; is_used: boolean }>`
    SELECT
      EXISTS (SELECT FROM key_batch WHERE supplier = 'demo')
        OR EXISTS (SELECT FROM account WHERE login = 'demo' AND email = 'demo@example.com') AS is_demo,
      EXISTS (SELECT FROM account) OR EXISTS (SELECT FROM payment) AS is_used`.execute(db);
  if (rows[0]?.is_demo) return 'demo';
  return rows[0]?.is_used ? 'production' : undefined;
}
