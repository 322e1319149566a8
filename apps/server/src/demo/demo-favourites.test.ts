import { afterAll, beforeAll, expect, it } from 'vitest';
import { announcePriceDrops } from '../features/favourites/favourites.service.ts';
import { createMember, type Member } from '../testing/test-member.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';
import { seedDemoFavourites } from './demo-favourites.ts';
import { seedDemoPromoCodes } from './demo-promo-codes.ts';

let store: TestStore;
let customer: Member;
beforeAll(async () => {
  store = await createTestStore();
  customer = await createMember(store);
  await store.database.updateTable('account').set({ login: 'demo' }).where('id', '=', customer.accountId).execute();
});
afterAll(() => store.close());

const get = async (path: string) =>
  (await store.server.inject({ url: `/api/v1/${path}`, headers: customer.headers })).json();

it('gives the demo customer favourites of different days and notifications about the cheaper ones', async () => {
  await Promise.all([seedDemoFavourites(store.database, 'demo'), seedDemoFavourites(store.database, 'demo')]);
  await announcePriceDrops(store.database);
  const favourites = await get('favorites');
  const days = favourites.map(({ createdAt }: { createdAt: string }) => createdAt.slice(0, 10));
  expect(favourites).toHaveLength(6);
  expect(new Set(days).size).toBe(6);
  expect(days).toEqual(days.toSorted().toReversed());
  const news = await get('user/notifications');
  expect(news.map(({ kind, readAt }: { kind: string; readAt: string | null }) => [kind, readAt === null])).toEqual([
    ['price-drop', true],
    ['price-drop', true],
    ['welcome', false],
  ]);
  const [cheaper] = favourites;
  expect(news[0].data).toEqual({
    gameId: cheaper.game.id,
    gameName: cheaper.game.name,
    from: cheaper.addedPrice,
    to: cheaper.game.priceWithDiscount,
  });
  expect(cheaper.addedPrice).toBeGreaterThan(cheaper.game.priceWithDiscount);
});

it('does not bring back favourites that the customer removed', async () => {
  await store.server.inject({ method: 'DELETE', url: '/api/v1/favorites', headers: customer.headers });
  await seedDemoFavourites(store.database, 'demo');
  expect(await get('favorites')).toEqual([]);
  await seedDemoFavourites(store.database, 'nobody');
});

it('adds the built-in promo code once and leaves an ended code ended', async () => {
  await seedDemoPromoCodes(store.database);
  await store.database.updateTable('promo_code').set({ expires_at: new Date() }).execute();
  await seedDemoPromoCodes(store.database);
  const codes = await store.database.selectFrom('promo_code').select(['code', 'percent', 'expires_at']).execute();
  expect(codes).toEqual([{ code: 'OYNA10', percent: 10, expires_at: expect.any(Date) }]);
});
