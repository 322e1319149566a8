import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

/** Pages of the route table of spec §2, as the server renders them for a visitor. */

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ pages: true });
});
afterAll(() => store.close());

const open = (url: string) => store.server.inject({ url, headers: { cookie: 'i18next=en' } });
const get = async (url: string) => (await store.server.inject(url)).json();
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];
const cardIds = (html: string) =>
  html
    .split('<article')
    .slice(1)
    .map((card) => Number(/href="\/catalog\/(\d+)"/.exec(card)?.[1]));

const ROUTES = [
  '/',
  '/about',
  '/cart',
  '/catalog',
  '/catalog/1001',
  '/games',
  '/subscribes',
  '/discounts',
  '/categories',
  '/services',
  '/steam',
  '/pubg',
  '/payment',
  '/payment-talk',
  '/profile',
  '/edit-profile',
  '/favourites',
  '/history',
  '/replenishment-history',
  '/news',
  '/news-info?id=3',
  '/support',
  '/guarantee',
  '/menu',
  '/user-agreement',
  '/policy',
  '/public-offer',
  '/platron-documentation',
];

describe('the route table', () => {
  it.each(ROUTES)('has a page at %s', async (route) => {
    const [page, missing] = [await open(route), await open('/no-such-page')];
    expect(missing.statusCode).toBe(404);
    expect(page.statusCode).toBe(200);
    expect(titleOf(page.body)).toBeTruthy();
    expect(titleOf(page.body)).not.toBe(titleOf(missing.body));
  });

  it('has another page at each address', async () => {
    const titles = await Promise.all(ROUTES.map(async (route) => titleOf((await open(route)).body)));
    expect(new Set(titles).size).toBe(ROUTES.length);
  });
});

describe('/catalog', () => {
  it('shows the games that a name finds, and no others', async () => {
    const { items } = await get('/api/v1/game?name=witcher');
    const wanted = items.map(({ id }: { id: number }) => id);
    expect(wanted).toContain(1001);
    expect(cardIds((await open('/catalog?name=witcher')).body)).toEqual(wanted);
    expect(cardIds((await open('/catalog?name=hades')).body)).not.toContain(1001);
  });

  it('shows the games of a category, and no others', async () => {
    const ids = cardIds((await open('/catalog?categoryname=Racing')).body);
    expect(ids.length).toBeGreaterThan(3);
    for (const id of ids) expect((await get(`/api/v1/game/${id}`)).categoryName).toBe('Racing');
    expect(cardIds((await open('/catalog')).body)).not.toEqual(ids);
  });

  it('combines a name and a category', async () => {
    const idsOf = async (query: string): Promise<number[]> =>
      (await get(`/api/v1/game?pageSize=100&${query}`)).items.map(({ id }: { id: number }) => id);
    const [both, name] = [await idsOf('name=the&categoryname=RPG'), await idsOf('name=the')];
    const shown = cardIds((await open('/catalog?name=the&categoryname=RPG')).body);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown).toEqual(both.slice(0, shown.length));
    expect(shown).not.toEqual(name.slice(0, shown.length));
  });
});

it('shows the sixth page of new games below a product', async () => {
  const pageOf = async (number: number): Promise<number[]> =>
    (await get(`/api/v1/game?orderby=new&pageSize=20&pageNumber=${number}`)).items.map(({ id }: { id: number }) => id);
  const [first, sixth] = [await pageOf(1), await pageOf(6)];
  expect(sixth).toHaveLength(20);
  expect(sixth).not.toEqual(first);
  // Similar games come before them.
  expect(cardIds((await open('/catalog/1001')).body).slice(-sixth.length)).toEqual(sixth);
});
