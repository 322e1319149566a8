import { get as httpGet } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { preparedDataFolder } from './prepared-folder.ts';
import {
  cleanUp,
  connectTo,
  holdRequest,
  isRunning,
  openStore,
  PATIENCE,
  type StoreProcess,
  until,
} from './store-process.ts';

/** Several web processes of one store, as `npm start` runs them on a machine with many cores. */

vi.setConfig(PATIENCE);
let dataDir: string;
let store: StoreProcess;
beforeAll(async () => {
  dataDir = await preparedDataFolder();
  store = await openStore({ DATA_DIR: dataDir, WEB_PROCESSES: '2' });
});
afterAll(cleanUp);

/** On its own connection, which any of the processes may accept. */
const ask = (path: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    httpGet(`${store.url}${path}`, { agent: false }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    }).on('error', reject);
  });

/** The responses of each web process, by its id. */
async function countByProcess(): Promise<Map<number, number>> {
  const { body } = await ask('/metrics');
  const lines = body.matchAll(/^oyna_http_process_responses_total\{pid="(\d+)"\} (\d+)$/gm);
  return new Map([...lines].map(([, pid, count]) => [Number(pid), Number(count)]));
}

/** Asks until each process has answered some of it. */
async function untilAllServed(before: Map<number, number>): Promise<Map<number, number>> {
  let after = before;
  await until(async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(COUNTRIES)));
    for (const { status } of answers) expect(status).toBe(200);
    after = await countByProcess();
    return [...after].every(([pid, count]) => count > (before.get(pid) ?? 0));
  });
  return after;
}

const COUNTRIES = '/api/v1/info/countries?lng=en';
const CATEGORIES = '/api/v1/info/categories?lng=en';

it('two processes serve the store, and the metrics are their sum', async () => {
  const before = await countByProcess();
  expect(before.size).toBe(2);
  expect(before.has(store.pid)).toBe(false);
  const after = await untilAllServed(before);
  const sum = (counts: Map<number, number>) => [...counts.values()].reduce((total, count) => total + count, 0);
  expect(sum(after) - sum(before)).toBeGreaterThanOrEqual(20);
  const { body } = await ask('/metrics');
  expect(body).toMatch(/^oyna_jobs_dead_letters 0$/m);
  expect(JSON.parse((await ask('/health/ready')).body)).toMatchObject({ status: 'ok' });
});

it('a change of the catalogue is seen by all processes', async () => {
  const client = await connectTo(dataDir);
  const name = JSON.stringify({ ru: 'Renamed', en: 'Renamed', kz: 'Renamed' });
  await client.query(`UPDATE category SET title = $1::jsonb WHERE id = (SELECT min(id) FROM category)`, [name]);
  await client.end();
  const isRenamed = async () => {
    const bodies = await Promise.all(Array.from({ length: 20 }, async () => (await ask(CATEGORIES)).body));
    return bodies.every((body) => body.includes('Renamed'));
  };
  await until(isRenamed);
  await untilAllServed(await countByProcess());
  expect(await isRenamed()).toBe(true);
});

it('the tries of a sign-in are counted for all processes together', async () => {
  const before = await countByProcess();
  const statuses: number[] = [];
  const tryOnce = async () => {
    const answer = await fetch(`${store.url}/account/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ username: 'unknown@example.com', password: 'Wrong!guess1' }),
    });
    statuses.push(answer.status);
  };
  await Promise.all(Array.from({ length: 20 }, tryOnce));
  await until(async () => {
    await tryOnce();
    const after = await countByProcess();
    return [...after].every(([pid, count]) => count > (before.get(pid) ?? 0) + 1);
  });
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
});

it('a process that is killed is replaced, and requests are answered meanwhile', async () => {
  const [victim = 0] = (await countByProcess()).keys();
  process.kill(victim, 'SIGKILL');
  let unread = 0;
  const answers: boolean[] = [];
  await until(async () => {
    answers.push(
      await ask(COUNTRIES).then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    // What is left is counted while the other process starts.
    const isRead = await ask('/metrics').then(
      ({ status, body }) => status === 200 && body.includes('oyna_http_process_responses_total{'),
      () => false,
    );
    if (!isRead) unread++;
    const pids = isRunning(victim) ? [] : [...(await countByProcess().catch(() => new Map<number, number>())).keys()];
    return pids.length === 2 && !pids.includes(victim);
  });
  // A connection that was on its way to the killed process breaks.
  expect(answers.filter((isAnswered) => !isAnswered).length).toBeLessThanOrEqual(1);
  expect(unread).toBeLessThanOrEqual(1);
  expect(store.stderr()).toContain(`Web process ${victim} ended (SIGKILL); starting another`);
});

it('SIGTERM completes open requests and ends all processes', async () => {
  const pids = [...(await countByProcess()).keys()];
  const { answer, release } = await holdRequest(store, dataDir);
  store.child.kill('SIGTERM');
  await store.printed('Stopping …');
  await until(async () => !(await ask('/health/live').catch(() => undefined)));
  await release();
  expect((await answer).status).toBe(200);
  expect(await store.exited).toBe(0);
  expect(pids.filter(isRunning)).toEqual([]);
  expect(isRunning(store.pid)).toBe(false);
});
