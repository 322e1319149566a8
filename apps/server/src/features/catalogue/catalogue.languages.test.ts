import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const get = async (url: string, acceptLanguage?: string) => {
  const headers = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage };
  const answer = await store.server.inject({ url, headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

const TITLES = { ru: 'Шутеры', en: 'Shooters', kz: 'Атыс ойындары' };
const titleOfShooters = async (query: string, acceptLanguage?: string) =>
  (await get(`/api/v1/info/categories${query}`, acceptLanguage)).find(({ id }: { id: number }) => id === 3).title;

it.each([
  ['ru', TITLES.ru],
  ['en', TITLES.en],
  ['kz', TITLES.kz],
  ['kk', TITLES.kz],
])('speaks the language of ?lng=%s, whatever the browser says', async (lng, title) => {
  expect(await titleOfShooters(`?lng=${lng}`)).toBe(title);
  expect(await titleOfShooters(`?lng=${lng}`, lng === 'en' ? 'ru' : 'en')).toBe(title);
});

it.each([
  ['ru', TITLES.ru],
  ['en', TITLES.en],
  ['en-US,en;q=0.9', TITLES.en],
  ['EN-GB', TITLES.en],
  ['kk', TITLES.kz],
  ['kk-KZ,ru;q=0.8', TITLES.kz],
  ['kk-Cyrl-KZ', TITLES.kz],
  ['kz', TITLES.kz],
  ['ru;q=0.3, en;q=0.8, kk;q=0.5', TITLES.en],
  ['ru;q=0.3,en;q=0.2,kk;q=0.9', TITLES.kz],
  ['en; q=0.5, ru; q=0.4', TITLES.en],
  ['de,fr;q=0.9,en;q=0.1', TITLES.en],
  ['en;q=0,kk;q=0.1', TITLES.kz],
  ['en;q=0', TITLES.ru],
  ['en;q=nonsense,kk;q=0.1', TITLES.kz],
  ['de', TITLES.ru],
  ['*', TITLES.ru],
  ['', TITLES.ru],
  [',;q=,;;', TITLES.ru],
  [`${'de,'.repeat(2000)}en`, TITLES.ru],
])('understands Accept-Language: %.40s', async (header, title) => {
  expect(await titleOfShooters('', header)).toBe(title);
});

it('answers in Russian by default', async () => {
  expect(await titleOfShooters('')).toBe(TITLES.ru);
});

describe('every text follows the language', () => {
  const LANGUAGES = ['ru', 'en', 'kz'];
  const inEach = (url: (lng: string) => string, pick: (body: never) => unknown) =>
    Promise.all(LANGUAGES.map(async (lng) => pick((await get(url(lng))) as never)));
  const allDiffer = (values: unknown[]) => expect(new Set(values.map(String)).size).toBe(3);

  it('of one offer', async () => {
    allDiffer(
      await inEach(
        (lng) => `/api/v1/products/10011?lng=${lng}`,
        ({ description }) => description,
      ),
    );
    allDiffer(
      await inEach(
        (lng) => `/api/v1/products/10011?lng=${lng}`,
        ({ instruction }) => instruction,
      ),
    );
  });

  it('of the offers of a game', async () => {
    const first = ({ items }: { items: { description: string }[] }) => items[0]?.description;
    allDiffer(await inEach((lng) => `/api/v1/products?gameid=1001&lng=${lng}`, first));
  });

  it('of one game', async () => {
    allDiffer(
      await inEach(
        (lng) => `/api/v1/game/1001?lng=${lng}`,
        ({ description }) => description,
      ),
    );
  });

  it('of groups, while their names stay', async () => {
    const titleOf = (groups: { name: string; title: string }[]) => groups[1]?.title;
    expect(await inEach((lng) => `/api/v1/Recomendation?lng=${lng}`, titleOf)).toEqual([
      'Популярное',
      'Popular',
      'Танымал',
    ]);
    const nameOf = (groups: { name: string }[]) => groups[1]?.name;
    expect(await inEach((lng) => `/api/v1/Recomendation?lng=${lng}`, nameOf)).toEqual([
      'popular',
      'popular',
      'popular',
    ]);
  });

  it('of suggested categories', async () => {
    const titleOf = ({ categories }: { categories: { title: string }[] }) => categories[0]?.title;
    expect(await inEach((lng) => `/api/v1/search/suggestions?query=shoot&lng=${lng}`, titleOf)).toEqual(
      Object.values(TITLES),
    );
  });
});

it('has no description or instruction that only repeats another language', async () => {
  const games = await store.database.selectFrom('game').select(['name', 'description as text']).execute();
  const instructions = await store.database.selectFrom('instruction').select(['name', 'body as text']).execute();
  for (const { name, text } of [...games, ...instructions]) {
    expect(new Set(Object.values(text)).size, name).toBe(3);
  }
});
