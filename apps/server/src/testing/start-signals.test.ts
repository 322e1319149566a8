import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from './free-port.ts';
import { preparedDataFolder } from './prepared-folder.ts';
import {
  cleanUp,
  holdRequest,
  isRunning,
  newFolder,
  openStore,
  PATIENCE,
  postgresPid,
  run,
  type StoreProcess,
  spawnStore,
  until,
} from './store-process.ts';

vi.setConfig(PATIENCE);
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const prepared = preparedDataFolder();
let dataDir: string;
afterAll(cleanUp);

/** Resolves when it is open; `closed` resolves when the store has closed it. */
async function openConnection(store: StoreProcess, text: string): Promise<{ closed: Promise<unknown> }> {
  const socket = connect(Number(new URL(store.url).port), '127.0.0.1');
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(text);
  return { closed };
}

function refusesNewRequests(store: StoreProcess): Promise<boolean> {
  return fetch(`${store.url}/health/live`).then(
    ({ status }) => status === 503,
    () => true,
  );
}

function expectNothingLeft(database: number): void {
  expect(isRunning(database)).toBe(false);
  expect(existsSync(join(dataDir, 'store.pid'))).toBe(false);
  expect(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
}

describe('stopping during the first start', () => {
  it('leaves no PostgreSQL behind', async () => {
    const fresh = join(newFolder(), 'data');
    const store = await spawnStore({ DATA_DIR: fresh });
    await store.printed('Creating the database …');
    store.child.kill('SIGHUP');
    expect(await store.exited).toBe(0);
    expect(store.stdout()).not.toContain('is open');
    expect(store.stderr()).toBe('');
    expect(existsSync(join(fresh, 'store.pid'))).toBe(false);
    expect(readdirSync(join(fresh, 'postgres')).sort()).toEqual(['cluster', 'password', 'postgres.log']);
    expect(existsSync(join(fresh, 'postgres/cluster/postmaster.pid'))).toBe(false);
  });
});

describe('stopping a store', () => {
  beforeAll(async () => {
    dataDir = await prepared;
  });

  it('answers the request in flight, then stops PostgreSQL, on SIGTERM; more signals change nothing', async () => {
    const store = await openStore({ DATA_DIR: dataDir });
    const database = postgresPid(dataDir);
    const { answer, release } = await holdRequest(store, dataDir);

    store.child.kill('SIGTERM');
    await store.printed('Stopping …');
    store.child.kill('SIGTERM');
    store.child.kill('SIGINT');
    await until(() => refusesNewRequests(store));
    expect(isRunning(database)).toBe(true);

    await release();
    const response = await answer;
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ totalSize: 1, pageSize: 7 });
    expect(await store.exited).toBe(0);
    expect(store.stdout().match(/Stopping …/g)).toHaveLength(1);
    expect(store.stderr()).toBe('');
    expectNothingLeft(database);
  });

  it('does the same when Ctrl-C reaches the whole process group, whatever else hangs on it', async () => {
    const store = await openStore({ DATA_DIR: dataDir }, { detached: true });
    const database = postgresPid(dataDir);
    const { answer, release } = await holdRequest(store, dataDir);
    const closed = await Promise.all([
      openConnection(store, ''),
      openConnection(store, 'GET /health/live HTTP/1.1\r\nHost: half a question\r\n'),
    ]);

    store.child.stdout?.destroy(); // the reader of its output is gone
    store.child.stderr?.destroy();
    process.kill(-store.pid, 'SIGINT');
    await until(() => refusesNewRequests(store));
    expect(isRunning(database)).toBe(true);

    await release();
    expect((await answer).status).toBe(200); // and the client keeps this connection alive
    const answered = Date.now();
    await Promise.all(closed.map((connection) => connection.closed));
    // It does not wait until they time out. The rest of the stop may take longer on a busy machine.
    expect(Date.now() - answered).toBeLessThan(20_000);
    expect(await store.exited).toBe(0);
    expectNothingLeft(database);
  });

  it('stops the store before it ends itself when npm gets a signal', async () => {
    const [PORT, SANDBOX_PORT] = [String(await freePort()), String(await freePort())];
    const environment = { DATA_DIR: dataDir, PORT, SANDBOX_PORT, CONSOLE_PORT: '0', WARM_PICTURES: 'off' };
    const npm = run(['npm', 'start', '--ignore-scripts'], environment, { cwd: ROOT });
    await npm.printed('Stop it with Ctrl-C.');
    const database = postgresPid(dataDir);
    const ended = new Promise((resolve) => npm.child.once('exit', resolve));
    npm.child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expectNothingLeft(database);
  });
});
