import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMember } from '../../testing/test-member.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const visit = (query: string, headers = {}) =>
  store.server.inject({ url: `/api/v1/statistics/visit${query}`, headers });

/** By language; whichever day it has become meanwhile. */
async function visits(): Promise<Record<string, number>> {
  const rows = await store.database.selectFrom('visit_count').selectAll().execute();
  const sums: Record<string, number> = {};
  for (const row of rows) sums[row.language] = (sums[row.language] ?? 0) + row.visits;
  return sums;
}

it('visits are counted by language, each one, however many come at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => visit(['?lng=kz', '?lng=en', ''][index % 3] ?? '')),
  );
  for (const answer of answers) {
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([204, '', 'no-store']);
  }
  expect(await visits()).toEqual({ kz: 34, en: 33, ru: 33 });
});

it('nothing is kept of who has come', async () => {
  const member = await createMember(store);
  const before = (await visits())['ru'] ?? 0;
  const answer = await visit('', { ...member.headers, cookie: 'a=b', 'user-agent': 'Somebody/1.0' });
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect((await visits())['ru']).toBe(before + 1);
  const [row] = await store.database.selectFrom('visit_count').selectAll().limit(1).execute();
  expect(Object.keys(row ?? {}).toSorted()).toEqual(['day', 'language', 'visits']);
});

it('a language that the store does not speak is refused', async () => {
  expect((await visit('?lng=xx')).statusCode).toBe(400);
});
