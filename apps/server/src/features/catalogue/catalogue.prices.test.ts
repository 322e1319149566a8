import { offerPricing } from '@oyna/domain/pricing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestStore, startTestNode, type TestStore } from '../../testing/test-store.ts';

/** The same catalogue under both readings of the old price (decisions, "Money"). */
let store: TestStore;
let honest: TestStore;
beforeAll(async () => {
  store = await createTestStore({ environment: { OLD_PRICE_POLICY: 'spec' } });
  honest = await startTestNode({ url: store.url });
});
afterAll(async () => {
  await honest.close();
  await store.close();
});

interface Priced {
  id: number;
  gameId: number;
  price: number;
  priceWithDiscount: number;
  oldPrice: number | null;
  discountPercent: number | null;
}
const get = async (node: TestStore, url: string) => (await node.server.inject(url)).json();
const offersOf = async (node: TestStore): Promise<Priced[]> => {
  const pages = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) =>
    get(node, `/api/v1/products?pageSize=100&pageNumber=${number}`),
  );
  return (await Promise.all(pages)).flatMap(({ items }) => items);
};
const EXTRA = 1002; // Cyberpunk 2077, one of the games that get 10 dollars more

it('prices everything in whole cents, never below one, never more with the discount than without', async () => {
  const offers = await offersOf(store);
  const { items: games } = await get(store, '/api/v1/game?pageSize=100');
  expect(offers.length).toBeGreaterThan(500);
  for (const item of [...offers, ...games]) {
    expect(Number.isInteger(item.price)).toBe(true);
    expect(Number.isInteger(item.priceWithDiscount)).toBe(true);
    expect(item.priceWithDiscount).toBeGreaterThan(0);
    expect(item.priceWithDiscount).toBeLessThanOrEqual(item.price);
    for (const value of [item.oldPrice, item.discountPercent]) {
      expect(value === null || Number.isInteger(value), `${item.id}: ${value}`).toBe(true);
    }
  }
});

describe('by the spec', () => {
  it('the old price of an offer is the discounted one and 0.88, and 10 more for five games', async () => {
    const rows = await store.database.selectFrom('game').select('id').where('old_price_extra_cents', '>', 0).execute();
    expect(rows).toHaveLength(5);
    const extra = new Set(rows.map(({ id }) => id));
    expect(extra).toContain(EXTRA);
    for (const offer of await offersOf(store)) {
      const oldPrice = offer.priceWithDiscount + 88 + (extra.has(offer.gameId) ? 1000 : 0);
      expect(offer.oldPrice).toBe(oldPrice);
      expect(offer.discountPercent ?? 0).toBe(Math.round(((oldPrice - offer.priceWithDiscount) * 100) / oldPrice));
    }
  });

  it('one offer and the offers of its game say the same', async () => {
    const { items } = await get(store, `/api/v1/products?gameid=${EXTRA}`);
    for (const { id, oldPrice, discountPercent, priceWithDiscount } of items) {
      expect(oldPrice).toBe(priceWithDiscount + 1088);
      expect(await get(store, `/api/v1/products/${id}`)).toMatchObject({ oldPrice, discountPercent });
    }
  });
});

it('by the catalogue, the old price is a real former price, and none where there was none', async () => {
  const offers = await offersOf(honest);
  for (const offer of offers) {
    const { oldPrice = null, discountPercent = null } = offerPricing(offer, 'catalogue');
    expect(offer).toMatchObject({ oldPrice, discountPercent });
    expect(oldPrice === null || oldPrice === offer.price).toBe(true);
  }
  expect(offers.some(({ oldPrice }) => oldPrice === null)).toBe(true);
  expect(offers.some(({ oldPrice }) => oldPrice !== null)).toBe(true);
  expect(await get(honest, '/api/v1/products/10011')).toMatchObject({ oldPrice: 3999, discountPercent: 70 });
});

it('the denominations of a top-up follow the policy too', async () => {
  const [spec] = await get(store, '/api/v1/products/topup?gameId=31');
  const [catalogue] = await get(honest, '/api/v1/products/topup?gameId=31');
  expect(spec).toMatchObject({ id: 311, price: 99, priceWithDiscount: 95, oldPrice: 183, discountPercent: 48 });
  expect(catalogue).toMatchObject({ id: 311, price: 99, priceWithDiscount: 95, oldPrice: 99, discountPercent: 4 });
});

it('a game that can no longer be bought has no price', async () => {
  await store.database.updateTable('product').set({ available: false }).where('game_id', '=', 1003).execute();
  const game = await get(store, '/api/v1/game/1003?price=none');
  expect(game).toMatchObject({
    available: false,
    price: null,
    priceWithDiscount: null,
    oldPrice: null,
    discountPercent: null,
  });
  const { items } = await get(store, '/api/v1/products?gameid=1003&price=none');
  expect(items.length).toBeGreaterThan(0);
  for (const offer of items) expect(offer).toMatchObject({ available: false, price: expect.any(Number) });
});
