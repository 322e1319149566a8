import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFiles, SAMPLE_CATALOGUE } from '../../testing/sample-catalogue.ts';
import { sized } from '../../testing/test-size.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import {
  addressOf,
  count,
  expectedValues,
  type Game,
  GENRES,
  games,
  hasFilters,
  known,
  matching,
  type Offer,
  PLATFORMS,
  query,
  REGIONS,
  type Shown,
  shownPrice,
  TYPES,
  writeGames,
} from './catalogue.filters.test-helper.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
  await importFiles(store.database, { 'sample.yaml': SAMPLE_CATALOGUE });
  await sql`DELETE FROM product_key`.execute(store.database);
  await sql`DELETE FROM key_batch`.execute(store.database);
});
afterAll(() => store.close());

const write = (list: Game[]) => writeGames(store, list);

async function get(address: string) {
  const answer = await store.server.inject(address);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

it('lists the games with a matching offer, at its price, and counts as a brute force does', async () => {
  await fc.assert(
    fc.asyncProperty(games, fc.array(query, { minLength: 4, maxLength: 8 }), async (list, queries) => {
      await write(list);
      for (const wanted of queries) {
        const asked = known(list, wanted);
        const counted = await get(addressOf('/api/v1/game/facets', wanted));
        const valuesOf = (group: string) =>
          Object.fromEntries(
            counted[group].map(({ value, count: number }: { value: string; count: number }) => [value, number]),
          );
        expect(valuesOf('platform')).toEqual(expectedValues(list, asked, 'platform', PLATFORMS));
        expect(valuesOf('type')).toEqual(expectedValues(list, asked, 'type', TYPES));
        expect(valuesOf('region')).toEqual(expectedValues(list, asked, 'region', REGIONS));
        expect(valuesOf('genre')).toEqual(expectedValues(list, asked, 'genre', GENRES));
        expect(counted.sale).toEqual({ count: count(list, { ...asked, sale: true }), isMore: false });
        expect(counted.stock).toEqual({ count: count(list, { ...asked, stock: true }), isMore: false });

        if (!hasFilters(asked)) continue;
        const found = list.flatMap((game, index) => {
          const offersFound = matching(game, asked);
          return offersFound.length > 0
            ? [{ id: index + 1, price: shownPrice(offersFound), popularity: game.popularity }]
            : [];
        });
        expect(counted.total).toEqual({ count: found.length, isMore: false });
        for (const orderby of ['popular', 'price', 'price-desc', 'discount', 'name', 'new']) {
          const page = await get(addressOf('/api/v1/game', wanted, { orderby }));
          expect([page.totalSize, page.isMore]).toEqual([found.length, undefined]);
          const items = page.items.map((item: Shown) => ({
            id: item.id,
            price: item.priceWithDiscount,
          }));
          expect(items.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id)).toEqual(
            found.map(({ id, price }) => ({ id, price })),
          );
          const prices = items.map(({ price }: { price: number | null }) => price ?? (orderby === 'price' ? 1e9 : -1));
          if (orderby === 'price') expect(prices).toEqual(prices.toSorted((a: number, b: number) => a - b));
          if (orderby === 'price-desc') expect(prices).toEqual(prices.toSorted((a: number, b: number) => b - a));
          if (orderby === 'discount') {
            const percents = page.items.map((item: Shown) => item.discountPercent ?? 0);
            expect(percents).toEqual(percents.toSorted((a: number, b: number) => b - a));
          }
          if (orderby === 'name') {
            const names = page.items.map((item: Shown) => item.gameName.toLowerCase());
            expect(names).toEqual(names.toSorted());
          }
          if (orderby === 'new') {
            // Those without a day come last.
            const days = items.map(({ id }: { id: number }) => list[id - 1]?.released ?? '');
            expect(days).toEqual(days.toSorted().toReversed());
          }
          if (orderby === 'popular') {
            const ranks = items.map(({ id }: { id: number }) => list[id - 1]?.popularity);
            expect(ranks).toEqual(ranks.toSorted((a: number, b: number) => b - a));
          }
        }
      }
    }),
    { numRuns: sized({ short: 6, full: 25 }) },
  );
});

describe('a long list', () => {
  const GAMES = 1_300;
  const steam: Offer = {
    platform: 'Steam',
    type: 'Key',
    region: 'KZ',
    price: 1000,
    discount: 0,
    available: true,
    offered: true,
  };

  /** More games than are read whole. Each has a GOG offer for another region, every tenth is on sale. */
  beforeAll(async () => {
    await write(
      Array.from({ length: GAMES }, (_, index) => ({
        category: 'RPG',
        genres: ['rpg'],
        popularity: index % 100,
        offers: [
          { ...steam, price: 1000 + index, discount: index % 10 === 0 ? 50 : 0 },
          { ...steam, platform: 'GOG', region: 'TR', price: 300 },
        ],
      })),
    );
  });

  it('has a lower bound instead of a count, which is never above the true number', async () => {
    const page = await get('/api/v1/game?platform=Steam&pageSize=100');
    expect([page.totalSize, page.isMore]).toEqual([1000, true]);
    const facets = await get('/api/v1/game/facets?platform=Steam');
    expect(facets.total).toEqual({ count: 1000, isMore: true });
    expect(facets.platform).toEqual([
      { value: 'GOG', count: 1000, isMore: true },
      { value: 'Steam', count: 1000, isMore: true },
    ]);
    const sale = await get('/api/v1/game/facets?platform=Steam');
    expect(sale.sale.isMore).toBe(true);
    expect(sale.sale.count).toBeGreaterThan(0);
    expect(sale.sale.count).toBeLessThanOrEqual(GAMES / 10);
  });

  it('is exact as soon as one filter leaves few games', async () => {
    const page = await get('/api/v1/game?platform=Steam&sale=true&pageSize=100');
    expect([page.totalSize, page.isMore]).toEqual([GAMES / 10, undefined]);
    expect((await get('/api/v1/game/facets?platform=Steam&sale=true')).total).toEqual({
      count: GAMES / 10,
      isMore: false,
    });
  });

  it.each([
    ['price', (item: Shown) => item.priceWithDiscount ?? 0],
    ['price-desc', (item: Shown) => -(item.priceWithDiscount ?? 0)],
    ['discount', (item: Shown) => -(item.discountPercent ?? 0)],
    ['name', (item: Shown) => item.gameName.toLowerCase()],
    ['popular', (item: Shown) => -((item.id - 1) % 100)],
  ] as const)(
    'is in the order of %s over its pages, with the matching offer of each game, once',
    async (orderby, by) => {
      const items: Shown[] = [];
      for (const pageNumber of [1, 2, 3]) {
        const page = await get(`/api/v1/game?platform=Steam&orderby=${orderby}&pageSize=100&pageNumber=${pageNumber}`);
        items.push(...page.items);
      }
      expect(new Set(items.map(({ id }) => id)).size).toBe(300);
      const keys: (string | number)[] = items.map((item) => by(item));
      expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
      const cheap = items.filter(({ priceWithDiscount }) => priceWithDiscount === 300);
      expect(cheap).toEqual([]);
    },
  );

  it('combines two common filters that no offer has together into nothing', async () => {
    expect((await get('/api/v1/game?platform=Steam&region=TR')).totalSize).toBe(0);
  });

  it('ends after a thousand games', async () => {
    const last = await get('/api/v1/game?platform=Steam&pageSize=100&pageNumber=10');
    expect(last.items).toHaveLength(100);
    expect((await get('/api/v1/game?platform=Steam&pageSize=100&pageNumber=11')).items).toEqual([]);
  });
});

describe('a list whose last page is read another way', () => {
  const REGIONS = ['KZ', 'TR', 'RU'];
  const GAMES = 450;

  /** More offers than are read whole, of fewer games than a list has. Most prices and discounts are equal. */
  beforeAll(async () => {
    await write(
      Array.from({ length: GAMES }, (_, index) => ({
        category: 'RPG',
        genres: ['rpg'],
        popularity: index % 100,
        offers: REGIONS.map((region) => ({
          platform: 'Steam',
          type: 'Key',
          region,
          price: 1000 + (index % 3) * 100,
          discount: index % 7 === 0 ? 50 : 0,
          available: index % 10 < 7,
          offered: true,
        })),
      })),
    );
  });

  it.each(['price', 'price-desc', 'discount'])('has each game once by %s', async (order) => {
    const ids: number[] = [];
    for (let page = 1; ids.length < GAMES && page <= GAMES / 50 + 1; page += 1) {
      const { items } = await get(`/api/v1/game?platform=Steam&orderby=${order}&pageSize=50&pageNumber=${page}`);
      ids.push(...items.map(({ id }: { id: number }) => id));
    }
    expect(new Set(ids).size).toBe(GAMES);
    expect(ids).toHaveLength(GAMES);
  });
});

describe('totals of facets', () => {
  it('stay true when offers, genres, categories and prices change', async () => {
    const expectTrue = async () => {
      const rows = async (query: ReturnType<typeof sql>) => (await query.execute(store.database)).rows;
      expect(await rows(sql`SELECT category_id, facet, games FROM facet_total WHERE games <> 0 ORDER BY 1, 2`)).toEqual(
        await rows(sql`SELECT category_id, facet COLLATE "C" AS facet, count(*)::int AS games
          FROM game, unnest(game_facets(id, genres)) AS facet WHERE facet NOT LIKE 'cell=%' GROUP BY 1, 2 ORDER BY 1, 2`),
      );
      expect(await rows(sql`SELECT cell, games FROM facet_cell_total WHERE games <> 0 ORDER BY 1`)).toEqual(
        await rows(sql`SELECT facet COLLATE "C" AS cell, count(*)::int AS games
          FROM game, unnest(game_facets(id, genres)) AS facet WHERE facet LIKE 'cell=%' GROUP BY 1 ORDER BY 1`),
      );
    };
    const offer: Offer = {
      platform: 'Steam',
      type: 'Key',
      region: 'KZ',
      price: 500,
      discount: 10,
      available: true,
      offered: true,
    };
    await write([
      { category: 'RPG', genres: ['rpg'], popularity: 1, offers: [offer, { ...offer, platform: 'GOG' }] },
      { category: 'Racing', genres: [], popularity: 2, offers: [offer] },
    ]);
    await expectTrue();
    for (const change of [
      sql`UPDATE game SET genres = '{action,indie}' WHERE id = 1`,
      sql`UPDATE product SET available = false WHERE id = 20`,
      sql`UPDATE product SET price_with_discount_cents = price_cents`,
      sql`UPDATE product SET price_cents = 100000, price_with_discount_cents = 9000`,
      sql`UPDATE product SET offered = false, available = false WHERE id = 11`,
      sql`UPDATE game SET category_id = 2 WHERE id = 1`,
      sql`UPDATE product SET game_id = 2 WHERE id = 10`,
      sql`DELETE FROM product WHERE game_id = 2`,
      sql`DELETE FROM game`,
    ]) {
      await change.execute(store.database);
      await expectTrue();
    }
  });
});

describe('parameters', () => {
  it.each([
    'min=-1',
    'min=x',
    'max=99999999999999999999',
    'min=500&max=100',
    'type=Nonsense',
    'sale=maybe',
    'stock=2',
    'list=everything',
    `platform=${'x'.repeat(41)}`,
    'platform=',
    'genre=%00',
    Array.from({ length: 21 }, (_, index) => `region=R${index}`).join('&'),
    'orderby=nonsense',
  ])('%s is refused', async (parameters) => {
    for (const path of ['/api/v1/game', '/api/v1/game/facets']) {
      if (path.endsWith('facets') && parameters.startsWith('orderby')) continue;
      const answer = await store.server.inject(`${path}?${parameters}`);
      expect([answer.statusCode, answer.json().code], answer.body).toEqual([400, 'invalid-parameter']);
    }
  });

  it('values that no game has are ignored', async () => {
    const offer: Offer = {
      platform: 'Steam',
      type: 'Key',
      region: 'KZ',
      price: 500,
      discount: 0,
      available: true,
      offered: true,
    };
    await write([{ category: 'RPG', genres: [], popularity: 1, offers: [offer] }]);
    expect((await get('/api/v1/game?platform=Atari')).totalSize).toBe(1);
    expect((await get('/api/v1/game?platform=Atari&platform=Steam')).totalSize).toBe(1);
    expect((await get('/api/v1/game/facets?genre=none')).genre).toEqual([]);
  });
});
