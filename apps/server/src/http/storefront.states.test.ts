import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

/** What pages say where there is nothing to show. */

const GAME = { id: 1001, name: 'The Witcher 3: Wild Hunt' };

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ pages: true });
});
afterAll(() => store.close());

async function change(statement: string): Promise<void> {
  await sql.raw(statement).execute(store.database);
  store.cache.clear();
}

const open = (url: string) => store.server.inject({ url, headers: { cookie: 'i18next=ru' } });

it('shows that a game without offers has none, and on its card that it is out of stock', async () => {
  const cardIn = async (list: string) =>
    (await open(list)).body
      .split('<article')
      .slice(1)
      .find((card) => card.includes(GAME.name));
  expect((await open(`/catalog/${GAME.id}`)).body).not.toContain('Сейчас этого товара нет в продаже');
  expect(await cardIn('/catalog?categoryname=RPG')).toMatch(/\$|₸/);
  for (const table of ['product_key', 'key_batch']) {
    await change(`DELETE FROM ${table} WHERE product_id IN (SELECT id FROM product WHERE game_id = ${GAME.id})`);
  }
  await change(`DELETE FROM product WHERE game_id = ${GAME.id}`);
  expect((await open(`/catalog/${GAME.id}`)).statusCode).toBe(404);
  // As if the page were requested while its offers are being withdrawn.
  await change(`UPDATE game SET offer_count = 1 WHERE id = ${GAME.id}`);
  const page = await open(`/catalog/${GAME.id}`);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Сейчас этого товара нет в продаже');
  const card = await cardIn('/catalog?categoryname=RPG');
  expect(card).toContain('Нет в наличии');
  expect(card).not.toMatch(/\$|₸/);
});

it('shows an error with a working retry when services cannot be loaded', async () => {
  await change('ALTER TABLE game RENAME TO game_away');
  const failed = await open('/services');
  await change('ALTER TABLE game_away RENAME TO game');
  expect(failed.statusCode).toBe(503);
  expect(failed.headers['cache-control']).toBe('no-store');
  expect(failed.body).toContain('Не удалось загрузить товары');
  expect(failed.body).toMatch(/<button[^>]*>(?:(?!<\/button>).)*Повторить/);
  // The request of the button.
  const again = await open('/services.data');
  expect([again.statusCode, again.body.includes('Netflix')]).toEqual([200, true]);
  expect((await open('/services')).body).toContain('Netflix');
});
