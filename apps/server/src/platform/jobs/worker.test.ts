import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currencyRefreshJob } from '../../features/currency/currency.jobs.ts';
import { eventually } from '../../testing/eventually.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { type Job, type Poller, startWorker, type Worker } from './worker.ts';

let store: TestStore;
const workers: Worker[] = [];
beforeEach(async () => {
  store = await createTestStore({ template: 'empty' });
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await store.close();
});

async function start(...work: (Job | Poller)[]): Promise<Worker> {
  const worker = await startWorker({ url: store.url, database: store.database, work, log: store.server.log });
  workers.push(worker);
  return worker;
}

/** Sends a scheduled job, as the scheduler does at its time. */
async function callTurn(name: string): Promise<void> {
  const clock = new PgBoss({ connectionString: store.url, max: 1, supervise: false, schedule: false, migrate: false });
  await clock.start();
  await clock.send(name);
  await clock.stop({ graceful: false });
}

const schedules = async () => (await sql`SELECT name, cron FROM pgboss.schedule`.execute(store.database)).rows;

it('refreshes the rates every 20 minutes', async () => {
  const worker = await start(currencyRefreshJob(store.currency));
  expect(worker.isRunning()).toBe(true);
  expect(await schedules()).toEqual([{ name: 'currency-refresh', cron: '*/20 * * * *' }]);
  await callTurn('currency-refresh');
  await eventually(async () => expect(await store.currency.hasRates()).toBe(true));
  await worker.stop();
  expect(worker.isRunning()).toBe(false);
});

it('runs a job once among several workers, with one schedule', async () => {
  const run = vi.fn(async () => {});
  const job = { name: 'once', cron: '0 0 1 1 *', run };
  await start(job);
  await start(job);
  expect(await schedules()).toEqual([{ name: 'once', cron: '0 0 1 1 *' }]);
  await callTurn('once');
  const done = () =>
    sql<{ n: number }>`SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'once' AND state = 'completed'`.execute(
      store.database,
    );
  await eventually(async () => expect((await done()).rows).toEqual([{ n: 1 }]));
  expect(run).toHaveBeenCalledTimes(1);
});

it('ends a run whose time is over, with the limit of this release in a queue of an earlier one', async () => {
  const job = { name: 'long', cron: '0 0 1 1 *', run: async () => {} };
  await (await start(job)).stop();
  const ended = Promise.withResolvers<void>();
  const run = (signal?: AbortSignal) => {
    signal?.addEventListener('abort', () => ended.resolve());
    return ended.promise;
  };
  await start({ ...job, minutes: 1 / 60, run });
  await callTurn('long');
  await ended.promise;
  const limits = await sql`SELECT expire_seconds FROM pgboss.queue WHERE name = 'long'`.execute(store.database);
  expect(limits.rows).toEqual([{ expire_seconds: 1 }]);
});

it('survives a job that fails and repeats it later', async () => {
  const worker = await start({
    name: 'failing',
    cron: '0 0 1 1 *',
    run: () => Promise.reject(new Error('not today')),
  });
  await callTurn('failing');
  const state = () =>
    sql<{
      state: string;
      later: boolean;
    }>`SELECT state::text, start_after > now() AS later FROM pgboss.job WHERE name = 'failing'`.execute(store.database);
  await eventually(async () => expect((await state()).rows).toEqual([{ state: 'retry', later: true }]));
  expect(worker.isRunning()).toBe(true);
});

it('begins its pollers one after another, and none of them waits for the work of another', async () => {
  const begun: string[] = [];
  const endless = Promise.withResolvers<void>();
  const poller = (name: string): Poller => ({
    name,
    everySeconds: 60,
    run() {
      begun.push(name);
      return endless.promise;
    },
  });
  const worker = await start(poller('first'), poller('second'), poller('third'));
  expect(begun).toEqual([]);
  await eventually(() => expect(begun).toEqual(['first', 'second', 'third']));
  endless.resolve();
  await worker.stop();
});

it('begins no poller after it was stopped', async () => {
  const run = vi.fn(async () => {});
  const worker = await start({ name: 'late', everySeconds: 60, run });
  await worker.stop();
  expect(run).not.toHaveBeenCalled();
});
