import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { connect } from '../platform/database/connection.ts';
import { claimStoreMode } from '../platform/database/store-mode.ts';
import { cleanUp, newFolder, openStore, PATIENCE, spawnStore } from './store-process.ts';
import { createDatabase, databaseUrl, dropDatabase } from './test-database.ts';

vi.setConfig(PATIENCE);

const clusterUrl = inject('postgresUrl');
const [empty, demo] = [`mode_${randomBytes(6).toString('hex')}`, `mode_${randomBytes(6).toString('hex')}`];
const dataDir = join(newFolder(), 'data');
let production: Record<string, string>;

beforeAll(async () => {
  await createDatabase(clusterUrl, empty, 'oyna');
  await createDatabase(clusterUrl, demo, 'seeded');
  const database = connect({ url: databaseUrl(clusterUrl, demo), poolSize: 1 });
  await claimStoreMode(database, 'demo');
  await database.destroy();
  production = {
    SHOP_MODE: 'production',
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://shop.example',
    KEY_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    // There is no such host: the store opens without rates.
    NATIONAL_BANK_URL: 'https://bank.invalid',
    SELLER_DETAILS: 'Oyna LLP, 123456789012, Almaty',
  };
});
afterAll(async () => {
  await cleanUp();
  for (const name of [empty, demo]) await dropDatabase(clusterUrl, name);
});

async function refusalOf(environment: Record<string, string>): Promise<string> {
  const store = await spawnStore(environment);
  expect(await store.exited).toBe(1);
  expect(store.stdout()).not.toContain('is open');
  return store.stderr();
}

describe('a start on the database of another store', () => {
  it('refuses production on a database that the demo has filled', async () => {
    expect(await refusalOf({ ...production, DATABASE_URL: databaseUrl(clusterUrl, demo) })).toBe(
      'This is the database of a demo store: SHOP_MODE=production needs another DATABASE_URL\n',
    );
  });

  it('refuses another master key and the demo on the database of a production store', async () => {
    const here = { ...production, DATABASE_URL: databaseUrl(clusterUrl, empty) };
    const first = await openStore(here);
    first.child.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    const wrongKey = await refusalOf({ ...here, KEY_ENCRYPTION_KEY: randomBytes(32).toString('hex') });
    expect(wrongKey).toMatch(/^The key vault cannot be opened: check KEY_ENCRYPTION_KEY \([^\n]*\)\n$/);
    expect(await refusalOf({ DATA_DIR: dataDir, DATABASE_URL: here.DATABASE_URL })).toBe(
      'This is the database of a production store: SHOP_MODE=demo needs another DATABASE_URL\n',
    );
    const again = await openStore(here);
    again.child.kill('SIGTERM');
    expect(await again.exited).toBe(0);
  });
});
