import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { freePort } from './free-port.ts';
import { cleanUp, get, newFolder, openStore, PATIENCE, type StoreProcess, spawnStore } from './store-process.ts';
import { createDatabase, databaseUrl, dropDatabase } from './test-database.ts';

vi.setConfig(PATIENCE);

/** Stores on a PostgreSQL that is not theirs: the one of DATABASE_URL. */
const clusterUrl = inject('postgresUrl');
const name = `start_${randomBytes(6).toString('hex')}`;
const url = databaseUrl(clusterUrl, name);
const dataDir = join(newFolder(), 'data');

beforeAll(() => createDatabase(clusterUrl, name, 'template0'));
afterAll(async () => {
  await cleanUp();
  await dropDatabase(clusterUrl, name);
});

async function query(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

async function occupy(port: number, host: string): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}

async function healthOf(store: StoreProcess): Promise<unknown> {
  return (await get(`${store.url}/health/ready`)).json();
}

async function stop(...stores: StoreProcess[]): Promise<void> {
  for (const store of stores) store.child.kill('SIGTERM');
  for (const store of stores) expect(await store.exited).toBe(0);
}

describe('with DATABASE_URL', () => {
  it('runs the web and its workers as processes that start at the same moment on an empty database', async () => {
    const [port, takenPort] = [await freePort(), await freePort()];
    const others = [await occupy(port, '127.0.0.2'), await occupy(takenPort, '127.0.0.1')]; // the first is no conflict
    const environment = { DATABASE_URL: url, DATA_DIR: dataDir, SANDBOX_PORT: String(await freePort()) };
    const [web, worker, muteWorker] = await Promise.all([
      openStore({ ...environment, ROLE: 'web', PORT: String(port) }),
      openStore({ ...environment, ROLE: 'worker' }),
      openStore({ ...environment, ROLE: 'worker', PORT: String(takenPort) }),
    ]);
    for (const other of others) other.close();
    expect(web.stderr() + worker.stderr() + muteWorker.stderr()).toBe('');

    const output = web.stdout() + worker.stdout() + muteWorker.stdout();
    expect(output.match(/Migrated the database: 0001_catalogue\.sql/g)).toHaveLength(1);
    expect(output.match(/Filling the catalogue/g)).toHaveLength(1);
    expect(web.stdout()).toContain('  data       the PostgreSQL of DATABASE_URL');
    expect(worker.stdout()).toContain('Oyna: the worker is running');

    const well = { database: 'ok', migrations: 'ok', vault: 'ok' };
    expect(await healthOf(web)).toEqual({ status: 'ok', checks: { ...well, worker: 'off' } });
    expect(await healthOf(worker)).toEqual({ status: 'ok', checks: { ...well, worker: 'ok' } });
    expect((await get(`${web.url}/api/v1/products`)).status).toBe(200);
    expect((await get(`${worker.url}/api/v1/products`)).status).toBe(404);
    expect((await get(`${worker.url}/metrics`)).status).toBe(200);
    // Two workers, and one schedule for each scheduled job.
    expect(await query('SELECT name FROM pgboss.schedule ORDER BY name')).toEqual(
      [
        'accounts-sweep',
        'currency-refresh',
        'demand',
        'guests-sweep',
        'idle-promos',
        'old-alerts',
        'old-console-rows',
        'old-direct-baskets',
        'old-notifications',
        'old-top-up-quotes',
        'operators-sweep',
        'pictures-sweep',
        'price-drops',
        'sales-rebuild',
        'stock-rebuild',
      ].map((name) => ({ name })),
    );
    expect(existsSync(join(dataDir, 'store.pid'))).toBe(false);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    expect(muteWorker.stdout()).toContain(
      `The worker's health is not served. Port ${takenPort} on 127.0.0.1 is already in use: choose another with PORT\n`,
    );
    await stop(web, worker, muteWorker);
  });
});

describe.concurrent('with DATABASE_URL, a store', () => {
  it('does not start on a database that a newer version has migrated', async () => {
    await query("INSERT INTO schema_migration (name, hash) VALUES ('9999_from_the_future.sql', '')");
    const store = await spawnStore({ DATABASE_URL: url, DATA_DIR: dataDir });
    expect(await store.exited).toBe(1);
    expect(store.stderr()).toBe(
      'The database has 9999_from_the_future.sql, which this version of the store does not know\n',
    );
  });

  it('does not start on a database of a version before 0.2.0, and changes nothing in it', async () => {
    const oldName = `old_${randomBytes(6).toString('hex')}`;
    await createDatabase(clusterUrl, oldName, 'template0');
    const oldUrl = databaseUrl(clusterUrl, oldName);
    const client = new pg.Client({ connectionString: oldUrl });
    await client.connect();
    await client.query(`
      CREATE TABLE schema_migration (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz DEFAULT now());
      INSERT INTO schema_migration (name, hash) VALUES ('0001_catalogue.sql', 'old'), ('0003_shopping.sql', 'old')`);
    const store = await spawnStore({ DATABASE_URL: oldUrl, DATA_DIR: dataDir });
    expect(await store.exited).toBe(1);
    expect(store.stdout()).toBe('');
    expect(store.stderr()).toMatch(/^This database was made by an unreleased version before 0\.2\.0 .+\n$/);
    const { rows } = await client.query(
      "SELECT nspname, relname FROM pg_class JOIN pg_namespace AS space ON space.oid = relnamespace WHERE relkind = 'r' AND nspname NOT IN ('pg_catalog', 'information_schema')",
    );
    expect(rows).toEqual([{ nspname: 'public', relname: 'schema_migration' }]);
    await client.end();
    await dropDatabase(clusterUrl, oldName);
  });
});
