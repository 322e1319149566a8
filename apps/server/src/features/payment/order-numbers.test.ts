import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { letterTo } from '../../testing/test-account.ts';
import { createMember } from '../../testing/test-member.ts';
import { call, fillBasket, findKeyProduct, getOrder, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { GUEST, getTopUp, order } from '../../testing/test-top-up.ts';

const SHORT = /^OY-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{2}$/;
const TWO_TO_30 = 2 ** 30;

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ listen: true, worker: true });
  await store.currency.refresh();
});
afterAll(() => store.close());

async function numbersOf(from: number, to: number): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    SELECT order_number(id) AS number FROM generate_series(${from}::bigint, ${to}::bigint) AS id`.execute(
    store.database,
  );
  return rows.map(({ number }) => number);
}

describe('order_number', () => {
  it('gives every id a short number that no other id has', async () => {
    const numbers = [
      ...(await numbersOf(1, 100_000)),
      ...(await numbersOf(TWO_TO_30 - 20_000, TWO_TO_30 - 1)),
      ...(await numbersOf(536_870_000, 536_890_000)),
    ];
    expect(numbers.filter((number) => !SHORT.test(number))).toEqual([]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('gets longer when ids outgrow 30 bits, and still never repeats', async () => {
    const starts = [1, TWO_TO_30, 2 * TWO_TO_30, 32 * TWO_TO_30, 33 * TWO_TO_30, 2 ** 45, 2 ** 52];
    const numbers = (await Promise.all(starts.map((start) => numbersOf(start, start + 2_000)))).flat();
    expect(new Set(numbers).size).toBe(numbers.length);
    expect((await numbersOf(TWO_TO_30, TWO_TO_30))[0]).toMatch(/^OY-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{3}$/);
  });

  it('does not show how many orders there are: neighbouring ids differ in most characters', async () => {
    const numbers = await numbersOf(1, 1_000);
    const differing = numbers.slice(1).map((number, index) => {
      const before = numbers[index] ?? '';
      return [...number].filter((character, place) => character !== before[place]).length;
    });
    expect(differing.reduce((sum, count) => sum + count, 0) / differing.length).toBeGreaterThan(4.5);
  });
});

it('shows the same short number on the order page, in the history and in the mail', async () => {
  const member = await createMember(store);
  const basketId = await fillBasket(store, member, [{ id: await findKeyProduct(store), count: 1 }]);
  const { body: link } = await pay(store, member, 'epoint', basketId);
  await press(link, 'approve');
  const { number } = await getOrder(store, member, link.orderId);
  expect(number).toMatch(SHORT);
  const { body: baskets } = await call<{ payment: { number: string } }[]>(store, member, 'GET', '/api/v1/user/baskets');
  expect(baskets.map(({ payment }) => payment.number)).toEqual([number]);
  const { email } = await store.database
    .selectFrom('account')
    .select('email')
    .where('id', '=', member.accountId)
    .executeTakeFirstOrThrow();
  const letter = await letterTo(store, String(email), `Заказ ${number} оплачен`);
  // The long id appears in the address only.
  expect(letter.text.replaceAll(`order=${link.orderId}`, '')).not.toContain(link.orderId);
});

it('gives a top-up a short number, too', async () => {
  const { body } = await order(store, GUEST, { account: 'gamer_number' });
  expect((await getTopUp(store, body.orderId)).number).toMatch(SHORT);
});
