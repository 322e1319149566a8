import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ask, askInProcess, askOverSocket, type RawAnswer } from '../testing/ask.ts';
import { eventually } from '../testing/eventually.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';
import { API_POLICY, SECURITY_HEADERS } from './security-headers.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await store.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => store.close());
beforeEach(() => store.cache.clear());

const LARGE = '/api/v1/products';
const SMALL = '/api/v1/currency';
const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
const textOf = ({ headers, body }: RawAnswer): string => {
  const encoding = headers['content-encoding'] as keyof typeof decoders | undefined;
  return (encoding ? decoders[encoding](body) : body).toString();
};
const named = ({ headers }: RawAnswer, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, headers[name]]));

describe.each([
  ['in the process', askInProcess],
  ['over a socket', askOverSocket],
] as const)('a response %s', (_, way) => {
  const ask: Ask = (...question) => way(store.server)(...question);

  /** Asks until the answer is kept and compressed. */
  async function askCompressed(url: string, accept: string): Promise<RawAnswer> {
    await ask(url);
    return eventually(async () => {
      const answer = await ask(url, { 'accept-encoding': accept });
      expect(answer.headers['content-encoding']).toBeDefined();
      return answer;
    });
  }

  it('has the headers cache-control, vary, etag and content-type', async () => {
    const [computed, kept] = [await ask(LARGE), await ask(LARGE)];
    for (const answer of [computed, kept]) {
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'cache-control': expect.stringMatching(/^public, max-age=\d+, s-maxage=\d+/),
        vary: 'accept-language, accept-encoding',
        etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
        'content-type': expect.stringMatching(/^application\/json/),
        'content-length': String(answer.body.length),
      });
    }
    expect(kept.body).toEqual(computed.body);
    expect(store.cache.size().entries).toBe(1);
  });

  it('is the same from the cache, except for its request id', async () => {
    const names = [
      ...Object.keys(SECURITY_HEADERS),
      'content-security-policy',
      'etag',
      'cache-control',
      'vary',
      'content-type',
    ];
    const [computed, kept] = [await ask(SMALL), await ask(SMALL)];
    expect(named(kept, names)).toEqual(named(computed, names));
    expect(kept.headers).toMatchObject({ ...SECURITY_HEADERS, 'content-security-policy': API_POLICY });
    for (const { headers } of [computed, kept]) expect(headers['x-request-id']).toHaveLength(21);
    expect(kept.headers['x-request-id']).not.toBe(computed.headers['x-request-id']);
  });

  it('is 304 without a body for a client with a current copy', async () => {
    const { headers } = await ask(LARGE);
    const etag = String(headers.etag);
    store.cache.clear();
    for (const tags of [etag, etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const answer = await ask(LARGE, { 'if-none-match': tags });
      expect(answer.status, tags).toBe(304);
      expect(answer.body).toHaveLength(0);
      expect(named(answer, ['etag', 'cache-control', 'vary'])).toEqual({
        etag,
        ...pick(headers, 'cache-control', 'vary'),
      });
      expect(answer.headers['x-request-id']).toHaveLength(21);
    }
  });

  it('is complete for a client with another copy', async () => {
    for (const tags of ['W/"something-else"', '""', 'nonsense']) {
      expect((await ask(LARGE, { 'if-none-match': tags })).status).toBe(200);
    }
  });

  it.each(['br', 'gzip'] as const)('is compressed once with %s and decompresses to the same JSON', async (encoding) => {
    const plain = await ask(LARGE);
    const compressed = await askCompressed(LARGE, encoding);
    expect(compressed.headers['content-encoding']).toBe(encoding);
    expect(compressed.headers['content-length']).toBe(String(compressed.body.length));
    expect(compressed.body.length).toBeLessThan(plain.body.length / 3);
    expect(textOf(compressed)).toBe(plain.body.toString());
    expect(compressed.headers.etag).toBe(plain.headers.etag);
    const size = store.cache.size();
    expect((await ask(LARGE, { 'accept-encoding': encoding })).body).toEqual(compressed.body);
    expect(store.cache.size()).toEqual(size);
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['identity', undefined],
    ['zstd, brotli, x-gzipped', undefined],
    ['', undefined],
  ])('has an encoding that the client accepts: %s', async (accept, encoding) => {
    const { body } = await askCompressed(LARGE, 'br');
    const answer = await ask(LARGE, { 'accept-encoding': accept });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(textOf(answer)).toBe(brotliDecompressSync(body).toString());
  });

  it('is not compressed when it is small', async () => {
    await askCompressed(LARGE, 'br');
    for (let turn = 0; turn < 3; turn++) {
      expect((await ask(SMALL, { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
    }
  });

  it('is never sent in another language', async () => {
    const url = '/api/v1/info/categories';
    const languages = ['ru', 'en', 'kk', 'de', 'en-US,en;q=0.9', 'kk-KZ'];
    const expected = { ru: 'Шутеры', en: 'Shooters', kk: 'Атыс ойындары' };
    for (let turn = 0; turn < 3; turn++) {
      const answers = await Promise.all(
        languages.flatMap((language) => [
          ask(url, { 'accept-language': language }),
          ask(`${url}?lng=${language === 'de' ? 'ru' : language.slice(0, 2)}`, { 'accept-language': 'en' }),
        ]),
      );
      answers.forEach((answer, index) => {
        const language = languages[Math.floor(index / 2)]?.slice(0, 2) as 'ru';
        const titles = JSON.parse(textOf(answer)).map(({ title }: { title: string }) => title);
        expect(titles).toContain(expected[language] ?? expected.ru);
      });
    }
  });

  it('to HEAD has the headers and no body, and is cached for GET too', async () => {
    const head = await ask(LARGE, {}, 'HEAD');
    const whole = await ask(LARGE);
    const keptHead = await ask(LARGE, {}, 'HEAD');
    for (const answer of [head, keptHead]) {
      expect(answer.status).toBe(200);
      expect(answer.body).toHaveLength(0);
      expect(named(answer, ['etag', 'content-length'])).toEqual(named(whole, ['etag', 'content-length']));
    }
    expect(JSON.parse(whole.body.toString()).items).toHaveLength(20);
  });

  it('is cached for GET and HEAD only', async () => {
    await ask(LARGE);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
      expect((await ask(LARGE, {}, method)).status, method).toBe(404);
  });

  it('is the same for 50 concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(LARGE)));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual(answers[0]?.body);
    }
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(50);
    expect(store.cache.size().entries).toBe(1);
  });
});

it('keeps responses while made-up queries and spellings fill the cache', async () => {
  const small = await createTestStore({ cacheBytes: 100_000 });
  try {
    const ask = (url: string) => small.server.inject(url);
    const inRussian = `${SMALL}?lng=ru`;
    await ask(SMALL);
    await ask(inRussian);
    for (let page = 1; page <= 40; page++) expect((await ask(`${LARGE}?pageNumber=${page}`)).statusCode).toBe(200);
    expect(small.cache.findApiResponse(`${LARGE}?pageNumber=1`)).toBeUndefined();
    expect(small.cache.findApiResponse(`${LARGE}?pageNumber=40`)).toBeDefined();
    const { id } = (await ask('/api/v1/game?pageSize=1')).json().items[0];
    for (let zeros = 1; zeros <= 40; zeros++) {
      expect((await ask(`/api/v1/game/${'0'.repeat(zeros)}${id}`)).statusCode).toBe(200);
    }
    expect(small.cache.findApiResponse(SMALL)).toBeDefined();
    expect(small.cache.findApiResponse(inRussian)).toBeDefined();
    expect(small.cache.size().bytes).toBeLessThanOrEqual(100_000);
  } finally {
    await small.close();
  }
});

function pick(headers: RawAnswer['headers'], ...names: string[]) {
  return Object.fromEntries(names.map((name) => [name, headers[name]]));
}
