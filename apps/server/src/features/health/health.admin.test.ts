import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { poolOf } from '../../platform/database/connection.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { buy } from '../../testing/test-orders.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { turn } from '../../testing/test-top-up.ts';

let store: TestStore;
let owner: TestOperator;
let auditor: TestOperator;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  [owner, auditor] = [await signInOperator(store, 'owner'), await signInOperator(store, 'auditor')];
});
afterAll(() => store.close());

const signal = AbortSignal.abort();
const read = async (who = owner) => (await who.get('/api/v1/health')).json();
const listTasks = async () =>
  (await owner.get('/api/v1/today')).json().tasks.filter(({ kind }: { kind: string }) => kind === 'health');
const rows = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(store.database)).rows;
const listJobs = async (query = '') => (await owner.get(`/api/v1/health/jobs${query}`)).json();

/** A mail that the mail server refused. */
async function addDeadLetter(reason = 'no such mailbox', data: object = { kind: 'paid', orderId: 'ORDER' }) {
  const { rows: added } = await sql<{ id: string }>`
    INSERT INTO pgboss.job (name, data, source_name, source_output)
    VALUES ('dead-letters', ${JSON.stringify(data)}::jsonb, 'order-messages', ${JSON.stringify({ message: reason })}::jsonb)
    RETURNING id`.execute(store.database);
  return added[0]?.id ?? '';
}

describe('processes', () => {
  it('are listed with role and version, marked when they are silent, and the loss of the last worker is a task', async () => {
    const [web, worker] = [store.nodes.create('web'), store.nodes.create('worker')];
    await web.heartbeat.run(signal);
    expect(await listTasks()).toMatchObject([{ text: 'no-worker' }]);
    await worker.heartbeat.run(signal);
    expect((await read()).nodes).toMatchObject([
      { role: 'web', version: expect.stringMatching(/^\d+\.\d+\.\d+$/), isSilent: false },
      { role: 'worker', isSilent: false },
    ]);
    expect(await listTasks()).toEqual([]);

    await rows("UPDATE node SET beat_at = beat_at - interval '1 minute' WHERE role = 'worker'");
    expect((await read()).nodes).toMatchObject([{ isSilent: false }, { role: 'worker', isSilent: true }]);
    expect((await listTasks()).map(({ text }: { text: string }) => text).toSorted()).toEqual([
      'no-worker',
      'silent-node',
    ]);
    await worker.heartbeat.run(signal);
    expect(await listTasks()).toEqual([]);
    await worker.leave();
    await web.leave();
    expect((await read()).nodes).toEqual([]);
    expect(await listTasks()).toEqual([]);
  });

  it('are removed by an operator while they are silent, and by the others after a day', async () => {
    const [web, worker] = [store.nodes.create('web'), store.nodes.create('worker')];
    await web.heartbeat.run(signal);
    await worker.heartbeat.run(signal);
    const [, { id }] = (await read()).nodes;
    expect((await owner.call('DELETE', `/api/v1/health/nodes/${id}`)).statusCode).toBe(409);
    await rows("UPDATE node SET beat_at = beat_at - interval '1 minute' WHERE role = 'worker'");
    expect((await auditor.call('DELETE', `/api/v1/health/nodes/${id}`)).statusCode).toBe(403);
    expect((await owner.call('DELETE', `/api/v1/health/nodes/${id}`)).statusCode).toBe(200);
    expect((await read()).nodes).toMatchObject([{ role: 'web' }]);

    await worker.heartbeat.run(signal);
    await rows("UPDATE node SET beat_at = beat_at - interval '25 hours' WHERE role = 'worker'");
    await web.heartbeat.run(signal);
    expect((await read()).nodes).toMatchObject([{ role: 'web' }]);
    await web.leave();
  });
});

describe('failed jobs', () => {
  it('are listed without mailboxes, page by page, and counted for their queue', async () => {
    const ids = [
      await addDeadLetter('550 <gamer.7@example.com>: no such user'),
      await addDeadLetter(),
      await addDeadLetter(),
    ];
    const { items, next } = await listJobs('?limit=2');
    expect(items.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[1]]);
    expect(items[0]).toMatchObject({ kind: 'message', queue: 'order-messages', about: 'paid', orderId: 'ORDER' });
    const last = await listJobs(`?limit=2&after=${next}`);
    expect(last).toMatchObject({ items: [{ id: ids[0], reason: '550 <***@example.com>: no such user' }], next: null });
    const { queues } = await read();
    expect(queues.find(({ name }: { name: string }) => name === 'order-messages')).toMatchObject({ failed: 3 });
    expect((await owner.get('/api/v1/health/jobs?after=rubbish')).statusCode).toBe(400);
    for (const id of ids) await owner.call('POST', `/api/v1/health/jobs/${id}/dismiss`, { reason: 'a test' });
  });

  it('are sent back one by one or all at once, and each of them once', async () => {
    const id = await addDeadLetter();
    expect((await auditor.call('POST', `/api/v1/health/jobs/${id}/retry`)).statusCode).toBe(403);
    const calls = Array.from({ length: 4 }, () =>
      owner.call('POST', `/api/v1/health/jobs/${id}/retry`, undefined, { isParallel: true }),
    );
    const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409]);
    const waiting = () => rows("SELECT data FROM pgboss.job WHERE name = 'order-messages' AND state = 'created'");
    expect(await waiting()).toEqual([{ data: { kind: 'paid', orderId: 'ORDER' } }]);
    expect(await listJobs()).toEqual({ items: [], next: null });
    expect(await rows("SELECT action, subject FROM audit_entry WHERE action = 'job retry'")).toEqual([
      { action: 'job retry', subject: 'order-messages' },
    ]);

    await addDeadLetter();
    await addDeadLetter();
    expect((await owner.call('POST', '/api/v1/health/jobs/retry')).json()).toEqual({ jobs: 2 });
    expect(await waiting()).toHaveLength(3);
    expect((await owner.call('POST', '/api/v1/health/jobs/retry')).statusCode).toBe(409);
    await rows("DELETE FROM pgboss.job WHERE name = 'order-messages'");
  });

  it('are given up with a reason, which is recorded', async () => {
    const id = await addDeadLetter();
    expect((await owner.call('POST', `/api/v1/health/jobs/${id}/dismiss`, { reason: ' ' })).statusCode).toBe(400);
    expect(
      (await owner.call('POST', `/api/v1/health/jobs/${id}/dismiss`, { reason: 'Written by hand' })).statusCode,
    ).toBe(200);
    expect(await listJobs()).toEqual({ items: [], next: null });
    expect((await owner.call('POST', `/api/v1/health/jobs/${id}/retry`)).statusCode).toBe(409);
    expect(await rows("SELECT reason FROM audit_entry WHERE action = 'job dismiss' ORDER BY id DESC LIMIT 1")).toEqual([
      { reason: 'Written by hand' },
    ]);
  });

  it('that are scheduled are listed until they succeed, and run again at once', async () => {
    const boss = new PgBoss({ connectionString: store.url, max: 1, supervise: false, schedule: false });
    await boss.start();
    await boss.createQueue('tidy-up', { policy: 'exclusive', retryLimit: 0 });
    await boss.schedule('tidy-up', '0 4 * * *');
    const work = async (isGood: boolean) => {
      const [job] = await boss.fetch('tidy-up');
      if (isGood) await boss.complete('tidy-up', job?.id ?? '');
      else await boss.fail('tidy-up', job?.id ?? '', new Error('disk full'));
    };
    await boss.send('tidy-up', {});
    await work(false);
    const { items } = await listJobs();
    expect(items).toMatchObject([{ kind: 'schedule', queue: 'tidy-up', reason: 'disk full' }]);
    expect(await listTasks()).toMatchObject([{ text: 'failed-schedule', number: 'tidy-up' }]);
    expect((await owner.call('POST', `/api/v1/health/jobs/${items[0].id}/retry`)).statusCode).toBe(200);
    expect(await listJobs()).toEqual({ items: [], next: null });
    await work(false);
    expect((await listJobs()).items).toHaveLength(1);
    await boss.send('tidy-up', {});
    await work(true);
    expect(await listJobs()).toEqual({ items: [], next: null });
    await boss.unschedule('tidy-up');
    await boss.deleteQueue('tidy-up');
    await boss.stop({ graceful: false });
  });
});

describe('mail', () => {
  it('that waits for its next attempt is shown with the reason and sent now', async () => {
    await rows(`INSERT INTO pgboss.job (name, data, state, retry_count, start_after, output) VALUES ('order-messages',
      '{"kind": "paid", "orderId": "ORDER"}', 'retry', 2, now() + interval '1 hour', '{"message": "421 try later"}')`);
    const { mail } = await read();
    expect(mail).toMatchObject({ isOn: true, delayed: [{ about: 'paid', tries: 3, reason: '421 try later' }] });
    const { id, nextAt } = mail.delayed[0];
    expect((await owner.call('POST', `/api/v1/health/jobs/${id}/retry`)).statusCode).toBe(200);
    expect(Date.parse((await read()).mail.delayed[0].nextAt)).toBeLessThan(Date.parse(nextAt));
    await rows("UPDATE pgboss.job SET start_after = now() - interval '6 minutes' WHERE name = 'order-messages'");
    expect(await listTasks()).toMatchObject([{ text: 'late-queue', number: 'order-messages' }]);
    expect((await owner.call('POST', `/api/v1/health/jobs/${id}/dismiss`, { reason: 'Too late' })).statusCode).toBe(
      200,
    );
    expect((await read()).mail.delayed).toEqual([]);
  });
});

describe('partners', () => {
  it('have their success, time and last message, and a provider without any success is a task', async () => {
    const web = store.nodes.create('web');
    await buy(store, [await stockProduct(store.database, 5)], [1]);
    await web.heartbeat.run(signal);
    await web.leave();
    const { providers, suppliers } = await read();
    const find = (name: string) => providers.find((one: { name: string }) => one.name === name);
    expect(find('epoint')).toMatchObject({
      ended: 1,
      paid: 1,
      seconds: expect.any(Number),
      lastPaidAt: expect.any(String),
      lastCallbackAt: expect.any(String),
      failingSince: null,
    });
    expect(find('kassa24')).toMatchObject({ ended: 0, lastPaidAt: null, lastCallbackAt: null });
    expect(suppliers.map(({ name }: { name: string }) => name)).toContain('g-engine');

    await rows(`INSERT INTO payment (order_id, top_up_id, basket_id, account_id, provider, status, amount, currency, base_cents,
        rate, rate_source, rate_at, language, expires_at)
      SELECT 'FAILED-ORDER-000' || n, NULL, basket_id, account_id, 'kassa24', 'failed', amount, currency, base_cents, rate,
        rate_source, rate_at, language, expires_at FROM payment, generate_series(1, 5) AS n WHERE provider = 'epoint'`);
    expect(find('kassa24')).toMatchObject({ failingSince: null });
    expect((await read()).providers.find((one: { name: string }) => one.name === 'kassa24')).toMatchObject({
      ended: 5,
      paid: 0,
      failingSince: expect.any(String),
    });
    expect(await listTasks()).toMatchObject([{ text: 'failing-provider' }]);
    await rows("DELETE FROM payment WHERE provider = 'kassa24'");
  });
});

describe('rates', () => {
  it('are shown with their history, and a jump is accepted as it was seen', async () => {
    await turn(store, 'national-bank', { usd: 500 });
    await store.currency.refresh();
    const { current, days } = (await read()).rates;
    expect(current).toMatchObject([{ currency: 'KZT', rate: '500.00000000', isStale: false }, {}, {}]);
    expect(days).toMatchObject([{ KZT: '500.00000000', RUB: expect.any(String), AZN: expect.any(String) }]);

    await turn(store, 'national-bank', { usd: 650 });
    await expect(store.currency.refresh()).rejects.toThrow(/jumped/);
    expect((await read()).rates.current[0]).toMatchObject({ rate: '500.00000000', isStale: true });
    const { rates } = (await owner.get('/api/v1/health/rates')).json();
    expect(rates[0]).toEqual({ currency: 'KZT', ours: '500.00000000', theirs: '650.00000000', hasJumped: true });
    const seen = Object.fromEntries(
      rates.map((one: { currency: string; theirs: string }) => [one.currency, one.theirs]),
    );
    const accept = (body: object, who = owner) => who.call('POST', '/api/v1/health/rates/accept', body);
    const stale = await signInOperator(store, 'owner', { secondFactor: 'stale' });
    expect((await accept(seen, stale)).json().code).toBe('second-factor-stale');
    expect((await accept({ ...seen, KZT: '651' })).json()).toMatchObject({ code: 'changed-meanwhile' });
    expect((await accept({ ...seen, KZT: '-650' })).statusCode).toBe(400);
    expect((await accept(seen)).statusCode).toBe(200);
    expect((await read()).rates.current[0]).toMatchObject({ rate: '650.00000000', isStale: false });
    expect((await accept(seen)).statusCode).toBe(409);

    await turn(store, 'national-bank', { fail: true });
    expect((await owner.get('/api/v1/health/rates')).json().code).toBe('provider-unavailable');
  });
});

describe('backups', () => {
  it('are recorded by an operator, and an old one is a task', async () => {
    const record = (body: object, who = owner) => who.call('POST', '/api/v1/health/backups', body);
    expect((await read()).backups).toEqual([]);
    expect(await listTasks()).toEqual([]);
    expect((await record({ kind: 'backup', note: '' }, auditor)).statusCode).toBe(403);
    expect((await record({ kind: 'other' })).statusCode).toBe(400);
    expect((await record({ kind: 'backup', note: 'offsite' })).statusCode).toBe(200);
    expect((await record({ kind: 'rehearsal' })).statusCode).toBe(200);
    expect((await read(auditor)).backups).toMatchObject([
      { kind: 'rehearsal', note: '', isOld: false },
      { kind: 'backup', note: 'offsite', isOld: false },
    ]);
    expect(await listTasks()).toEqual([]);
    await rows("UPDATE backup_record SET done_at = done_at - interval '49 hours'");
    expect((await read()).backups).toMatchObject([{ isOld: false }, { isOld: true }]);
    expect(await listTasks()).toMatchObject([{ text: 'old-backup' }]);
  });
});

it('Health and Today leave the other connections to the customers', async () => {
  const pool = poolOf(store.database);
  const take = pool.connect.bind(pool);
  let [taken, most] = [0, 0];
  /** If it fails, they show whose connection was one too many. */
  const asked: string[] = [];
  const readMost = async (path: string) => {
    most = 0;
    expect((await owner.get(path)).statusCode, path).toBe(200);
    return most;
  };
  const counted = vi.spyOn(pool, 'connect').mockImplementation(async () => {
    most = Math.max(most, ++taken);
    const client = await take();
    return {
      query: (statement, values) => {
        asked.push(JSON.stringify(statement).slice(0, 160));
        return client.query(statement, values);
      },
      release(isBroken) {
        taken--;
        client.release(isBroken);
      },
    };
  });
  // Nothing is kept of what the tests before have read.
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
  const connections = [await readMost('/api/v1/health'), await readMost('/api/v1/today')];
  later.mockRestore();
  counted.mockRestore();
  expect(connections[0]).toBe(1);
  expect(connections[1], asked.join('\n')).toBeLessThanOrEqual(3);
});
