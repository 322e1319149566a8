import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ pages: true });
  // The clock does not move, so that a slow machine does not reach the next window of the limit.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(async () => {
  vi.useRealTimers();
  await store.close();
});

const open = (url: string, remoteAddress = '198.51.100.1') => store.server.inject({ url, remoteAddress });

/** Opens the pages of 230 games that do not exist, one after the other. Returns those that were refused. */
async function openMany(addressOf: (turn: number) => string) {
  const refused = [];
  for (let turn = 0; turn < 230; turn++) {
    const answer = await open(`/catalog/${5_000_000 + turn}`, addressOf(turn));
    if (answer.statusCode === 429) refused.push(answer);
  }
  return refused;
}

describe('one address', () => {
  const remoteAddress = '198.51.100.1';
  let refused: Awaited<ReturnType<typeof openMany>>;
  beforeAll(async () => {
    expect((await open('/news')).statusCode).toBe(200);
    refused = await openMany(() => remoteAddress);
  });

  it('has a limited number of pages rendered, and still gets cached pages', async () => {
    // Of 230 visits the first also has the shared page rendered, and /news was opened before.
    expect(refused).toHaveLength(32);
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await open('/news?junk=1')).statusCode).toBe(200);
    expect((await open('/catalog/5000000', '198.51.100.2')).statusCode).toBe(404);
  });

  it('gets one page for all addresses without a page', async () => {
    const first = await open('/nothing', '198.51.100.2');
    expect(first.body).toContain('href="?lng=en"');
    const made = await Promise.all(Array.from({ length: 30 }, (_, turn) => open(`/made-up/${turn}?junk=${turn}`)));
    for (const { statusCode, headers, body } of made) {
      expect([statusCode, headers.etag, body]).toEqual([404, first.headers.etag, first.body]);
    }
    const tag = { 'if-none-match': String(first.headers.etag) };
    expect((await store.server.inject({ url: '/made-up', remoteAddress, headers: tag })).statusCode).toBe(404);
    expect((await open('/made-up.data', '198.51.100.2')).statusCode).toBe(404);
    expect((await open('/made-up?lng=en', '198.51.100.2')).body).toContain('<html lang="en"');
    expect((await open('/%63atalog', '198.51.100.2')).statusCode).toBe(200);
    // The data of the home page and of an address with a slash at the end, as a browser asks for it.
    expect((await open('/_.data', '198.51.100.2')).statusCode).toBe(200);
    expect((await open('/catalog/_.data', '198.51.100.2')).statusCode).toBe(200);
  });

  it('gets one page for all games that do not exist, and its own for one that does', async () => {
    const remoteAddress = '198.51.100.3';
    const first = await open('/catalog/6000001', remoteAddress);
    expect(first.statusCode).toBe(404);
    expect(first.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' });
    for (const path of ['/catalog/6000002', '/catalog/6000003?junk=1', '/catalog/0', '/catalog/99999999999']) {
      const { statusCode, headers, body } = await open(path, remoteAddress);
      expect([path, statusCode, headers.etag, body]).toEqual([path, 404, first.headers.etag, first.body]);
      expect(headers['content-security-policy']).toBe(first.headers['content-security-policy']);
    }
    expect((await open('/catalog/6000004?lng=en', remoteAddress)).body).toContain('<html lang="en"');
    const accepting = { 'accept-encoding': 'br', cookie: 'theme=light' };
    const packed = await store.server.inject({ url: '/catalog/6000005', remoteAddress, headers: accepting });
    expect([packed.statusCode, packed.headers['content-encoding']]).toEqual([404, 'br']);
    expect(brotliDecompressSync(packed.rawPayload).toString()).toContain('data-theme="light"');
    const head = await store.server.inject({ method: 'HEAD', url: '/catalog/6000006', remoteAddress });
    expect([head.statusCode, head.rawPayload.length]).toEqual([404, 0]);
    // The data of a page, for a browser that is on another.
    expect((await open('/catalog/6000007.data', remoteAddress)).statusCode).toBe(404);
    expect((await open('/catalog/6000008?preview=junk', remoteAddress)).statusCode).toBe(404);
    expect((await open('/catalog/1001', remoteAddress)).statusCode).toBe(200);
  });

  it('is refused with a plain page in the language of the browser, other clients with JSON', async () => {
    const ask = (headers: Record<string, string>) =>
      store.server.inject({ url: '/catalog/5999999', remoteAddress, headers });
    const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    for (const [language, text] of [
      ['ru', 'Слишком много попыток'],
      ['en', 'Too many attempts'],
      ['kk', 'Тым көп әрекет'],
    ] as const) {
      const page = await ask({ ...browser, 'accept-language': language });
      expect(page.statusCode).toBe(429);
      expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
      expect(page.body).toContain(`<html lang="${language}">`);
      expect(page.body).toContain(text);
    }
    for (const headers of [{ accept: '*/*' }, { accept: 'application/json' }]) {
      expect((await ask(headers)).json()).toMatchObject({ code: 'too-many-requests' });
    }
  });
});

it('counts all addresses of one IPv6 network together', async () => {
  expect(await openMany((turn) => `2001:db8:1:2::${turn.toString(16)}`)).toHaveLength(30);
});
