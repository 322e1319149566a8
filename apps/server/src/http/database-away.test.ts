import { ERRORS } from '@oyna/domain/errors';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts';
import { eventually } from '../testing/eventually.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

const SILENCE_MS = 700;
let proxy: DatabaseProxy;
let store: TestStore;
let direct = '';
beforeAll(async () => {
  proxy = await startDatabaseProxy();
  store = await createTestStore({
    silenceMs: SILENCE_MS,
    // kept-responses.test.ts shows what is sent in place of an error.
    environment: { CACHE_KEPT_MINUTES: '0' },
    url: (url) => {
      direct = url;
      return proxy.through(url);
    },
  });
});
afterAll(async () => {
  await store.close();
  await proxy.cut();
});
afterEach(async () => {
  await proxy.restore();
  await eventually(async () => expect((await askAnew()).statusCode).toBe(200));
});

/** Asks with an empty cache, so that only the database knows the answer. */
const askAnew = () => {
  store.cache.clear();
  return store.server.inject('/api/v1/info/countries');
};
const statusOf = async (url: string) => (await store.server.inject(url)).statusCode;
const ROUTES = [
  'products',
  'products/10011',
  'game',
  'game/1001',
  'game?name=witcher',
  'game?platform=Steam',
  'game/facets',
  'Recomendation',
  'info/categories',
  'info/countries',
  'currency',
  'subscribes',
  'news',
  'news/1',
  'search/suggestions?query=w',
];

async function expectUnavailable(answer: Awaited<ReturnType<typeof askAnew>>) {
  expect(answer.statusCode, answer.body).toBe(503);
  expect(answer.json()).toEqual({
    message: ERRORS.unavailable.message,
    code: 'unavailable',
    requestId: answer.headers['x-request-id'],
  });
  expect(answer.headers).toMatchObject({ 'retry-after': expect.stringMatching(/^\d+$/), 'cache-control': 'no-store' });
}

it('responds with 503 while the database is away and recovers when it is back', async () => {
  expect((await askAnew()).statusCode).toBe(200);
  await proxy.cut();
  for (const url of ROUTES) await expectUnavailable(await store.server.inject(`/api/v1/${url}`));
  await Promise.all(Array.from({ length: 20 }, async () => expectUnavailable(await askAnew())));

  await proxy.restore();
  await eventually(async () => expect((await askAnew()).statusCode).toBe(200));
  for (const url of ROUTES) expect(await statusOf(`/api/v1/${url}`), url).toBe(200);
  // The change listener is connected again: answers are cached, and removed when something changes.
  await eventually(async () => {
    await store.server.inject('/api/v1/info/countries');
    expect(store.cache.size().entries).toBeGreaterThan(0);
  });
  await sql`UPDATE country SET code = code`.execute(store.database);
  await eventually(() => expect(store.cache.size().entries).toBe(0));
});

it('recovers from repeated outages', async () => {
  for (let turn = 0; turn < 3; turn++) {
    await proxy.cut();
    await expectUnavailable(await askAnew());
    await proxy.restore();
    await eventually(async () => expect((await askAnew()).statusCode).toBe(200));
  }
});

it('stays alive and reports that it is not ready', async () => {
  expect(await statusOf('/health/live')).toBe(200);
  expect((await store.server.inject('/health/ready')).json()).toEqual({
    status: 'ok',
    checks: { database: 'ok', migrations: 'ok', vault: 'ok', worker: 'off' },
  });
  await proxy.cut();
  expect(await statusOf('/health/live')).toBe(200);
  const ready = await store.server.inject('/health/ready');
  expect(ready.statusCode).toBe(503);
  expect(ready.json()).toMatchObject({ status: 'failed', checks: { database: 'failed' } });
  expect(await statusOf('/api/v1/nothing')).toBe(404);
  expect(await statusOf('/api/v1/products?pageSize=0')).toBe(400);
  await proxy.restore();
  await eventually(async () => expect(await statusOf('/health/ready')).toBe(200));
});

it('is not ready on a database of another version', async () => {
  const { database } = store;
  const newest = database.selectFrom('schema_migration').selectAll().orderBy('name', 'desc').limit(1);
  const row = await newest.executeTakeFirstOrThrow();
  await database.deleteFrom('schema_migration').where('name', '=', row.name).execute();
  try {
    const ready = await store.server.inject('/health/ready');
    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toMatchObject({ status: 'failed', checks: { database: 'ok', migrations: 'failed' } });
  } finally {
    await database.insertInto('schema_migration').values(row).execute();
  }
});

it('responds with 503 to requests that wait when the database goes away', async () => {
  const client = new pg.Client({ connectionString: direct });
  await client.connect();
  try {
    await client.query('BEGIN; LOCK TABLE country IN ACCESS EXCLUSIVE MODE');
    const question = askAnew();
    await eventually(async () => {
      const { rows } = await client.query(`SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted`);
      expect(rows[0].n).toBeGreaterThan(0);
    });
    await proxy.cut();
    await expectUnavailable(await question);
  } finally {
    await client.end();
  }
});

it('responds with 503 or a result when the database ends its connections, and then normally', async () => {
  await askAnew();
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(
    store.database,
  );
  const first = await askAnew();
  if (first.statusCode !== 200) await expectUnavailable(first);
  await eventually(async () => expect((await askAnew()).statusCode).toBe(200));
});

it('stops waiting for a silent database and reconnects to it', async () => {
  expect((await askAnew()).statusCode).toBe(200);
  proxy.freeze();
  const started = performance.now();
  await expectUnavailable(await askAnew());
  expect(performance.now() - started).toBeLessThan(SILENCE_MS + 10_000);
  expect(await statusOf('/health/live')).toBe(200);
  await proxy.restore();
  await eventually(async () => expect((await askAnew()).statusCode).toBe(200));
});

it('survives a silence of the database without requests', async () => {
  await askAnew();
  await eventually(async () => {
    const { rows } = await sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'oyna' AND datname = current_database() AND state_change < now() - interval '1 second'`.execute(
      store.database,
    );
    expect(rows[0]?.n).toBe(0);
  });
  expect((await askAnew()).statusCode).toBe(200);
});
