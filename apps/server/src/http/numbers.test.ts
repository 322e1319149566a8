import { STEAM_SERVICE_ID } from '@oyna/domain/constants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { createMember, type Member } from '../testing/test-member.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

let store: TestStore;
let member: Member;
beforeAll(async () => {
  store = await createTestStore({ pages: true });
  await store.server.listen({ port: 0, host: '127.0.0.1' });
  member = await createMember(store);
});
afterAll(() => store.close());

const NUMBERS = ['1e309', '-1e309', '1e999', 'Infinity', 'NaN', '1e30', '9007199254740993', '2147483648', '-1', '0.5'];

it.each(NUMBERS)('refuses %s as a number of an address', async (number) => {
  for (const path of [
    `/api/v1/products?pageNumber=${number}`,
    `/api/v1/products?pageSize=${number}`,
    `/api/v1/products?gameid=${number}`,
    `/api/v1/products/${number}`,
    `/api/v1/products/topup?gameId=${number}`,
    `/api/v1/game/${number}`,
    `/api/v1/news/${number}`,
    `/api/v1/info/games?pageNumber=${number}`,
    `/api/v1/user/orders/abcdefghijklmnop?wait=${number}`,
    `/media/games/${number}/${'a'.repeat(20)}/poster-300.webp`,
  ]) {
    const answer = await store.server.inject({ url: path, headers: member.headers });
    const isFound = path.includes('pageNumber') ? 200 : 404;
    expect([400, number === '9007199254740993' ? 400 : isFound], path).toContain(answer.statusCode);
    if (number.includes('e')) expect(answer.json(), path).toMatchObject({ code: 'invalid-parameter' });
  }
});

it.each([...NUMBERS.map((number) => `"${number}"`), '1e999', '-1e999', '1e30', '[1]', '{}', 'null', 'true'])(
  'refuses %s as a number of a body, with the key of its field',
  async (number) => {
    const post = (url: string, payload: string) =>
      store.server.inject({
        method: 'POST',
        url,
        payload,
        headers: { ...member.headers, 'content-type': 'application/json' },
      });
    const favourite = await post('/api/v1/favorites', `{"gameId":${number}}`);
    expect([400, 404], number).toContain(favourite.statusCode);
    const quote = await post(
      '/api/v1/replenishment/quote',
      `{"id":${STEAM_SERVICE_ID},"provider":"epoint","amount":${number}}`,
    );
    expect([quote.statusCode, quote.json().code], number).toEqual([400, 'steam-amount-invalid']);
  },
);

it('serves the page for the absolute form of an address, and refuses an address that is no path', async () => {
  const ask = (target: string) =>
    exchange(store.server, `GET ${target} HTTP/1.1\r\nhost: oyna.example\r\nconnection: close\r\n\r\n`);
  const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n'));
  const [plain, absolute] = [await ask('/news'), await ask('http://oyna.example/news')];
  expect(absolute).toMatch(/^HTTP\/1\.1 200 /);
  expect(bodyOf(absolute)).toBe(bodyOf(plain));
  expect(await ask('http://oyna.example')).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ask('http://oyna.example/api/v1/game/999999')).toMatch(/^HTTP\/1\.1 404 /);
  for (const target of ['*', 'news', 'oyna.example:443', 'ftp://oyna.example/']) {
    const answer = await ask(target);
    expect(answer, target).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer, target).toContain('"code":"invalid-parameter"');
  }
});
