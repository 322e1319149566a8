import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestStore, type TestStore } from './testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ pages: true });
});
afterAll(() => store.close());

const open = (url: string, remoteAddress = '198.51.100.1') => store.server.inject({ url, remoteAddress });

it('limits how many pages are rendered for one address, and goes on answering kept pages', async () => {
  expect((await open('/news')).statusCode).toBe(200);
  const answers = await Promise.all(Array.from({ length: 230 }, (_, turn) => open(`/made-up/${turn}`)));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(31);
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await open('/news?junk=1')).statusCode).toBe(200);
  expect((await open('/nothing', '198.51.100.2')).statusCode).toBe(404);
});

it('counts all addresses of one IPv6 network together', async () => {
  const turns = Array.from({ length: 230 }, (_, turn) => turn.toString(16));
  const answers = await Promise.all(turns.map((turn) => open(`/made-up/${turn}`, `2001:db8:1:2::${turn}`)));
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(30);
});
