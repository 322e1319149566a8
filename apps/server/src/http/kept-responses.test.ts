import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { askOverSocket } from '../testing/ask.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts';
import { eventually } from '../testing/eventually.ts';
import { PASSWORD } from '../testing/test-account.ts';
import { createMember } from '../testing/test-member.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

/** What visitors get while the database is away: cached public answers, and 503 for everything else. */

const LIST = '/api/v1/products?pageSize=5';
const COUNTRIES = '/api/v1/info/countries?lng=en';
const GAME_PAGE = '/catalog/1001';
const KEPT = { 'cache-control': 'no-store', 'cache-status': 'store; hit; detail=database-away' };

let proxy: DatabaseProxy;
let store: TestStore;
/** A connection past the proxy: another node of the store, which still reaches the database. */
let other: pg.Client;
beforeAll(async () => {
  proxy = await startDatabaseProxy();
  let direct = '';
  store = await createTestStore({
    pages: true,
    listen: true,
    url: (url) => {
      direct = url;
      return proxy.through(url);
    },
  });
  other = new pg.Client({ connectionString: direct });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await store.close();
  await proxy.cut();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await proxy.restore();
  await eventually(async () => {
    expect((await get(LIST)).statusCode).toBe(200);
    // A current answer: this node is notified of changes again.
    expect(store.cache.size().entries).toBeGreaterThan(0);
  });
});

const get = (url: string, headers = {}) => store.server.inject({ url, headers });
const rename = (name: string) =>
  other.query(`UPDATE country SET name = jsonb_build_object('ru', $1::text, 'en', $1, 'kz', $1) WHERE code = 'KZ'`, [
    name,
  ]);
const nameIn = (answer: { json(): { name: string }[] }) => answer.json()[0]?.name;

describe('without the database', () => {
  it('public answers and pages that were asked for before are sent, marked and not to be stored', async () => {
    const [list, page] = [await get(LIST), await get(GAME_PAGE, { 'accept-language': 'en' })];
    // Not only what is current: a change has just made all of it old.
    store.cache.clear();
    await proxy.cut();
    const ask = askOverSocket(store.server);
    for (let turn = 0; turn < 3; turn++) {
      const kept = await get(LIST, { 'if-none-match': list.headers['etag'] });
      expect([kept.statusCode, kept.body]).toEqual([200, list.body]);
      expect(kept.headers).toMatchObject(KEPT);
      expect(kept.headers).not.toHaveProperty('etag');
      expect(kept.headers).not.toHaveProperty('retry-after');
      const overSocket = await ask(LIST, { 'accept-encoding': 'gzip' });
      expect(overSocket).toMatchObject({ status: 200, headers: { ...KEPT, 'content-encoding': 'gzip' } });
      const shown = await get(GAME_PAGE, { 'accept-language': 'en' });
      expect(shown.statusCode).toBe(200);
      expect(shown.headers).toMatchObject({ ...KEPT, 'content-type': 'text/html; charset=utf-8' });
      expect(shown.headers['content-security-policy']).toBe(page.headers['content-security-policy']);
      const notice = /<p role="status">(This page was saved earlier.*?)<\/p>/.exec(shown.body);
      expect(shown.body.replace(notice?.[0] ?? '', '')).toBe(page.body);
    }
    expect((await ask(LIST, {}, 'HEAD')).body.length).toBe(0);
    expect(await readMetric('oyna_http_kept_responses_total')).toBeGreaterThanOrEqual(9);
  });

  it('a page that was never opened is rendered from cached answers', async () => {
    await get(GAME_PAGE, { 'accept-language': 'en' });
    await proxy.cut();
    await eventually(() => expect(store.cache.size().entries).toBe(0));
    // Another theme is another page with the same data.
    const page = await get(GAME_PAGE, { 'accept-language': 'en', cookie: 'theme=light' });
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject(KEPT);
    expect(page.body).toContain('<p role="status">This page was saved earlier');
    expect(page.body).toContain('The Witcher 3');
  });

  it('nothing is sent that was made for another address or language', async () => {
    await get(COUNTRIES);
    await proxy.cut();
    for (const url of ['/api/v1/info/countries?lng=kz', '/api/v1/products?pageSize=97', '/api/v1/game/1044']) {
      const answer = await get(url);
      expect(answer.statusCode, url).toBe(503);
      expect(answer.json()).toMatchObject({ code: 'unavailable' });
    }
  });

  it('sign-in, cart and payment answer 503, say when to come again, and work again by themselves', async () => {
    const member = await createMember(store);
    const create = () => post('/api/v1/basket/create', [{ id: 10_011, count: 1 }], member.headers);
    const basket = (await create()).json().id;
    await proxy.cut();
    const refused = await Promise.all([
      post('/account/login', { username: 'owner', password: PASSWORD }),
      create(),
      post(`/api/v1/payment/robokassa/${basket}`, undefined, member.headers),
      get('/api/v1/user/basket/actual', member.headers),
    ]);
    for (const answer of refused) {
      expect(answer.statusCode, answer.body).toBe(503);
      expect(answer.json()).toMatchObject({ code: 'unavailable' });
      expect(answer.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
    }
    await proxy.restore();
    await eventually(async () => expect((await create()).statusCode).toBe(201));
  });

  it('an answer is not sent when it is older than the limit', async () => {
    await get(LIST);
    await proxy.cut();
    expect((await get(LIST)).statusCode).toBe(200);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 10 * 60_000);
    expect((await get(LIST)).statusCode).toBe(503);
  });

  it('a silent database costs the visitors nothing once it is noticed', async () => {
    await get(LIST);
    proxy.freeze();
    await eventually(async () => expect((await get(LIST)).headers).toMatchObject(KEPT));
    const started = performance.now();
    for (let turn = 0; turn < 50; turn++) expect((await get(LIST)).statusCode).toBe(200);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

it('a change made while this node was cut off is shown as soon as an answer is not marked', async () => {
  for (const name of ['First', 'Second']) {
    await rename(name);
    await eventually(async () => expect(nameIn(await get(COUNTRIES))).toBe(name));
    await proxy.cut();
    expect(nameIn(await get(COUNTRIES))).toBe(name);
    await rename(`${name} changed`);
    await proxy.restore();
    await eventually(async () => {
      const answer = await get(COUNTRIES);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-status']).toBeUndefined();
      // Not within the wait: an old answer without the mark fails at once.
      if (nameIn(answer) !== `${name} changed`) throw new Error('the old answer without a mark');
    });
    expect(nameIn(await get(COUNTRIES))).toBe(`${name} changed`);
  }
});

describe('a node that is notified of changes, when a query fails,', () => {
  /** The answer to a request whose query is ended while it waits. */
  async function getFailing(url: string) {
    await other.query('BEGIN; LOCK TABLE country IN ACCESS EXCLUSIVE MODE');
    try {
      const answer = get(url);
      const WAITING = `FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await eventually(async () => expect((await other.query(`SELECT 1 ${WAITING}`)).rowCount).toBe(1));
      await other.query(`SELECT pg_terminate_backend(pid) ${WAITING}`);
      return await answer;
    } finally {
      await other.query('ROLLBACK');
    }
  }
  /** The change listener connects again. */
  function reconnect(): void {
    store.cache.setListening(false);
    store.cache.setListening(true);
  }

  it('never sends an answer from before a change', async () => {
    await rename('Old');
    await eventually(async () => expect(nameIn(await get(COUNTRIES))).toBe('Old'));
    await rename('New');
    await eventually(() => expect(store.cache.size().entries).toBe(0));
    reconnect();
    expect((await getFailing(COUNTRIES)).statusCode).toBe(503);
    expect(nameIn(await get(COUNTRIES))).toBe('New');
  });

  it('sends an answer that it made after the last change, marked', async () => {
    await rename('Kept');
    await eventually(() => expect(store.cache.size().entries).toBe(0));
    expect(nameIn(await get(COUNTRIES))).toBe('Kept');
    reconnect();
    const answer = await getFailing(COUNTRIES);
    expect([answer.statusCode, nameIn(answer)]).toEqual([200, 'Kept']);
    expect(answer.headers).toMatchObject(KEPT);
    expect((await get(COUNTRIES)).headers['cache-status']).toBeUndefined();
  });
});

it('a database that only reads refuses writes with 503, not 500, and the catalogue is open', async () => {
  const member = await createMember(store);
  const create = () => post('/api/v1/basket/create', [{ id: 10_011, count: 1 }], member.headers);
  const { rows } = await other.query('SELECT current_database() AS name');
  const setReadOnly = async (value: 'on' | 'off') => {
    await other.query(`SET default_transaction_read_only = off`);
    await other.query(`ALTER DATABASE ${rows[0].name} SET default_transaction_read_only = ${value}`);
    await other.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  };
  await setReadOnly('on');
  await eventually(async () => {
    const answer = await create();
    expect(answer.statusCode, answer.body).toBe(503);
    expect((await sql<{ on: string }>`SHOW default_transaction_read_only`.execute(store.database)).rows).toEqual([
      { default_transaction_read_only: 'on' },
    ]);
  });
  for (const answer of [await create(), await post('/account/login', { username: 'owner', password: PASSWORD })]) {
    expect(answer.statusCode, answer.body).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'unavailable' });
  }
  store.cache.clear();
  expect((await get(LIST)).statusCode).toBe(200);
  await setReadOnly('off');
  await eventually(async () => expect((await create()).statusCode).toBe(201));
});

const post = (url: string, payload?: object, headers = {}) =>
  store.server.inject({ method: 'POST', url, headers, ...(payload ? { payload } : {}) });

async function readMetric(name: string): Promise<number> {
  const { body } = await get('/metrics');
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1]);
}
