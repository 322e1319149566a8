import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { databaseUrl } from '../testing/test-database.ts';
import { createTestStore, startTestNode, type TestStore } from '../testing/test-store.ts';

let store: TestStore;
/** What a test opened and has to close again. */
const opened: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  await quietly(renameTo('Kazakhstan'));
  store.cache.clear();
});
afterEach(async () => {
  for (const { close } of opened.splice(0).reverse()) await close();
});

const run = (query: RawBuilder<unknown>) => query.execute(store.database);

/** A change without triggers, so that no node is notified. */
const quietly = (query: RawBuilder<unknown>) =>
  store.database.transaction().execute(async (transaction) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
    await query.execute(transaction);
  });
const notify = () => run(sql`NOTIFY catalogue_changed`);

const COUNTRIES = '/api/v1/info/countries?lng=en';
const renameTo = (name: string) =>
  sql`UPDATE country SET name = jsonb_build_object('ru', ${name}::text, 'en', ${name}::text, 'kz', ${name}::text) WHERE code = 'KZ'`;
const nameOn = async (node: TestStore): Promise<string> => (await node.server.inject(COUNTRIES)).json()[0].name;

/** Locks a table until it is released. Statements that use it wait. */
async function shut(table: string): Promise<{ open(): Promise<void> }> {
  const client = new pg.Client({ connectionString: store.url });
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  opened.push({ close: () => client.end() });
  return { open: async () => void (await client.query('ROLLBACK')) };
}

/** How many statements of the store wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'oyna' AND wait_event_type = 'Lock'`.execute(
    store.database,
  );
  return rows[0]?.n ?? 0;
}

it('sends the cached response until a change is announced', async () => {
  expect(await nameOn(store)).toBe('Kazakhstan');
  await quietly(renameTo('Qazaqstan'));
  expect(await nameOn(store)).toBe('Kazakhstan');
  await notify();
  await eventually(async () => expect(await nameOn(store)).toBe('Qazaqstan'));
});

const inAll = (text: string) => JSON.stringify({ ru: text, en: text, kz: text });
it.each([
  ['country', COUNTRIES, renameTo('New country')],
  ['category', '/api/v1/info/categories', sql`UPDATE category SET title = ${inAll('New category')} WHERE id = 1`],
  ['game', '/api/v1/game', sql`UPDATE game SET name = 'New game'`],
  ['offer', '/api/v1/products', sql`UPDATE product SET name = 'New offer'`],
  ['instruction', '/api/v1/products/10011', sql`UPDATE instruction SET body = ${inAll('New instruction')}`],
  ['group', '/api/v1/Recomendation', sql`UPDATE recommendation_group SET title = ${inAll('New group')}`],
  ['news', '/api/v1/news', sql`UPDATE news SET title = ${inAll('New news')}`],
  ['rate', '/api/v1/currency', sql`INSERT INTO currency_rate VALUES ('KZT', 500, 'New rate', '2026-01-01', now())`],
])('sends a new %s at once', async (subject, url, change) => {
  const before = await store.server.inject(url);
  expect(before.body).not.toContain(`New ${subject}`);
  await run(change);
  await eventually(async () => expect((await store.server.inject(url)).body).toContain(`New ${subject}`));
  expect((await store.server.inject(url)).headers['etag']).not.toBe(before.headers['etag']);
});

it('notices a change through another node', async () => {
  const nodes = await Promise.all([startTestNode({ url: store.url }), startTestNode({ url: store.url })]);
  opened.push(...nodes);
  for (const node of [store, ...nodes]) expect(await nameOn(node)).toBe('Kazakhstan');
  await renameTo('Qazaqstan').execute(nodes[0]?.database ?? store.database);
  for (const node of [store, ...nodes]) await eventually(async () => expect(await nameOn(node)).toBe('Qazaqstan'));
});

it('ignores a change that is rolled back', async () => {
  await nameOn(store);
  const entries = store.cache.size().entries;
  await store.database
    .transaction()
    .execute(async (transaction) => {
      await renameTo('Nowhere').execute(transaction);
      throw new Error('changed my mind');
    })
    .catch(() => {});
  await notify();
  await eventually(() => expect(store.cache.size().entries).toBeLessThan(entries));
  expect(await nameOn(store)).toBe('Kazakhstan');
});

describe('while a response is being made', () => {
  it('one of 50 requests for it queries the database', async () => {
    const { open } = await shut('country');
    const answers = Promise.all(Array.from({ length: 50 }, () => store.server.inject(COUNTRIES)));
    await eventually(async () => expect(await waiting()).toBe(1));
    // A second statement waits for the same lock. If all 50 requests had reached the database, they would wait, too.
    const other = store.server.inject('/api/v1/info/countries?lng=ru');
    await eventually(async () => expect(await waiting()).toBe(2));
    await open();
    const [first, ...rest] = await answers;
    expect(first?.statusCode).toBe(200);
    for (const { body, statusCode } of rest) expect([statusCode, body]).toEqual([200, first?.body]);
    expect((await other).statusCode).toBe(200);
  });

  it('a change makes it too old for the cache', async () => {
    const url = '/api/v1/products?orderby=name';
    const price = (answer: { json(): { items: { price: number }[] } }) => answer.json().items[0]?.price;
    await nameOn(store);
    // The list is read before the change. Its total is in the locked table and is read after it.
    const { open } = await shut('product_total');
    const early = store.server.inject(url);
    await eventually(async () => expect(await waiting()).toBe(1));
    await quietly(sql`UPDATE product SET price_cents = 7777, price_with_discount_cents = 7777`);
    await notify();
    await eventually(() => expect(store.cache.size().entries).toBe(0));
    const late = Promise.all(Array.from({ length: 10 }, () => store.server.inject(url)));
    // One of them queries the database.
    await eventually(async () => expect(await waiting()).toBe(2));
    const other = store.server.inject('/api/v1/products?orderby=name&lng=en');
    await eventually(async () => expect(await waiting()).toBe(3));
    await open();
    expect(price(await early)).not.toBe(7777);
    for (const answer of await late) expect(price(answer)).toBe(7777);
    await other;
    expect(price(await store.server.inject(url))).toBe(7777);
  });

  it('a client that disconnects does not block the others', async () => {
    await store.server.listen({ port: 0, host: '127.0.0.1' });
    const url = `${store.server.listeningOrigin}${COUNTRIES}`;
    const { open } = await shut('country');
    const leave = new AbortController();
    const gone = fetch(url, { signal: leave.signal }).catch(() => 'left');
    await eventually(async () => expect(await waiting()).toBe(1));
    const stays = Promise.all(Array.from({ length: 5 }, () => fetch(url)));
    leave.abort();
    expect(await gone).toBe('left');
    // One of those that waited for it queries the database.
    await eventually(async () => expect(await waiting()).toBe(2));
    const other = fetch(`${store.server.listeningOrigin}/api/v1/info/countries?lng=ru`);
    await eventually(async () => expect(await waiting()).toBe(3));
    await open();
    for (const { status } of [...(await stays), await other]) expect(status).toBe(200);
  });
});

describe('the cache does not hold', () => {
  it.each([
    ['an unknown id', '/api/v1/game/777777', 404],
    ['a wrong parameter', '/api/v1/products?pageSize=0', 400],
    ['an unknown address', '/api/v1/nothing', 404],
    ['health', '/health/ready', 200],
    ['metrics', '/metrics', 200],
    ['the contract', '/api/openapi.json', 200],
  ])('%s', async (_, url, status) => {
    for (let turn = 0; turn < 2; turn++) expect((await store.server.inject(url)).statusCode).toBe(status);
    expect(store.cache.size()).toEqual({ entries: 0, bytes: 0 });
  });

  it('the 404 of an id that is created later', async () => {
    expect((await store.server.inject('/api/v1/news/999')).statusCode).toBe(404);
    await quietly(sql`INSERT INTO news SELECT 999, published_on, title, summary, body, art FROM news WHERE id = 1`);
    expect((await store.server.inject('/api/v1/news/999')).statusCode).toBe(200);
  });

  it('an error of the database', async () => {
    await run(sql`ALTER TABLE country RENAME TO away`);
    const answers = await Promise.all(Array.from({ length: 5 }, () => store.server.inject(COUNTRIES)));
    for (const { statusCode } of answers) expect(statusCode).toBe(500);
    await run(sql`ALTER TABLE away RENAME TO country`);
    expect(await nameOn(store)).toBe('Kazakhstan');
  });
});

it('stays within its bytes and removes the least recently used response first', async () => {
  const limit = 150_000;
  const small = await startTestNode({ url: store.url, cacheBytes: limit });
  opened.push(small);
  const readPrice = async () =>
    (await small.server.inject('/api/v1/products?pageSize=1')).json().items[0].price as number;
  const before = await readPrice();
  await quietly(sql`UPDATE product SET price_cents = 8888, price_with_discount_cents = 8888`);
  for (let number = 1; number <= 30; number++) {
    expect((await small.server.inject(`/api/v1/products?pageNumber=${number}`)).statusCode).toBe(200);
    expect(small.cache.size().bytes).toBeLessThanOrEqual(limit);
    // It is used all the time, so it stays cached with the old value.
    expect(await readPrice()).toBe(before);
  }
  expect(small.cache.size().entries).toBeGreaterThan(1);
  expect(small.cache.size().entries).toBeLessThan(30);
  for (let number = 1; number <= 30; number++) await small.server.inject(`/api/v1/products?pageNumber=${number}`);
  expect(await readPrice()).not.toBe(before);
});

it('keeps its responses when a new one is larger than the whole cache', async () => {
  const tiny = await startTestNode({ url: store.url, cacheBytes: 20_000 });
  opened.push(tiny);
  await nameOn(tiny);
  await tiny.server.inject('/api/v1/products?pageSize=100');
  expect(tiny.cache.size().entries).toBe(1);
  await quietly(renameTo('Qazaqstan'));
  expect(await nameOn(tiny)).toBe('Kazakhstan');
});

it('caches nothing while the change listener is disconnected, and works again after it', async () => {
  await nameOn(store);
  const name = new URL(store.url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: databaseUrl(store.url, 'postgres') });
  await admin.connect();
  opened.push({ close: () => admin.end() });
  // The pool keeps the connections it has; the listener loses its own and gets no other.
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND application_name <> 'oyna'`,
  );
  await eventually(() => expect(store.cache.size().entries).toBe(0));
  expect(await nameOn(store)).toBe('Kazakhstan');
  await quietly(renameTo('Qazaqstan'));
  expect(await nameOn(store)).toBe('Qazaqstan');
  expect(store.cache.size().entries).toBe(0);

  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  await eventually(async () => {
    await nameOn(store);
    expect(store.cache.size().entries).toBe(1);
  });
  await run(renameTo('Heard again'));
  await eventually(async () => expect(await nameOn(store)).toBe('Heard again'));
});
