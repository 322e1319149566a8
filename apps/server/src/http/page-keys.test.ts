import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sized } from '../testing/test-size.ts';
import { createTestStore, startTestNode, type TestStore } from '../testing/test-store.ts';
import { keyOf } from './response-cache.ts';

/** One visitor never changes the page of another: a cached page depends on its key only. */

let store: TestStore;
let fresh: TestStore;
beforeAll(async () => {
  store = await createTestStore({ pages: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  // Without a cache, so that every page is rendered for its request.
  fresh = await startTestNode({ url: store.url, pages: true, cacheBytes: 0, environment: { RATE_LIMITS: 'off' } });
});
afterAll(async () => {
  await fresh.close();
  await store.close();
});

const VISITS = sized({ short: 60, full: 120 });

interface Visit {
  path: string;
  headers: Record<string, string>;
}

type Render = (visit: Visit) => Promise<string>;

const word = (...words: string[]) => fc.constantFrom(...words);
const languages = word('ru', 'en', 'kk', 'kz', 'kk_KZ', 'en-US', 'en_US', 'EN', 'de', '*', '', 'ru-RU');
const range = fc
  .tuple(languages, word('', ';q=1', ' ;q=1', ';q=0', ';q=0.5', ';q=x', '; q=0.9', ';Q=0.4', ';q=1e9', ';q=-1'))
  .map((parts) => parts.join(''));
const acceptLanguage = fc.array(range, { maxLength: 4 }).map((ranges) => ranges.join(', '));
const cookie = fc
  .array(
    fc.oneof(
      fc.tuple(word('i18next', ' i18next', 'I18next'), languages).map((pair) => pair.join('=')),
      fc
        .tuple(word('activeCurrency', 'xactiveCurrency'), word('KZT', 'USD', 'RUB', 'AZN', 'usd', '"USD"', '%55SD'))
        .map((pair) => pair.join('=')),
      fc.tuple(word('country'), word('KZ', 'TR', '')).map((pair) => pair.join('=')),
      fc.tuple(word('theme', 'theme '), word('dark', 'light', 'blue', ' light', '')).map((pair) => pair.join('=')),
      fc.string({ unit: word('a', '=', '"', ',', ' ', '%'), maxLength: 6 }),
    ),
    { maxLength: 5 },
  )
  .map((cookies) => cookies.join('; '));
const query = fc.array(
  fc
    .tuple(word('lng', 'junk', 'name', 'utm_source', '_routes', 'index'), word('en', 'kk', 'de', 'x', 'root', ''))
    .map((pair) => pair.join('=')),
  { maxLength: 3 },
);
const visits = fc.record({
  path: fc
    .tuple(word('/', '/news', '/games', '/games?platform=Steam', '/catalog/1001', '/steam', '/news.data'), query)
    .map(([path, parameters]) => {
      const [first, ...own] = path.split('?');
      const all = [...own, ...parameters];
      return all.length > 0 ? `${first}?${all.join('&')}` : path;
    }),
  headers: fc.record(
    {
      cookie,
      'accept-language': acceptLanguage,
      host: word('oyna.example', 'evil.example', 'localhost:3000'),
      'x-forwarded-host': word('evil.example'),
      'x-forwarded-proto': word('https'),
      accept: word('text/html', 'application/json', '*/*'),
      'user-agent': word('Googlebot', 'curl'),
      'save-data': word('on'),
      range: word('bytes=0-10'),
      authorization: word('Bearer x', 'Basic eA=='),
      'x-request-id': word('mine'),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Record<string, string>>,
});

/** Two visits with the same key and different pages, if there are any among those drawn from the seed. */
async function findDisagreement(render: Render, seed: number): Promise<[Visit, Visit] | undefined> {
  const seen = new Map<string, { visit: Visit; page: string }>();
  for (const visit of fc.sample(visits, { numRuns: VISITS, seed })) {
    const key = keyOf(store.cache.addresses.normalize(visit.path), visit.headers);
    const page = await render(visit);
    const before = seen.get(key);
    if (before && before.page !== page) return [before.visit, visit];
    seen.set(key, { visit, page });
  }
  expect(seen.size, 'several keys').toBeGreaterThan(10);
  return undefined;
}

const open = async (node: TestStore, { path, headers }: Visit): Promise<string> => {
  const { statusCode, body, headers: answered } = await node.server.inject({ url: path, headers });
  return `${statusCode} ${answered['content-security-policy']}\n${body}`;
};

/** The last pages of the node without a cache. A page to compare with need not be rendered for each comparison. */
const rendered = new Map<string, Promise<string>>();
function render(visit: Visit): Promise<string> {
  const page = open(fresh, visit);
  rendered.set(JSON.stringify(visit), page);
  return page;
}
const findFresh = (visit: Visit) => rendered.get(JSON.stringify(visit)) ?? render(visit);

const SEEDS = [1, Date.now() % 100_000];

it.each(SEEDS)('renders the same page for the same key, whatever the headers are (seed %i)', async (seed) => {
  expect(await findDisagreement(render, seed)).toBeUndefined();
});

it('detects a renderer that reads cookies and Accept-Language itself', async () => {
  const readAgain: Render = ({ path, headers }) => {
    const last = (name: string) => headers['cookie']?.match(new RegExp(`.*${name}=(\\w+)`))?.[1];
    const language = last('i18next') ?? headers['accept-language']?.slice(0, 2);
    return open(fresh, { path, headers: { cookie: `i18next=${language}; theme=${last('theme')}` } });
  };
  expect(await findDisagreement(readAgain, 1)).toBeDefined();
});

it.each(SEEDS)('sends a visitor the same page as without earlier visitors (seed %i)', async (seed) => {
  store.cache.clear();
  for (const visit of fc.sample(visits, { numRuns: Math.floor(VISITS / 2), seed })) {
    expect(await open(store, visit), JSON.stringify(visit)).toBe(await findFresh(visit));
  }
});

it.each([
  ['accept-language: kk_KZ', { 'accept-language': 'kk_KZ' }],
  ['accept-language: en_US', { 'accept-language': 'en_US' }],
  ['accept-language: en ;q=1', { 'accept-language': 'en ;q=1' }],
  ['cookie: i18next=kk', { cookie: 'i18next=kk' }],
  ['cookie: i18next=en-US', { cookie: 'i18next=en-US' }],
  ['cookie: two currencies', { cookie: 'activeCurrency=USD; activeCurrency=KZT' }],
  ['cookie: two themes', { cookie: 'theme=light; theme=dark' }],
])('leaves the page of others as it is after a request with %s', async (_, headers) => {
  const others = [{}, { cookie: 'activeCurrency=KZT' }, { cookie: 'theme=dark' }, { cookie: 'i18next=ru' }];
  store.cache.clear();
  await open(store, { path: '/', headers });
  for (const other of others) {
    expect(await open(store, { path: '/', headers: other })).toBe(await findFresh({ path: '/', headers: other }));
  }
});

it('never sends the page of one language, currency or theme to a visitor with another', async () => {
  const first = { i18next: 'ru', activeCurrency: 'KZT', theme: 'dark' };
  const changes = [{ i18next: 'en' }, { activeCurrency: 'USD' }, { activeCurrency: 'RUB' }, { theme: 'light' }];
  const openWith = (chosen: Record<string, string>) =>
    open(store, {
      path: '/catalog',
      headers: {
        cookie: Object.entries(chosen)
          .map((pair) => pair.join('='))
          .join('; '),
      },
    });
  store.cache.clear();
  const pages = [await openWith(first)];
  for (const change of changes) pages.push(await openWith({ ...first, ...change }));
  expect(new Set(pages).size).toBe(changes.length + 1);
  const [tenge = '', english = '', dollars = '', roubles = '', light = ''] = pages;
  expect(english).toContain('<html lang="en" data-theme="dark"');
  const prices = [tenge, dollars, roubles].map((page) =>
    ['₸', '$', '₽'].filter((sign) => firstCard(page).includes(sign)),
  );
  expect(prices).toEqual([['₸'], ['$'], ['₽']]);
  expect(light).toContain('<html lang="ru" data-theme="light"');
});

const firstCard = (page: string): string => page.split('<article')[1]?.split('</article>')[0] ?? '';

it('sends the same page with cached parts as without them', async () => {
  store.cache.clear();
  // The value is unknown, so the data is the same and the address another.
  const addresses = ['/catalog?platform=Steam', '/discounts?', '/catalog/1001?'].flatMap((path) => [
    path,
    `${path}&${path.includes('1001') ? 'reviews' : 'sort'}=unknown`,
  ]);
  for (const cookie of ['i18next=ru', 'i18next=kz; activeCurrency=USD']) {
    for (const path of addresses) {
      const visit = { path, headers: { cookie } };
      expect(await open(store, visit), JSON.stringify(visit)).toBe(await open(fresh, visit));
    }
  }
});

it('caches one page for all unknown parameters, without their values', async () => {
  store.cache.clear();
  const plain = await open(store, { path: '/news', headers: {} });
  const { entries } = store.cache.size();
  for (const junk of ['?junk=1', '?junk=2&x', '?utm_source=%22%3E', '?', '?&&', '#x', '?name=1']) {
    expect(await open(store, { path: `/news${junk}`, headers: {} }), junk).toBe(plain);
  }
  expect(store.cache.size().entries).toBe(entries);
});
