import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const get = async (url: string) => {
  const answer = await store.server.inject(url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

describe('countries', () => {
  it('come with id, code and name, Kazakhstan first', async () => {
    const countries = await get('/api/v1/info/countries?lng=en');
    expect(countries[0]).toEqual({ id: expect.any(Number), code: 'KZ', name: 'Kazakhstan' });
    expect(countries.length).toBeGreaterThan(5);
    expect(new Set(countries.map(({ id }: { id: number }) => id)).size).toBe(countries.length);
  });

  it.each([
    ['ru', 'Казахстан'],
    ['en', 'Kazakhstan'],
    ['kz', 'Қазақстан'],
    ['kk', 'Қазақстан'],
  ])('are named in the language asked for: %s', async (lng, name) => {
    expect((await get(`/api/v1/info/countries?lng=${lng}`))[0].name).toBe(name);
  });

  it('stand in the order the operator gave them', async () => {
    const rows = await store.database.selectFrom('country').select('id').orderBy('position').execute();
    const countries = await get('/api/v1/info/countries');
    expect(countries.map(({ id }: { id: number }) => id)).toEqual(rows.map(({ id }) => id));
  });
});

describe('news', () => {
  const picture = expect.stringMatching(/^\/media\/news\/\d+\/[0-9a-f]{20}\/[\w-]+\.webp$/);
  const item = {
    id: expect.any(Number),
    title: expect.stringMatching(/./),
    summary: expect.stringMatching(/./),
    publishedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    images: { mainframe: picture, poster: picture, imagePaths: expect.arrayContaining([picture]) },
  };

  it('is listed newest first, without the bodies', async () => {
    const news = await get('/api/v1/news');
    expect(news.length).toBeGreaterThan(2);
    for (const entry of news) expect(entry).toEqual(item);
    const days = news.map(({ publishedOn }: { publishedOn: string }) => publishedOn);
    expect(days).toEqual(days.toSorted().toReversed());
  });

  it('of one day is listed with the later one first', async () => {
    await store.database.updateTable('news').set({ published_on: '2020-01-01' }).execute();
    const ids = async () => (await get('/api/v1/news?same-day')).map(({ id }: { id: number }) => id);
    expect(await ids()).toEqual((await ids()).toSorted((a: number, b: number) => b - a));
  });

  it('is read one by one, with its body, in every language', async () => {
    const texts = await Promise.all(['ru', 'en', 'kz'].map((lng) => get(`/api/v1/news/1?lng=${lng}`)));
    for (const text of texts)
      expect(text).toEqual({ ...item, imageAlts: [], id: 1, body: expect.stringMatching(/^<p>.*<\/p>$/) });
    for (const field of ['title', 'summary', 'body'])
      expect(new Set(texts.map((text) => text[field])).size, field).toBe(3);
  });

  it('that is not there is not found', async () => {
    const answer = await store.server.inject('/api/v1/news/999999');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({
      message: 'Not found',
      code: 'not-found',
      field: 'id',
      requestId: answer.headers['x-request-id'],
    });
  });
});

it.each([
  ['/api/v1/news/abc', 'id'],
  ['/api/v1/news/0', 'id'],
  ['/api/v1/news/99999999999', 'id'],
  ['/api/v1/news/1?lng=xx', 'lng'],
  ['/api/v1/news?lng=xx', 'lng'],
  ['/api/v1/info/countries?lng=xx', 'lng'],
])('%s is refused, naming %s', async (url, field) => {
  const answer = await store.server.inject(url);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: 'invalid-parameter', field, message: expect.stringContaining(field) });
});

it('has no news and no countries in an empty store, and says so plainly', async () => {
  const empty = await createTestStore({ template: 'empty' });
  try {
    for (const url of ['news', 'info/countries', 'info/categories', 'Recomendation', 'subscribes']) {
      const answer = await empty.server.inject(`/api/v1/${url}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual([]);
    }
    const page = { items: [], pageNumber: 1, pageSize: 20, totalSize: 0 };
    for (const url of ['products', 'game', 'game?name=witcher'])
      expect((await empty.server.inject(`/api/v1/${url}`)).json()).toEqual(page);
  } finally {
    await empty.close();
  }
});
