import { REQUEST_ID_LENGTH } from '@oyna/domain/constants';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const LONG = 'x'.repeat(201);

async function expectFault(url: string, field: string) {
  const answer = await store.server.inject(url);
  expect(answer.statusCode, `${url}: ${answer.body}`).toBe(400);
  expect(answer.json()).toEqual({
    message: expect.stringContaining(field),
    code: 'invalid-parameter',
    requestId: answer.headers['x-request-id'],
    field,
  });
  expect(answer.json().requestId).toHaveLength(REQUEST_ID_LENGTH);
  expect(answer.headers['cache-control']).toBe('no-store');
}

describe.each(['products', 'game'])('bad parameters of /%s', (list) => {
  const search = list === 'products' ? 'gamename' : 'name';
  it.each([
    ['pageNumber', ['0', '-1', '1.5', 'abc', '', '99999999999', '1e9', 'NaN', 'null', '%20', '1;2']],
    ['pageSize', ['0', '-1', '101', '1.5', 'abc', '', '99999999999']],
    ['orderby', ['nonsense', '', 'price;drop', 'PRICE', 'constructor']],
    ['typename', ['nonsense', '', 'services']],
    ['lng', ['xx', '', 'RU', 'ru-RU', '__proto__']],
    ['categoryname', ['', LONG]],
    [search, ['', LONG, 'ы'.repeat(201)]],
  ])('%s is refused by its name', async (field, values) => {
    for (const value of values) await expectFault(`/api/v1/${list}?${field}=${encodeURI(value)}`, field);
  });

  it.each([
    ['pageNumber', '1', '2'],
    ['pageSize', '10', '10'],
    ['orderby', 'price', 'name'],
    ['typename', 'Key', 'Key'],
    ['lng', 'ru', 'en'],
    ['categoryname', 'RPG', 'Action'],
    [search, 'a', 'b'],
  ])('%s given twice is refused', async (field, first, second) => {
    await expectFault(`/api/v1/${list}?${field}=${first}&${field}=${second}`, field);
  });
});

describe('bad parameters elsewhere', () => {
  it.each([
    ['/api/v1/products?gameid=abc', 'gameid'],
    ['/api/v1/products?gameid=0', 'gameid'],
    ['/api/v1/products?gameid=-31', 'gameid'],
    ['/api/v1/products?gameid=2147483648', 'gameid'],
    ['/api/v1/products?gameid=31&gameid=32', 'gameid'],
    ['/api/v1/products/topup', 'gameId'],
    ['/api/v1/products/topup?gameId=abc', 'gameId'],
    ['/api/v1/products/topup?gameId=', 'gameId'],
    ['/api/v1/products/abc', 'id'],
    ['/api/v1/products/0', 'id'],
    ['/api/v1/products/1.5', 'id'],
    ['/api/v1/products/99999999999', 'id'],
    ['/api/v1/products/1%00', 'id'],
    ['/api/v1/game/abc', 'id'],
    ['/api/v1/game/-1', 'id'],
    ['/api/v1/game/1?lng=xx', 'lng'],
    ['/api/v1/Recomendation?lng=xx', 'lng'],
    ['/api/v1/info/categories?lng=xx', 'lng'],
    ['/api/v1/subscribes?lng=xx', 'lng'],
    ['/api/v1/search/suggestions', 'query'],
    ['/api/v1/search/suggestions?query=', 'query'],
    [`/api/v1/search/suggestions?query=${LONG}`, 'query'],
    ['/api/v1/search/suggestions?query=a&query=b', 'query'],
  ])('%s is refused', (url, field) => expectFault(url, field));

  it.each([
    ['a broken escape', '/api/v1/products/%ZZ'],
    ['half a letter', '/api/v1/game/%E0%A4%A'],
    ['a lone percent sign', '/api/v1/%'],
    ['an endless id', `/api/v1/game/${'1'.repeat(300)}`],
  ])('an address that cannot be read is refused in the same words: %s', async (_, url) => {
    const answer = await store.server.inject(url);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      message: expect.any(String),
      code: 'invalid-parameter',
      requestId: expect.stringMatching(/^[\w-]{21}$/),
    });
    expect(answer.headers).toMatchObject({
      'x-request-id': answer.json().requestId,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });
});

describe('text that is only strange', () => {
  const hostile = [
    '%00',
    'a%00b',
    '%ZZ',
    '%E0%A4%A',
    '%ED%A0%80',
    '%FF%FE',
    "'; DROP TABLE game; --",
    "' OR '1'='1",
    '$1',
    '%25%25',
    '_',
    '\\',
    '"><script>alert(1)</script>',
    '{"$gt":""}',
    '../../etc/passwd',
    '\u202e\u0000\ufffd',
    '😀',
    '１２３',
  ];

  it.each(hostile)('is an empty or harmless list: %s', async (value) => {
    const encoded = value.includes('%') ? value : encodeURIComponent(value);
    for (const parameter of [
      'products?gamename',
      'products?categoryname',
      'game?name',
      'game?categoryname',
      'search/suggestions?query',
    ]) {
      const answer = await store.server.inject(`/api/v1/${parameter}=${encoded}`);
      expect([200, 400], `${parameter}=${value}: ${answer.body}`).toContain(answer.statusCode);
      if (answer.statusCode === 400)
        expect(answer.json()).toMatchObject({ code: 'invalid-parameter', field: /\?(.*)/.exec(parameter)?.[1] });
      else if (parameter.endsWith('categoryname')) expect(answer.json()).toMatchObject({ items: [], totalSize: 0 });
    }
    const { games } = await store.database
      .selectFrom('game')
      .select((eb) => eb.fn.countAll<number>().as('games'))
      .executeTakeFirstOrThrow();
    expect(games).toBeGreaterThan(160);
  });

  it('changes nothing when a parameter is unknown', async () => {
    const plain = await store.server.inject('/api/v1/products');
    const strange = await store.server.inject('/api/v1/products?unknown=1&__proto__=2&constructor[prototype]=3');
    expect(strange.json()).toEqual(plain.json());
  });
});

it('answers 404 for an id that is not there, naming it', async () => {
  for (const url of ['/api/v1/products/999999', '/api/v1/game/999999', '/api/v1/products/2147483647']) {
    const answer = await store.server.inject(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({
      message: 'Not found',
      code: 'not-found',
      requestId: answer.headers['x-request-id'],
      field: 'id',
    });
  }
});

it('answers 404 in JSON for an address that is not there', async () => {
  for (const url of [
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/nothing',
    '/api/v2/products',
    '/api/v1/products/1/2',
    '/API/V1/PRODUCTS',
  ]) {
    const answer = await store.server.inject(url);
    expect(answer.statusCode, url).toBe(404);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.json()).toEqual({
      message: 'Not found',
      code: 'not-found',
      requestId: answer.headers['x-request-id'],
    });
  }
});

it('never answers 5xx, whatever the query string holds', async () => {
  const name = fc.constantFrom(
    'pageNumber',
    'pageSize',
    'orderby',
    'typename',
    'categoryname',
    'gamename',
    'name',
    'gameid',
    'lng',
    'query',
    'gameId',
  );
  const raw = fc.string({ unit: 'binary', maxLength: 40 }).map(encodeLoosely);
  const value = fc.oneof(
    raw,
    fc.string({ unit: 'grapheme', maxLength: 40 }).map(encodeLoosely),
    fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 12 }).map((bytes) => bytes.map(percent).join('')),
    fc.oneof(fc.integer(), fc.double(), fc.bigInt()).map(String),
    fc.constantFrom('1', '20', 'price', 'Key', 'RPG', 'witcher', 'ru', 'kk', '%', '%%', '%0', '%C3%28', '[]', 'null'),
  );
  const query = fc
    .array(fc.tuple(fc.oneof({ weight: 5, arbitrary: name }, raw), value), { maxLength: 5 })
    .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
  const path = fc.constantFrom(
    'products',
    'products/topup',
    'products/278',
    'game',
    'game/1001',
    'Recomendation',
    'info/categories',
    'subscribes',
    'search/suggestions',
  );
  await fc.assert(
    fc.asyncProperty(path, query, async (place, text) => {
      const answer = await store.server.inject(`/api/v1/${place}?${text}`);
      expect(answer.statusCode, answer.body).toBeLessThan(500);
      expect(answer.headers['x-request-id']).toHaveLength(REQUEST_ID_LENGTH);
      if (answer.statusCode !== 200)
        expect(answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    }),
    { numRuns: 400 },
  );
});

const percent = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`;

/** Percent-encodes what no URL may hold, also half of a surrogate pair, and leaves the rest to be misread. */
function encodeLoosely(text: string): string {
  return [...text]
    .map((letter) => (/[!$'()*,./:;@\w~-]/.test(letter) ? letter : [...Buffer.from(letter)].map(percent).join('')))
    .join('');
}
