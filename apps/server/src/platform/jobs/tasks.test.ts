import { once } from 'node:events';
import type { Socket } from 'node:net';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { hookStatements } from '../../../../../tests/resilience/statement-hook.ts';
import { describeFailedJob } from '../../commands/jobs.ts';
import { eventually } from '../../testing/eventually.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { connect, type Database } from '../database/connection.ts';
import { listDeadLetters, retryDeadLetters } from './failed-jobs.ts';
import { countDeadLetters, installJobs, jobs, type Queue } from './jobs.ts';
import { moveOutbox } from './outbox.ts';
import { PermanentError, permanent, startWorker, type Worker } from './worker.ts';

const QUEUE: Queue<{ n: number }> = { name: 'numbers' };

let store: TestStore;
let database: Database;
const workers: Worker[] = [];
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
  await installJobs(store.url, [QUEUE]);
});
afterAll(() => store.close());
beforeEach(async () => {
  database = connect({ url: store.url, poolSize: 4 });
  await sql`DELETE FROM pgboss.job`.execute(database);
  await sql`DELETE FROM outbox`.execute(database);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await database.destroy();
});

type Run = (data: { n: number }) => Promise<void>;
async function work(run: Run, giveUp?: Run) {
  const { url, server } = store;
  const task = { queue: QUEUE, run, ...(giveUp && { giveUp }) };
  workers.push(await startWorker({ url, database, work: [task], log: server.log, pollSeconds: 0.5 }));
}
/** Moves the outbox once, as a worker does. */
async function moveOnce(): Promise<void> {
  const boss = new PgBoss({ connectionString: store.url, max: 1, supervise: false, schedule: false });
  await boss.start();
  try {
    await moveOutbox(database, boss, [QUEUE.name]);
  } finally {
    await boss.stop({ graceful: false });
  }
}
const listLetters = () => listDeadLetters(database, { after: null, limit: 10 });
const states = async () =>
  (
    await sql<{ state: string; retry_count: number; later: boolean }>`
      SELECT state::text, retry_count, start_after > now() AS later FROM pgboss.job WHERE name = 'numbers'`.execute(
      database,
    )
  ).rows;

it('runs a job after its transaction is committed, and never before', async () => {
  const run = vi.fn(async () => {});
  await work(run);
  await database.transaction().execute(async (transaction) => jobs.send(transaction, QUEUE, { n: 1 }));
  const undone = database.transaction().execute(async (transaction) => {
    await jobs.send(transaction, QUEUE, { n: 2 });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await database.transaction().execute(async (transaction) => jobs.send(transaction, QUEUE, { n: 3 }));
  await eventually(() => expect(run).toHaveBeenCalledTimes(2));
  expect(run.mock.calls).toEqual([
    [{ n: 1 }, expect.any(String)],
    [{ n: 3 }, expect.any(String)],
  ]);
});

it('sends jobs as pg-boss does', async () => {
  const boss = new PgBoss({ connectionString: store.url, max: 1, supervise: false, schedule: false });
  await boss.start();
  await boss.send(QUEUE.name, { n: 1 });
  await boss.stop({ graceful: false });
  await jobs.send(database, QUEUE, { n: 1 });
  await moveOnce();
  const { rows } = await sql<Record<string, unknown>>`
    SELECT to_jsonb(job) - ARRAY['id', 'created_on', 'start_after', 'keep_until'] AS kept,
      date_trunc('minute', keep_until - start_after)::text AS retention FROM pgboss.job`.execute(database);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual(rows[1]);
});

it('leaves a job for an unknown queue in the outbox and moves the others', async () => {
  await jobs.send(database, { name: 'unknown' }, {});
  await jobs.send(database, QUEUE, { n: 1 });
  await moveOnce();
  expect(await states()).toHaveLength(1);
  expect((await sql`SELECT queue FROM outbox`.execute(database)).rows).toEqual([{ queue: 'unknown' }]);
});

it.each([
  ['the jobs are inserted', 'INSERT INTO pgboss.job', 2],
  ['the commit', 'commit', 0],
])('moves each job exactly once when the connection breaks after %s', async (_when, statement, left) => {
  await jobs.send(database, QUEUE, { n: 1 });
  await jobs.send(database, QUEUE, { n: 2 });
  const hook = hookStatements(async ({ text, client, send }) => {
    const answer = await send();
    if (!text.includes(statement)) return answer;
    hook.remove();
    await once((client.connection.stream as Socket).destroy(), 'close');
    throw new Error('Connection terminated unexpectedly');
  });
  await expect(moveOnce()).rejects.toThrow(/connection/i);
  const { rows } = await sql`SELECT FROM outbox`.execute(database);
  expect(rows).toHaveLength(left);
  const done: number[] = [];
  await work(async ({ n }) => void done.push(n));
  await eventually(() => expect(done).toEqual([1, 2]));
  expect(await states()).toHaveLength(2);
});

it('runs a job once among several workers', async () => {
  const done: number[] = [];
  const run = async ({ n }: { n: number }) => void done.push(n);
  await Promise.all([work(run), work(run)]);
  for (let n = 0; n < 6; n += 1) await jobs.send(database, QUEUE, { n });
  await eventually(async () => expect((await states()).map(({ state }) => state)).toEqual(Array(6).fill('completed')));
  expect(done.toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
});

it('gives the jobs back that would begin too late to end before they expire, and takes no try from them', async () => {
  const run = vi.fn(async (_data: { n: number }) => {});
  for (let n = 1; n <= 3; n += 1) {
    await database.transaction().execute((transaction) => jobs.send(transaction, QUEUE, { n }));
  }
  await moveOnce();
  await sql`UPDATE pgboss.job SET retry_limit = 0`.execute(database);
  const { url, server } = store;
  const task = { queue: QUEUE, run };
  workers.push(await startWorker({ url, database, work: [task], log: server.log, pollSeconds: 0.5, startMs: 0 }));
  const waiting = { state: 'created', retry_count: 0, later: true };
  await eventually(async () =>
    expect((await states()).filter(({ state }) => state === 'created')).toEqual([waiting, waiting]),
  );
  expect(run.mock.calls).toEqual([[{ n: 1 }, expect.any(String)]]);
  const done = { state: 'completed', retry_count: 0, later: false };
  await eventually(async () => {
    await sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'created'`.execute(database);
    expect(await states()).toEqual([done, done, done]);
  });
  expect(run.mock.calls.map(([{ n }]) => n)).toEqual([1, 2, 3]);
  expect(await countDeadLetters(database)).toBe(0);
});

it('repeats a failed job after a pause', async () => {
  await work(() => Promise.reject(new Error('not today')));
  await jobs.send(database, QUEUE, { n: 1 });
  await eventually(async () => expect(await states()).toEqual([{ state: 'retry', retry_count: 0, later: true }]));
  expect(await countDeadLetters(database)).toBe(0);
});

it('does not repeat a job after a permanent error and counts it as a dead letter', async () => {
  const run = vi.fn(() => Promise.reject(new PermanentError('never')));
  await work(run);
  await jobs.send(database, QUEUE, { n: 1 });
  await eventually(async () => expect(await countDeadLetters(database)).toBe(1));
  expect(run).toHaveBeenCalledTimes(1);
  const { rows } = await sql`SELECT data FROM pgboss.job WHERE name = 'dead-letters'`.execute(database);
  expect(rows).toEqual([{ data: { n: 1 } }]);
});

it('makes an error of the named classes permanent, and no other one', async () => {
  class Refused extends Error {}
  const refused = new Refused('no such mailbox');
  const late = new Error('no answer');
  await expect(Promise.reject(refused).catch(permanent(RangeError, Refused))).rejects.toThrow(
    new PermanentError('no such mailbox', { cause: refused }),
  );
  await expect(Promise.reject(late).catch(permanent(RangeError, Refused))).rejects.toBe(late);
});

it('repeats dead letters when the operator sends them back', async () => {
  const run = vi.fn(() => Promise.reject(new PermanentError('no such mailbox')));
  expect(await listLetters()).toEqual([]);
  await work(run);
  await jobs.send(database, QUEUE, { n: 7 });
  await eventually(async () => expect(await countDeadLetters(database)).toBe(1));
  expect((await listLetters()).map(describeFailedJob)).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\S+Z {2}numbers {2}[0-9a-f-]{36} {2}no such mailbox$/),
  ]);
  run.mockResolvedValue(undefined as never);
  expect(await retryDeadLetters(database, OPERATOR)).toBe(1);
  await eventually(() => expect(run).toHaveBeenCalledTimes(2));
  expect(run).toHaveBeenLastCalledWith({ n: 7 }, expect.any(String));
  expect(await countDeadLetters(database)).toBe(0);
  expect(await retryDeadLetters(database, OPERATOR)).toBe(0);
});

it('makes a job a dead letter after its last attempt', async () => {
  await jobs.send(database, QUEUE, { n: 1 });
  await moveOnce();
  await sql`UPDATE pgboss.job SET retry_count = retry_limit WHERE name = 'numbers'`.execute(database);
  await work(() => Promise.reject(new Error('not today')));
  await eventually(async () => expect(await countDeadLetters(database)).toBe(1));
});

it('gives a job up after its last attempt where the task says how', async () => {
  for (const n of [1, 2]) await jobs.send(database, QUEUE, { n });
  await moveOnce();
  await sql`UPDATE pgboss.job SET retry_count = retry_limit WHERE name = 'numbers'`.execute(database);
  const giveUp = vi.fn(({ n }: { n: number }) => (n === 1 ? Promise.resolve() : Promise.reject(new Error('not now'))));
  await work(() => Promise.reject(new Error('not today')), giveUp);
  await eventually(async () => expect(await countDeadLetters(database)).toBe(1));
  expect(giveUp.mock.calls).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  expect((await listLetters()).map(({ reason }) => reason)).toEqual(['not today']);
});

it('sends jobs without a worker, and throws when the database is away', async () => {
  await jobs.send(database, QUEUE, { n: 1 });
  expect((await sql`SELECT queue, data FROM outbox`.execute(database)).rows).toEqual([
    { queue: QUEUE.name, data: { n: 1 } },
  ]);
  await moveOnce();
  expect(await states()).toEqual([{ state: 'created', retry_count: 0, later: false }]);
  const away = connect({ url: 'postgres://oyna@127.0.0.1:1/none', poolSize: 2 });
  await expect(jobs.send(away, QUEUE, { n: 2 })).rejects.toThrow();
  await away.destroy();
});

it('is installed by several processes at once', async () => {
  await sql`DROP SCHEMA pgboss CASCADE`.execute(database);
  await Promise.all(Array.from({ length: 4 }, () => installJobs(store.url, [QUEUE])));
  await jobs.send(database, QUEUE, { n: 1 });
});
