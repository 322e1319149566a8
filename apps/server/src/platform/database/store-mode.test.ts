import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listOneKeyPerMaster } from '../../features/keys/keys.queries.ts';
import { createKeysService } from '../../features/keys/keys.service.ts';
import { createTestStore, startTestNode, type TestStore } from '../../testing/test-store.ts';
import { assertStoreMode, claimStoreMode } from './store-mode.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
});
afterAll(() => store.close());
beforeEach(async () => {
  for (const table of ['store_mode', 'vault_secret'] as const) await store.database.deleteFrom(table).execute();
});

const modeOf = async () =>
  (await store.database.selectFrom('store_mode').select('mode').execute()).map((row) => row.mode);

describe('the mode of a database', () => {
  it.each(['demo', 'production'] as const)('is %s from the first start on', async (mode) => {
    await assertStoreMode(store.database, mode);
    await Promise.all([1, 2, 3, 4].map(() => claimStoreMode(store.database, mode)));
    expect(await modeOf()).toEqual([mode]);
    await claimStoreMode(store.database, mode);
    const other = mode === 'demo' ? 'production' : 'demo';
    await expect(claimStoreMode(store.database, other)).rejects.toThrow(`the database of a ${mode} store`);
    await expect(assertStoreMode(store.database, other)).rejects.toThrow(`the database of a ${mode} store`);
    expect(await modeOf()).toEqual([mode]);
  });
});

describe('the vault', () => {
  const master = () => randomBytes(32);

  it('opens with the master key that sealed it, also when that is the previous master key', async () => {
    const [first, second] = [master(), master()];
    await createKeysService(store.database, { current: first }).openVault();
    await createKeysService(store.database, { current: first }).openVault();
    await createKeysService(store.database, { current: second, previous: first }).openVault();
    await expect(createKeysService(store.database, { current: second }).openVault()).rejects.toThrow(
      'KEY_ENCRYPTION_KEY is not the one that sealed this',
    );
  });

  it('does not open when one of its keys is sealed with an unknown master key', async () => {
    const seeded = await createTestStore();
    await seeded.payments.keys.openVault();
    await sql`UPDATE product_key SET master_id = 'gone' WHERE id = (SELECT max(id) FROM product_key)`.execute(
      seeded.database,
    );
    await expect(seeded.payments.keys.openVault()).rejects.toThrow('gone');
    await seeded.payments.keys.analyze();
    // With millions of keys a reading of the whole table would end at the statement timeout.
    const readings = await seeded.database.transaction().execute(async (transaction) => {
      expect(await listOneKeyPerMaster(transaction)).toHaveLength(2);
      return sql`SELECT seq_scan::integer AS "seqScan" FROM pg_stat_xact_user_tables WHERE relname = 'product_key'`.execute(
        transaction,
      );
    });
    expect(readings.rows).toEqual([{ seqScan: 0 }]);
    await seeded.close();
  });

  it('is reported by /health/ready', async () => {
    await createKeysService(store.database, { current: master() }).openVault();
    const ready = await store.server.inject('/health/ready');
    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toMatchObject({ status: 'failed', checks: { database: 'ok', vault: 'failed' } });
    await sql`DELETE FROM vault_secret`.execute(store.database);
    const node = await startTestNode({ url: store.url });
    await node.payments.keys.openVault();
    expect((await node.server.inject('/health/ready')).json()).toMatchObject({ status: 'ok', checks: { vault: 'ok' } });
    await node.close();
  });
});
