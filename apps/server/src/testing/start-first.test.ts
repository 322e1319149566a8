import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCommand } from './command-process.ts';
import { freePort } from './free-port.ts';
import { smallCatalogue } from './small-catalogue.ts';
import {
  asNobody,
  cleanUp,
  connectTo,
  get,
  newFolder,
  openStore,
  PATIENCE,
  postgresPid,
  type StoreProcess,
  spawnStore,
} from './store-process.ts';

vi.setConfig(PATIENCE);

/** Two first starts at the same time: one in a home folder that is closed to others, one as an ordinary user. */
let ours: StoreProcess;
let theirs: StoreProcess;
let consolePort: number;
const home = newFolder(0o700);
const dataDir = join(home, 'data');
const theirHome = newFolder();
const theirDataDir = join(theirHome, 'data');

beforeAll(async () => {
  if (asNobody.length > 0) chownSync(theirHome, 65_534, 65_534);
  consolePort = await freePort();
  [ours, theirs] = await Promise.all([
    openStore({ DATA_DIR: dataDir, CONSOLE_PORT: String(consolePort) }),
    openStore({ DATA_DIR: theirDataDir, STORE_NAME: 'Second' }, { prefix: asNobody }),
  ]);
});
afterAll(cleanUp);

const getJson = async (url: string) => (await get(url)).json() as Promise<{ name?: string; totalSize?: number }>;
async function count(folder: string, table: string): Promise<number> {
  const client = await connectTo(folder);
  const { rows } = await client.query(`SELECT count(*)::int AS count FROM ${table}`);
  await client.end();
  return rows[0].count as number;
}
const countGames = (folder: string) => count(folder, 'game');
const countPurchases = (folder: string) => count(folder, 'payment WHERE basket_id IS NOT NULL');

describe('the first start', () => {
  it('creates, migrates, fills and serves, and says what it does and where everything is', async () => {
    const printed = ours.stdout().split('\n');
    const opened = printed.indexOf('Stop it with Ctrl-C.') + 1;
    // The log follows. On a slow machine it may have warnings about connections, and no errors.
    const log = printed.slice(opened).filter((line) => line !== '');
    expect(log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    expect(printed.slice(0, opened)).toEqual([
      'Creating the database …',
      expect.stringMatching(/^Migrated the database: 0001_catalogue\.sql/),
      'Filling the catalogue …',
      expect.stringMatching(/\d{3} games with \d{3,} offers/),
      '',
      'Oyna is open',
      `  store      ${ours.url.replace('127.0.0.1', 'localhost')}`,
      `  console    http://localhost:${consolePort}`,
      '             owner@example.com  Owner!demo1  (owner)',
      '             partner@example.com  Partner!demo1  (owner)',
      '             support@example.com  Support!demo1  (support)',
      `  API        ${ours.url.replace('127.0.0.1', 'localhost')}/api/docs`,
      `  stand-ins  ${ours.sandboxUrl.replace('127.0.0.1', 'localhost')}`,
      `  data       ${dataDir}`,
      'Stop it with Ctrl-C.',
    ]);
    expect(ours.stderr()).toBe('');
    expect(await getJson(`${ours.url}/health/ready`)).toEqual({
      status: 'ok',
      checks: { database: 'ok', migrations: 'ok', vault: 'ok', worker: 'ok' },
    });
    expect((await get(`${ours.url}/`)).status).toBe(200);
    expect((await get(ours.sandboxUrl)).status).toBe(200);
  });

  it('opens the console for the operators that it prints', async () => {
    const url = `http://localhost:${consolePort}`;
    const signIn = await fetch(`${url}/api/v1/session`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'owner@example.com', password: 'Owner!demo1' }),
    });
    expect(signIn.status).toBe(200);
    const [cookie = ''] = signIn.headers.getSetCookie();
    expect((await fetch(`${url}/api/v1/team`, { headers: { cookie: cookie.split(';')[0] ?? '' } })).status).toBe(200);
    const page = await fetch(url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe-inline');
    expect((await fetch(`${ours.url}/api/v1/team`, { headers: { cookie } })).status).toBe(404);
  });

  it('has exchange rates from the first page on', async () => {
    expect(await getJson(`${ours.url}/api/v1/currency`)).toMatchObject([
      { name: 'KZT', stale: false },
      { name: 'RUB', stale: false },
      { name: 'USD', amount: 1 },
    ]);
  });

  it('serves two stores on one machine, each from its own data', async () => {
    const [ourGames, theirGames] = await Promise.all([countGames(dataDir), countGames(theirDataDir)]);
    expect(ourGames).toBeGreaterThan(160);
    expect(theirGames).toBe(ourGames);
    expect(theirs.stdout()).toContain('Second is open');
    expect(postgresPid(theirDataDir)).not.toBe(postgresPid(dataDir));
    for (const store of [ours, theirs]) {
      expect((await getJson(`${store.url}/api/v1/products`)).totalSize).toBeGreaterThan(ourGames);
    }
  });

  it.skipIf(asNobody.length === 0)('works for an ordinary user, to whom all its files belong', () => {
    expect(statSync(join(theirDataDir, 'postgres/cluster')).uid).toBe(65_534);
    expect(statSync(`/proc/${postgresPid(theirDataDir)}`).uid).toBe(65_534);
    expect(statSync(join(theirDataDir, 'postgres/password')).mode & 0o777).toBe(0o600);
    expect(statSync(theirDataDir).mode & 0o777).toBe(0o700);
  });

  it('keeps files of the closed home to itself', () => {
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'postgres/cluster')).uid).toBe(process.getuid?.());
    expect(spawnSync('ls', [join(dataDir, 'postgres')], { encoding: 'utf8' }).stdout).toBe(
      'cluster\npassword\npostgres.log\n',
    );
  });
});

describe.concurrent('beside a running store', () => {
  it('passes `check` with the purchases and top-ups that the demo begins with', async () => {
    const environment = { DATA_DIR: dataDir, SANDBOX_PORT: new URL(ours.sandboxUrl).port };
    const checked = await runCommand(['check'], environment);
    expect(checked).toMatchObject({ code: 0, stderr: '', stdout: expect.not.stringContaining('FAULT') });
    expect(await countPurchases(dataDir)).toBe(8);
  });

  it('refuses a second one on the same data folder in one line, and the first keeps running', async () => {
    const second = await spawnStore({ DATA_DIR: dataDir });
    expect(await second.exited).toBe(1);
    expect(second.stderr()).toBe(
      `The data folder ${dataDir} is in use by a running store (process ${ours.pid}): stop it, or set DATA_DIR\n`,
    );
    expect(second.stdout()).toBe('');
    expect((await get(`${ours.url}/api/v1/products?pageSize=3`)).status).toBe(200);
    expect(existsSync(join(dataDir, 'store.pid'))).toBe(true);
  });

  it('shows at once what `catalogue import` brings', async () => {
    const product = `${ours.url}/api/v1/products/900001`;
    await get(product); // kept in the cache by now
    const file = join(home, 'mine.yaml');
    writeFileSync(file, smallCatalogue('Imported Beside'));
    const imported = await runCommand(['catalogue', 'import', file], { DATA_DIR: dataDir });
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    expect((await getJson(product)).name).toBe('Imported Beside — Standard');
  });
});

describe('the second start', () => {
  it('does not fill the catalogue again, and keeps what was changed', async () => {
    const games = await countGames(dataDir);
    ours.child.kill('SIGTERM');
    expect(await ours.exited).toBe(0);

    const began = Date.now();
    ours = await openStore({ DATA_DIR: dataDir });
    process.stdout.write(`second start: ready after ${Date.now() - began} ms\n`);
    expect(ours.stdout().split('\n').slice(0, 2)).toEqual(['', 'Oyna is open']);
    expect(await countGames(dataDir)).toBe(games);
    expect(await countPurchases(dataDir)).toBe(8);
    expect((await getJson(`${ours.url}/api/v1/products/900001`)).name).toBe('Imported Beside — Standard');
  });
});
