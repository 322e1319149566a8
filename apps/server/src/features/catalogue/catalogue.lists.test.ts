import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

interface Item {
  id: number;
  name: string;
  gameId: number;
  gameName: string;
  categoryName: string;
  typeName: string;
  platform: string;
  available: boolean;
  price: number;
  priceWithDiscount: number;
}
interface Page {
  items: Item[];
  pageNumber: number;
  pageSize: number;
  totalSize: number;
}
type Query = Record<string, string | number>;

async function get(list: 'products' | 'game', query: Query = {}): Promise<Page> {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
  );
  const answer = await store.server.inject(`/api/v1/${list}?${parameters}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

/** Everything the list holds, page by page. */
async function getAll(list: 'products' | 'game', query: Query = {}): Promise<Item[]> {
  const all: Item[] = [];
  for (let pageNumber = 1; ; pageNumber++) {
    const { items, totalSize } = await get(list, { ...query, pageNumber, pageSize: 100 });
    all.push(...items);
    if (items.length < 100) {
      expect(all).toHaveLength(totalSize);
      return all;
    }
  }
}

const LISTS = ['products', 'game'] as const;
const FILTERS: Query[] = [{}, { categoryname: 'RPG' }, { typename: 'Key' }];

describe.each(LISTS)('pages of /%s', (list) => {
  const search = list === 'products' ? 'gamename' : 'name';
  const filters: Query[] = [...FILTERS, { [search]: 'the' }, { categoryname: 'RPG', typename: 'Key', [search]: 'the' }];

  it.each(filters)('show everything once, with %o', async (filter) => {
    const all = await getAll(list, { ...filter });
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(2);
  });

  it.each(filters)('end with the rest, and beyond are empty with the true total, with %o', async (filter) => {
    const { totalSize } = await get(list, filter);
    const pageSize = Math.ceil(totalSize / 2) > 100 ? 7 : Math.ceil((totalSize + 1) / 2);
    const last = Math.ceil(totalSize / pageSize);
    const lastPage = await get(list, { ...filter, pageSize, pageNumber: last });
    expect(lastPage).toMatchObject({ pageNumber: last, pageSize, totalSize });
    expect(lastPage.items).toHaveLength(totalSize - (last - 1) * pageSize);
    for (const pageNumber of [last + 1, 1_000_000]) {
      expect(await get(list, { ...filter, pageSize, pageNumber })).toEqual({
        items: [],
        pageNumber,
        pageSize,
        totalSize,
      });
    }
  });
});

it('pages through the offers of one game', async () => {
  const { items } = await get('products', { gameid: 31 });
  expect(items).toHaveLength(8);
  const page = await get('products', { gameid: 31, pageSize: 3, pageNumber: 3 });
  expect(page).toEqual({ items: items.slice(6), pageNumber: 3, pageSize: 3, totalSize: 8 });
  expect(await get('products', { gameid: 31, pageNumber: 2 })).toMatchObject({ items: [], totalSize: 8 });
});

describe.each(LISTS)('orders of /%s', (list) => {
  const search = list === 'products' ? 'gamename' : 'name';
  const percent = ({ price, priceWithDiscount }: Item) => Math.round(((price - priceWithDiscount) * 100) / price);
  const rising = (values: (number | string)[]) =>
    values.every((value, index) => index === 0 || value >= (values[index - 1] ?? 0));
  const falling = (values: (number | string)[]) => rising(values.toReversed());

  const filters: Query[] = [...FILTERS, { [search]: 'the' }, { typename: 'Key', categoryname: 'RPG', [search]: 'the' }];

  it.each(filters)('sort by price, with %o', async (filter) => {
    const prices = (await getAll(list, { ...filter, orderby: 'price' })).map((item) => item.priceWithDiscount);
    expect(rising(prices)).toBe(true);
    expect(prices.at(-1)).toBeGreaterThan(prices[0] ?? 0);
    const down = (await getAll(list, { ...filter, orderby: 'price-desc' })).map((item) => item.priceWithDiscount);
    expect(down).toEqual(prices.toReversed());
  });

  it.each(filters)('sort by name as an alphabet does, with %o', async (filter) => {
    const names = (await getAll(list, { ...filter, orderby: 'name' })).map(({ name }) => name.toLowerCase());
    expect(names).toEqual(names.toSorted());
    expect(new Set(names).size).toBeGreaterThan(2);
  });

  it.each(filters)('sort by discount, with %o', async (filter) => {
    const discounts = (await getAll(list, { ...filter, orderby: 'discount' })).map(percent);
    expect(falling(discounts)).toBe(true);
    expect(discounts[0]).toBeGreaterThan(discounts.at(-1) ?? 0);
  });

  it.each(filters)('sort by popularity and by day of release, with %o', async (filter) => {
    const rows = await store.database.selectFrom('game').select(['id', 'popularity', 'released_on']).execute();
    const games = new Map(rows.map((row) => [row.id, row]));
    const popular = (await getAll(list, { ...filter, orderby: 'popular' })).map(
      (item) => games.get(item.gameId)?.popularity ?? -1,
    );
    expect(falling(popular)).toBe(true);
    expect(popular[0]).toBeGreaterThan(popular.at(-1) ?? 0);
    const released = (await getAll(list, { ...filter, orderby: 'new' })).map(
      (item) => games.get(item.gameId)?.released_on ?? '',
    );
    expect(falling(released)).toBe(true);
    expect(new Set(released).size).toBeGreaterThan(2);
  });

  it('is by popularity unless asked otherwise', async () => {
    expect(await get(list)).toEqual(await get(list, { orderby: 'popular' }));
  });
});

describe('filters', () => {
  it('combine', async () => {
    const filter = { categoryname: 'RPG', typename: 'Key', gamename: 'witcher' };
    const found = await getAll('products', filter);
    expect(new Set(found.map(({ gameName }) => gameName))).toEqual(
      new Set(['The Witcher 3: Wild Hunt', 'The Witcher 2: Assassins of Kings']),
    );
    expect((await getAll('products', { ...filter, gameid: 1001 })).map(({ id }) => id)).toEqual([
      10011, 10012, 10013, 10014,
    ]);
    expect(await get('products', { ...filter, categoryname: 'Racing' })).toMatchObject({ items: [], totalSize: 0 });
    expect(await get('products', { ...filter, typename: 'Services' })).toMatchObject({ items: [], totalSize: 0 });
    expect(await get('products', { gamename: 'witcher', gameid: 1002 })).toMatchObject({ items: [], totalSize: 0 });
    expect(await get('game', { name: 'witcher', categoryname: 'Racing' })).toMatchObject({ items: [], totalSize: 0 });
  });

  it.each(LISTS)('keep /%s to the category and type asked for', async (list) => {
    for (const item of await getAll(list, { categoryname: 'Gift cards', typename: 'Services' })) {
      expect(item).toMatchObject({ categoryName: 'Gift cards', typeName: 'Services' });
    }
    const cards = await getAll(list, { categoryname: 'Gift cards' });
    expect(cards.length).toBeGreaterThan(0);
    expect(cards.every(({ categoryName }) => categoryName === 'Gift cards')).toBe(true);
  });

  it.each(['Shooters', 'shooters', 'SHOOTERS', 'Шутеры', 'шУТЕРЫ', 'Атыс ойындары', 'АТЫС ОЙЫНДАРЫ'])(
    'know a category by its stable name and by its title in any language and case: %s',
    async (categoryname) => {
      const expected = await get('game', { categoryname: 'Shooters' });
      expect(expected.totalSize).toBeGreaterThan(3);
      expect(await get('game', { categoryname })).toEqual(expected);
    },
  );

  it('find nothing in a category that does not exist', async () => {
    for (const list of LISTS) {
      expect(await get(list, { categoryname: 'Cooking' })).toEqual({
        items: [],
        pageNumber: 1,
        pageSize: 20,
        totalSize: 0,
      });
      expect(await get(list, { categoryname: '%' })).toMatchObject({ items: [], totalSize: 0 });
    }
    expect(await get('products', { categoryname: 'Cooking', gameid: 31 })).toMatchObject({ items: [], totalSize: 0 });
  });

  it('find no offers of a game that does not exist', async () => {
    expect(await get('products', { gameid: 999_999 })).toMatchObject({ items: [], totalSize: 0 });
  });
});

describe('filters of a short list', () => {
  it.each(['services', 'subscriptions', 'discounts'])('narrow and count the games of %s only', async (list) => {
    const own = await getAll('game', { list });
    expect(own.length).toBeGreaterThan(2);
    const platforms = await Promise.all(
      own.map(async ({ gameId }) => {
        const offers = await getAll('products', { gameid: gameId });
        // One that is not offered any more is on the page of its game only.
        const sold = offers.filter(({ available }) => available);
        return { gameId, platforms: new Set(sold.map(({ platform }) => platform)) };
      }),
    );
    const facets = (await store.server.inject(`/api/v1/game/facets?list=${list}`)).json();
    const counted = facets.platform.map(({ value, count }: { value: string; count: number }) => [value, count]);
    const values = [...new Set(platforms.flatMap((game) => [...game.platforms]))];
    const gamesOf = (value: string) =>
      platforms.filter((game) => game.platforms.has(value)).map(({ gameId }) => gameId);
    expect(Object.fromEntries(counted)).toEqual(
      Object.fromEntries(values.map((value) => [value, gamesOf(value).length])),
    );
    for (const platform of values) {
      const listed = await getAll('game', { list, platform });
      expect(listed.map(({ gameId }) => gameId).toSorted()).toEqual(gamesOf(platform).toSorted());
    }
  });
});
