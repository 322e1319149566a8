import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const LONG_AGO = '2020-01-01';
const GAME = 1001;

async function changes(query = ''): Promise<{ id: number; updatedOn: string }[]> {
  const answer = await store.server.inject(`/api/v1/info/games${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
/** With an empty cache. Other tests cover the cache. */
const dayOf = async (id: number) => {
  store.cache.clear();
  return (await changes()).find((game) => game.id === id)?.updatedOn;
};
const age = () => sql`UPDATE game SET updated_at = ${LONG_AGO}`.execute(store.database);

it('lists every game that can be looked at, by id, and beyond the end none', async () => {
  const listed = await changes();
  const { totalSize } = (await store.server.inject('/api/v1/game?pageSize=1')).json();
  expect(listed).toHaveLength(totalSize);
  expect(listed.map(({ id }) => id)).toEqual(listed.map(({ id }) => id).toSorted((a, b) => a - b));
  expect(await changes('?pageNumber=2')).toEqual([]);
});

it.each([
  [
    'its price',
    sql`UPDATE product SET price_with_discount_cents = price_with_discount_cents - 1 WHERE game_id = ${GAME}`,
  ],
  ['its name', sql`UPDATE game SET name = name || '!' WHERE id = ${GAME}`],
  ['its text', sql`UPDATE game SET description = jsonb_set(description, '{en}', '"<p>New</p>"') WHERE id = ${GAME}`],
])('a game has changed with %s, and no other has', async (_, change) => {
  await age();
  expect(await dayOf(GAME)).toBe(LONG_AGO);
  await change.execute(store.database);
  expect(await dayOf(GAME)).not.toBe(LONG_AGO);
  expect(await dayOf(1002)).toBe(LONG_AGO);
});

it('a game has not changed when it is written as it was', async () => {
  await age();
  await sql`UPDATE game SET name = name, popularity = 1 WHERE id = ${GAME}`.execute(store.database);
  expect(await dayOf(GAME)).toBe(LONG_AGO);
});
