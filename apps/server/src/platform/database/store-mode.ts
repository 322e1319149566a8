import { StartError } from '../data-folder.ts';
import type { Connection } from './connection.ts';

type StoreMode = 'demo' | 'production';

/**
 * Writes the mode at the first start and refuses every later start in the other mode: the customer of the demo has a
 * published password, and its keys are not real. Safe when several processes start at once.
 */
export async function claimStoreMode(db: Connection, mode: StoreMode): Promise<void> {
  await db
    .insertInto('store_mode')
    .values({ mode })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await assertStoreMode(db, mode);
}

/** Refuses a database of the other mode. The database has no mode before the first start. */
export async function assertStoreMode(db: Connection, mode: StoreMode): Promise<void> {
  const known = await findStoreMode(db);
  if (known !== undefined && known !== mode) {
    throw new StartError(`This is the database of a ${known} store: SHOP_MODE=${mode} needs another DATABASE_URL`);
  }
}

async function findStoreMode(db: Connection): Promise<string | undefined> {
  return (await db.selectFrom('store_mode').select('mode').executeTakeFirst())?.mode;
}
