import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMember } from '../../testing/test-member.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { describeVisits, listDailyVisits } from './statistics.commands.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const visit = (query: string, headers = {}) =>
  store.server.inject({ url: `/api/v1/statistics/visit${query}`, headers });

/** By language, over all days. */
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

it('stores nothing about the visitor', async () => {
  const member = await createMember(store);
  const before = (await visits())['ru'] ?? 0;
  const answer = await visit('', { ...member.headers, cookie: 'a=b', 'user-agent': 'Somebody/1.0' });
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect((await visits())['ru']).toBe(before + 1);
  const [row] = await store.database.selectFrom('visit_count').selectAll().limit(1).execute();
  expect(Object.keys(row ?? {}).toSorted()).toEqual(['day', 'language', 'visits']);
});

it('the operator reads them by day and language, of the last thirty days that had any', async () => {
  const days = Array.from({ length: 31 }, (_, index) =>
    new Date(Date.UTC(2020, 0, index + 1)).toISOString().slice(0, 10),
  );
  await store.database.deleteFrom('visit_count').execute();
  expect(await listDailyVisits(store.database)).toEqual([]);
  await store.database
    .insertInto('visit_count')
    .values([
      ...days.map((day) => ({ day, language: 'ru' as const, visits: 2 })),
      { day: '2020-01-31', language: 'kz', visits: 5 },
    ])
    .execute();
  const lines = (await listDailyVisits(store.database)).map(describeVisits);
  expect(lines).toHaveLength(30);
  expect(lines[0]).toBe('2020-01-31  ru 2  en 0  kz 5  together 7');
  expect(lines.at(-1)).toBe('2020-01-02  ru 2  en 0  kz 0  together 2');
});

it('a language that the store does not speak is refused', async () => {
  expect((await visit('?lng=xx')).statusCode).toBe(400);
});
