import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { preparedDataFolder } from './prepared-folder.ts';
import {
  cleanUp,
  connectTo,
  get,
  holdRequest,
  isRunning,
  openStore,
  PATIENCE,
  postgresPid,
  type StoreProcess,
  until,
} from './store-process.ts';

vi.setConfig(PATIENCE);
let dataDir: string;
beforeAll(async () => {
  dataDir = await preparedDataFolder();
});
afterAll(cleanUp);

async function kill9(...pids: number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await until(() => !pids.some(isRunning));
}

/** Each question is a new one, so that no answer can come from the cache. */
let questions = 0;
const freshQuestion = (store: StoreProcess) => `${store.url}/api/v1/products?pageSize=${(questions++ % 100) + 1}`;

async function expectToWork(store: StoreProcess): Promise<void> {
  const answer = await get(freshQuestion(store));
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ totalSize: 1, items: [{ name: 'Prepared Game — Standard' }] });
  const ready = await get(`${store.url}/health/ready`);
  expect(await ready.json()).toEqual({
    status: 'ok',
    checks: { database: 'ok', migrations: 'ok', vault: 'ok', worker: 'ok' },
  });
}

/** One store after the other on one data folder, each finding what the one before it left. */
describe('recovery', () => {
  let store: StoreProcess;

  it('shows what it has kept and else answers 503 while PostgreSQL is away, starts it again and comes back', async () => {
    store = await openStore({ DATA_DIR: dataDir });
    const [list, page] = [`${store.url}/api/v1/products?pageSize=99`, `${store.url}/catalog`];
    for (const url of [list, page]) expect((await get(url)).status).toBe(200);
    const database = postgresPid(dataDir);
    const { answer } = await holdRequest(store, dataDir);
    await kill9(database);

    const broken = await answer;
    expect(broken.status).toBe(503);
    expect(broken.headers.get('retry-after')).toBe('2');
    expect(await broken.json()).toMatchObject({ code: 'unavailable' });
    expect((await get(`${store.url}/health/live`)).status).toBe(200);

    const statuses = new Set<number>();
    const shown: number[] = [];
    await until(async () => {
      for (const url of [list, page]) shown.push((await fetch(url)).status);
      const { status } = await fetch(freshQuestion(store));
      statuses.add(status);
      return status === 200;
    });
    expect([200, 503]).toEqual(expect.arrayContaining([...statuses]));
    expect(shown.filter((status) => status === 200).length / shown.length).toBeGreaterThanOrEqual(0.99);
    await until(async () => (await fetch(`${store.url}/health/ready`)).status === 200);
    await expectToWork(store);
    expect(postgresPid(dataDir)).not.toBe(database);
    expect(store.stderr()).toContain('PostgreSQL stopped (SIGKILL); starting it again');
  });

  it('shows a picture that it cannot keep, and logs why', async () => {
    const list = await get(freshQuestion(store));
    const [offer] = ((await list.json()) as { items: [{ images: { poster: string } }] }).items;
    await rm(join(dataDir, 'media'), { recursive: true, force: true });
    await writeFile(join(dataDir, 'media'), '');
    expect((await get(store.url + offer.images.poster)).status).toBe(200);
    await until(() => store.stdout().includes('a picture was not written'));
    expect(store.stdout()).toContain('ENOTDIR');
    await rm(join(dataDir, 'media'));
  });

  it('takes over after kill -9 of the store, whose PostgreSQL keeps running', async () => {
    await kill9(store.pid);
    const orphan = postgresPid(dataDir);
    expect(isRunning(orphan)).toBe(true);
    const client = await connectTo(dataDir);
    await client.query('CREATE TABLE kept AS SELECT 42 AS answer');
    await client.end();

    store = await openStore({ DATA_DIR: dataDir });
    expect(isRunning(orphan)).toBe(false);
    await expectToWork(store);
  });

  it('recovers after kill -9 of both, with a query still running', async () => {
    const client = await connectTo(dataDir);
    const query = client.query('SELECT count(*) FROM generate_series(1, 200000000)').catch(() => 'broken off');
    await until(async () => {
      const watcher = await connectTo(dataDir);
      const { rowCount } = await watcher.query(
        "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%generate_series(1, 2%' AND state = 'active' AND pid <> pg_backend_pid()",
      );
      await watcher.end();
      return rowCount === 1;
    });
    await kill9(store.pid, postgresPid(dataDir));
    client.connection.stream.destroy();
    expect(await query).toBe('broken off');

    store = await openStore({ DATA_DIR: dataDir });
    expect(store.stderr()).toBe('');
    await expectToWork(store);
    const reader = await connectTo(dataDir);
    expect((await reader.query('SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }]);
    await reader.end();

    store.child.kill('SIGTERM');
    expect(await store.exited).toBe(0);
  });
});
