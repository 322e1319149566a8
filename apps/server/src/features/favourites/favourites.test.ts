import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, type Member } from '../../testing/test-member.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { announcePriceDrops } from './favourites.service.ts';

let store: TestStore;
let member: Member;
let games: { id: number; name: string; price: number }[];
beforeAll(async () => {
  store = await createTestStore();
  const rows = await store.database
    .selectFrom('game')
    .select(['id', 'name', 'price_with_discount_cents as price'])
    .where('price_with_discount_cents', '>', 500)
    .orderBy('id')
    .limit(10)
    .execute();
  games = rows.map(({ id, name, price }) => ({ id, name, price: Number(price) }));
});
afterAll(() => store.close());
beforeEach(async () => {
  member = await createMember(store);
});

const game = (index: number) => games[index] as (typeof games)[number];
const list = async (by: Member = member) =>
  (await store.server.inject({ url: '/api/v1/favorites', headers: by.headers })).json();
const add = (gameId: unknown, by: Member = member) =>
  store.server.inject({ method: 'POST', url: '/api/v1/favorites', headers: by.headers, payload: { gameId } });
const remove = (id: number | string, by: Member = member) =>
  store.server.inject({ method: 'DELETE', url: `/api/v1/favorites/${id}`, headers: by.headers });
const clear = (by: Member = member) =>
  store.server.inject({ method: 'DELETE', url: '/api/v1/favorites', headers: by.headers });
const namesOf = (favourites: { game: { name: string } }[]) => favourites.map((favourite) => favourite.game.name);

describe('favourites', () => {
  it('come newest first, each with its card and what it cost', async () => {
    expect(await list()).toEqual([]);
    const added = await add(game(0).id);
    expect(added.statusCode, added.body).toBe(201);
    await add(game(1).id);
    const favourites = await list();
    expect(namesOf(favourites)).toEqual([game(1).name, game(0).name]);
    expect(favourites[1]).toEqual(added.json());
    const card = (await store.server.inject(`/api/v1/game?pageSize=100`)).json().items;
    expect(added.json()).toEqual({
      id: expect.any(Number),
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      addedPrice: game(0).price,
      game: expect.objectContaining({ id: game(0).id, name: game(0).name, priceWithDiscount: game(0).price }),
    });
    expect(Object.keys(added.json().game).toSorted()).toEqual(Object.keys(card[0]).toSorted());
  });

  it('hold a game once, however often and however fast it is added', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => add(game(0).id)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([...Array(11).fill(200), 201]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(await list()).toHaveLength(1);
  });

  it('are removed one by one, or all at once, and only one’s own', async () => {
    const other = await createMember(store);
    await add(game(0).id, other);
    const { id } = (await add(game(0).id)).json();
    await add(game(1).id);
    await add(game(2).id);
    const removed = await remove(id);
    expect([removed.statusCode, removed.body]).toEqual([204, '']);
    expect(namesOf(await list())).toEqual([game(2).name, game(1).name]);
    expect((await clear()).statusCode).toBe(204);
    expect((await clear()).statusCode).toBe(204);
    expect(await list()).toEqual([]);
    expect(await list(other)).toHaveLength(1);
  });

  it("that are another's are not there", async () => {
    const { id } = (await add(game(0).id)).json();
    const stranger = await createMember(store);
    for (const foreign of [id, 2_000_000_000]) {
      const answer = await remove(foreign, stranger);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'not-found', field: 'id' });
    }
    expect(await list()).toHaveLength(1);
    expect(await list(stranger)).toEqual([]);
  });

  it.each([0, -1, 1.5, 'x', null, {}, 99_999_999_999])('cannot be game %j', async (gameId) => {
    const answer = await add(gameId);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid-parameter', field: 'gameId' });
    expect(await list()).toEqual([]);
  });

  it.each(['x', '0', '-1', '99999999999', "1'--"])('cannot be removed as %s', async (id) => {
    const answer = await remove(encodeURIComponent(id));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid-parameter', field: 'id' });
  });

  it('cannot be a game that is not there', async () => {
    const answer = await add(2_000_000_000);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not-found', field: 'gameId' });
  });

  it('keep a game that has no offers for a while, and lose only a game that is deleted', async () => {
    await add(game(8).id);
    await add(game(9).id);
    const offers = (gameId: number) => store.database.selectFrom('product').selectAll().where('game_id', '=', gameId);
    const kept = await offers(game(8).id).execute();
    // Keys and batches refer to the offers, so they are deleted first.
    await store.database
      .deleteFrom('product_key')
      .where('product_id', 'in', offers(game(8).id).clearSelect().select('id'))
      .execute();
    await store.database
      .deleteFrom('key_batch')
      .where('product_id', 'in', offers(game(8).id).clearSelect().select('id'))
      .execute();
    await store.database.deleteFrom('product').where('game_id', '=', game(8).id).execute();
    expect(namesOf(await list())).toEqual([game(9).name]);
    expect((await add(game(8).id)).statusCode).toBe(404);
    await store.database
      .insertInto('product')
      .values(kept.map(({ discount_percent: _percent, rank: _rank, ...row }) => row))
      .execute();
    expect(namesOf(await list())).toEqual([game(9).name, game(8).name]);
    await store.database.deleteFrom('game').where('id', '=', game(8).id).execute();
    expect(namesOf(await list())).toEqual([game(9).name]);
  });
});

describe('a favourite that becomes cheaper', () => {
  const setPrice = (gameId: number, cents: number) =>
    store.database
      .updateTable('product')
      .set({ price_cents: cents, price_with_discount_cents: cents })
      .where('game_id', '=', gameId)
      .execute();
  const noticesOf = async (by: Member = member) =>
    (await store.server.inject({ url: '/api/v1/user/notifications', headers: by.headers })).json();

  it('is announced once per drop to all customers who have the product, and to no others', async () => {
    const other = await createMember(store);
    await setPrice(game(3).id, 1000);
    await add(game(3).id);
    await add(game(3).id, other);
    await add(game(4).id, other);
    await announcePriceDrops(store.database);
    expect(await noticesOf()).toEqual([]);

    await setPrice(game(3).id, 700);
    await Promise.all([announcePriceDrops(store.database), announcePriceDrops(store.database)]);
    await announcePriceDrops(store.database);
    const drop = { gameId: game(3).id, gameName: game(3).name, from: 1000, to: 700 };
    expect(await noticesOf()).toEqual([
      { id: expect.any(Number), kind: 'price-drop', createdAt: expect.any(String), readAt: null, data: drop },
    ]);
    expect(await noticesOf(other)).toHaveLength(1);

    await setPrice(game(3).id, 600);
    await announcePriceDrops(store.database);
    expect((await noticesOf()).map(({ data }: { data: object }) => data)).toEqual([
      { ...drop, from: 700, to: 600 },
      drop,
    ]);
  });

  it('is measured by its last price, which may have risen in between', async () => {
    await setPrice(game(5).id, 1000);
    await add(game(5).id);
    for (const price of [1500, 1200]) {
      await setPrice(game(5).id, price);
      await announcePriceDrops(store.database);
    }
    expect(await noticesOf()).toMatchObject([{ data: { from: 1500, to: 1200 } }]);
  });

  it('is not announced while the product cannot be bought, and is when it returns cheaper', async () => {
    await setPrice(game(6).id, 1000);
    await add(game(6).id);
    const setAvailable = (available: boolean) =>
      store.database.updateTable('product').set({ available }).where('game_id', '=', game(6).id).execute();
    await setAvailable(false);
    await announcePriceDrops(store.database);
    expect(await noticesOf()).toEqual([]);
    await setPrice(game(6).id, 800);
    await setAvailable(true);
    await announcePriceDrops(store.database);
    expect(await noticesOf()).toMatchObject([{ data: { from: 1000, to: 800 } }]);
  });

  it('is not announced to a customer who added the product while it could not be bought', async () => {
    await store.database.updateTable('product').set({ available: false }).where('game_id', '=', game(7).id).execute();
    expect((await add(game(7).id)).json()).toMatchObject({ addedPrice: null, game: { available: false } });
    await store.database.updateTable('product').set({ available: true }).where('game_id', '=', game(7).id).execute();
    await announcePriceDrops(store.database);
    expect(await noticesOf()).toEqual([]);
  });

  it('is announced to all, also when there are more than one batch', async () => {
    await setPrice(game(2).id, 1000);
    const { rows } = await store.database
      .insertInto('account')
      .values(Array.from({ length: 1200 }, (_, index) => ({ login: `many-${index}`, language: 'ru' })))
      .returning('id')
      .execute()
      .then((accounts) => ({ rows: accounts }));
    await store.database
      .insertInto('favourite')
      .values(rows.map(({ id }) => ({ account_id: id, game_id: game(2).id, seen_price_cents: 1000 })))
      .execute();
    await setPrice(game(2).id, 900);
    await announcePriceDrops(store.database);
    const { total } = await store.database
      .selectFrom('notification')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(
        'account_id',
        'in',
        rows.map(({ id }) => id),
      )
      .executeTakeFirstOrThrow();
    expect(total).toBe(1200);
  });
});
