import { BASKET_STATUS } from '@oyna/domain/states';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createMembers, type Member } from '../../testing/test-member.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { returnIdlePromos } from './promo.service.ts';

let store: TestStore;
let member: Member;
let product: { id: number; price: number };
beforeAll(async () => {
  store = await createTestStore();
  product = await store.database
    .selectFrom('product')
    .select(['id', 'price_with_discount_cents as price'])
    .where('available', '=', true)
    .where('type', '=', 'Key')
    .where('price_with_discount_cents', '>', 1000)
    .orderBy('id')
    .executeTakeFirstOrThrow();
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.database.deleteFrom('promo_use').execute();
  await store.database.deleteFrom('promo_code').execute();
  member = await createMember(store);
});

interface Terms {
  percent?: number;
  amount_cents?: number;
  minimum_cents?: number;
  total_limit?: number;
  account_limit?: number;
  starts_at?: Date;
  expires_at?: Date;
}
const addCode = (code: string, terms: Terms = { percent: 10 }) =>
  store.database
    .insertInto('promo_code')
    .values({ code, ...terms })
    .execute();
const used = async (code: string) =>
  (await store.database.selectFrom('promo_code').select('used').where('code', '=', code).executeTakeFirstOrThrow())
    .used;

async function fillBasket(by: Member = member, count = 1): Promise<string> {
  const answer = await store.server.inject({
    method: 'POST',
    url: '/api/v1/basket/create',
    headers: by.headers,
    payload: [{ id: product.id, count }],
  });
  return answer.json().id;
}
const apply = (basket: string, code: unknown, by: Member = member) =>
  store.server.inject({
    method: 'PUT',
    url: `/api/v1/basket/promo/${basket}`,
    headers: by.headers,
    payload: { code },
  });
const remove = (basket: string, by: Member = member) =>
  store.server.inject({ method: 'DELETE', url: `/api/v1/basket/promo/${basket}`, headers: by.headers });
const check = async (basket: string) =>
  (await store.server.inject({ url: `/api/v1/basket/check/${basket}`, headers: member.headers })).json();

async function expectRefused(answer: Awaited<ReturnType<typeof apply>>): Promise<void> {
  expect(answer.statusCode, answer.body).toBe(400);
  expect(answer.json()).toMatchObject({ code: 'promocode-error', field: 'code' });
}
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

describe('a promo code', () => {
  it('takes its percentage off the whole basket', async () => {
    await addCode('OYNA10');
    const basket = await fillBasket(member, 3);
    const answer = await apply(basket, 'OYNA10');
    expect(answer.statusCode, answer.body).toBe(200);
    const amount = product.price * 3;
    const discount = Math.floor((amount * 10 + 50) / 100);
    expect(answer.json()).toMatchObject({
      amount,
      discount,
      total: amount - discount,
      promo: { code: 'OYNA10', percent: 10, amount: null, minimum: 0 },
    });
    expect(await check(basket)).toEqual(answer.json());
  });

  it('takes its amount off, and leaves enough to pay', async () => {
    await addCode('LITTLE', { amount_cents: 100 });
    await addCode('LOTS', { amount_cents: 10_000_000 });
    const basket = await fillBasket();
    expect((await apply(basket, 'LITTLE')).json()).toMatchObject({
      discount: 100,
      total: product.price - 100,
      promo: { code: 'LITTLE', percent: null, amount: 100 },
    });
    expect((await apply(basket, 'LOTS')).json()).toMatchObject({ discount: product.price - 50, total: 50 });
  });

  it.each(['oyna10', 'OyNa10', '  OYNA10  '])('is the same however it is typed: "%s"', async (typed) => {
    await addCode('OYNA10');
    const answer = await apply(await fillBasket(), typed);
    expect(answer.json().promo).toMatchObject({ code: 'OYNA10' });
  });

  it('follows the basket as it changes', async () => {
    await addCode('HALF', { percent: 50 });
    const basket = await fillBasket();
    await apply(basket, 'HALF');
    const answer = await store.server.inject({
      method: 'PUT',
      url: `/api/v1/basket/item/add/${basket}/${product.id}/3`,
      headers: member.headers,
    });
    expect(answer.json().discount).toBe(product.price * 2);
  });

  it.each([
    ['unknown', 'NOTHING'],
    ['empty', ''],
    ['blank', '   '],
    ['too long', 'X'.repeat(65)],
    ['with a NUL', 'OYNA\u000010'],
    ['SQL', "OYNA10' OR true --"],
    ['a pattern', '%'],
    ['ended', 'ENDED'],
    ['not yet begun', 'COMING'],
  ])('that is %s is refused, and the one in the basket stays', async (_, typed) => {
    await addCode('OYNA10');
    await addCode('ENDED', { percent: 10, expires_at: minutesFromNow(-1) });
    await addCode('COMING', { percent: 10, starts_at: minutesFromNow(10) });
    const basket = await fillBasket();
    await apply(basket, 'OYNA10');
    await expectRefused(await apply(basket, typed));
    expect((await check(basket)).promo).toMatchObject({ code: 'OYNA10' });
    expect(await used('OYNA10')).toBe(1);
  });

  it.each([[{}], [null], [['OYNA10']], ['X'.repeat(10_000)]])('that is no text is refused: %j', async (code) => {
    const answer = await apply(await fillBasket(), code);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ field: expect.any(String) });
  });

  it('needs its minimum, and has no effect while the basket is below it', async () => {
    await addCode('BIG', { amount_cents: 100, minimum_cents: product.price * 2 });
    const basket = await fillBasket();
    await expectRefused(await apply(basket, 'BIG'));
    await fillBasket(member, 2);
    expect((await apply(basket, 'BIG')).json()).toMatchObject({ discount: 100, promo: { minimum: product.price * 2 } });
    const lowered = await store.server.inject({
      method: 'PUT',
      url: `/api/v1/basket/item/remove/${basket}/${product.id}/1`,
      headers: member.headers,
    });
    expect(lowered.json()).toMatchObject({ discount: 0, total: product.price, promo: { code: 'BIG' } });
  });
});

describe('the uses of a code', () => {
  it('are limited: of five hundred concurrent requests exactly as many succeed as it has uses', async () => {
    await addCode('ONCE', { percent: 10, total_limit: 1 });
    const members = await createMembers(store, 500);
    const baskets = await store.database
      .insertInto('basket')
      .values(members.map(({ accountId }) => ({ account_id: accountId })))
      .returning(['id', 'account_id'])
      .execute();
    const item = { product_id: product.id, count: 1, price_cents: product.price };
    await store.database
      .insertInto('basket_item')
      .values(baskets.map(({ id }) => ({ basket_id: id, ...item })))
      .execute();
    const basketOf = new Map(baskets.map(({ id, account_id: accountId }) => [accountId, id]));
    const answers = await Promise.all(
      members.map(async (by) => {
        // On a busy machine a request that waited too long for a connection gets 503 and is repeated.
        for (;;) {
          const answer = await apply(basketOf.get(by.accountId) ?? '', 'once', by);
          if (answer.statusCode !== 503) return answer;
        }
      }),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const answer of answers) if (answer.statusCode !== 200) await expectRefused(answer);
    expect(await used('ONCE')).toBe(1);
    expect(await store.database.selectFrom('promo_use').select('basket_id').execute()).toHaveLength(1);
  }, 120_000);

  it('are limited for each user, counting what was bought with it', async () => {
    await addCode('TWICE', { percent: 10, account_limit: 2 });
    for (let round = 0; round < 2; round++) {
      const basket = await fillBasket();
      expect((await apply(basket, 'TWICE')).statusCode).toBe(200);
      await store.database.updateTable('basket').set({ status: BASKET_STATUS.paid }).where('id', '=', basket).execute();
    }
    await expectRefused(await apply(await fillBasket(), 'TWICE'));
    const other = await createMember(store);
    expect((await apply(await fillBasket(other), 'TWICE', other)).statusCode).toBe(200);
    expect(await used('TWICE')).toBe(3);
  });

  it('are not taken twice by the same basket, however often it asks', async () => {
    await addCode('ONCE', { percent: 10, total_limit: 1, account_limit: 1 });
    const basket = await fillBasket();
    const answers = await Promise.all(Array.from({ length: 10 }, () => apply(basket, 'ONCE')));
    for (const answer of answers) expect(answer.statusCode, answer.body).toBe(200);
    expect(await used('ONCE')).toBe(1);
  });

  it('come back when the code is taken out, or changed for another', async () => {
    await addCode('ONCE', { percent: 10, total_limit: 1 });
    await addCode('OTHER');
    const basket = await fillBasket();
    await apply(basket, 'ONCE');
    expect((await apply(basket, 'OTHER')).json().promo).toMatchObject({ code: 'OTHER' });
    expect([await used('ONCE'), await used('OTHER')]).toEqual([0, 1]);
    const removed = await remove(basket);
    expect(removed.statusCode).toBe(200);
    expect(removed.json()).toMatchObject({ promo: null, discount: 0, total: product.price });
    expect((await remove(basket)).statusCode).toBe(200);
    expect([await used('ONCE'), await used('OTHER')]).toEqual([0, 0]);
  });

  it('come back when the basket is cancelled, and stay when it is paid', async () => {
    await addCode('OYNA10');
    for (const [status, left] of [
      [BASKET_STATUS.cancelled, 0],
      [BASKET_STATUS.paid, 1],
    ] as const) {
      const basket = await fillBasket();
      await apply(basket, 'OYNA10');
      await store.database.updateTable('basket').set({ status }).where('id', '=', basket).execute();
      expect(await used('OYNA10')).toBe(left);
    }
  });

  it('are returned by a basket that is not paid for, which shows it', async () => {
    await addCode('OYNA10');
    const basket = await fillBasket();
    await apply(basket, 'OYNA10');
    await returnIdlePromos(store.database);
    expect(await used('OYNA10')).toBe(1);
    await store.database.updateTable('promo_use').set({ used_at: sql`now() - interval '25 hours'` }).execute();
    await returnIdlePromos(store.database);
    expect(await used('OYNA10')).toBe(0);
    expect(await check(basket)).toMatchObject({ promo: null, droppedPromo: 'OYNA10', discount: 0 });
  });

  it('are exchanged between baskets without a deadlock', async () => {
    await addCode('A');
    await addCode('B');
    const baskets = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const by = await createMember(store);
        return { by, basket: await fillBasket(by) };
      }),
    );
    for (const round of ['AB', 'BA', 'AB']) {
      const answers = await Promise.all(baskets.map(({ by, basket }, index) => apply(basket, round[index % 2], by)));
      for (const answer of answers) expect(answer.statusCode, answer.body).toBe(200);
    }
    expect([await used('A'), await used('B')]).toEqual([4, 4]);
  });
});

describe('a code that ends while it is in a basket', () => {
  const end = (code: string) =>
    store.database.updateTable('promo_code').set({ expires_at: sql`now()` }).where('code', '=', code).execute();

  it('is removed and shown as removed until the customer chooses again', async () => {
    await addCode('SHORT', { percent: 10, total_limit: 1 });
    await addCode('NEXT');
    const basket = await fillBasket();
    await apply(basket, 'SHORT');
    await end('SHORT');
    for (let look = 0; look < 2; look++) {
      expect(await check(basket)).toMatchObject({
        promo: null,
        droppedPromo: 'SHORT',
        discount: 0,
        total: product.price,
      });
    }
    expect(await used('SHORT')).toBe(0);
    expect((await apply(basket, 'NEXT')).json()).toMatchObject({ promo: { code: 'NEXT' }, droppedPromo: null });
    await end('NEXT');
    await check(basket);
    expect((await remove(basket)).json()).toMatchObject({ promo: null, droppedPromo: null });
  });

  it.each(['actual', 'list', 'change'])('is noticed by every request for the basket: %s', async (look) => {
    await addCode('SHORT');
    const basket = await fillBasket();
    await apply(basket, 'SHORT');
    await end('SHORT');
    const headers = member.headers;
    const answer = await store.server.inject(
      look === 'change'
        ? { method: 'PUT', url: `/api/v1/basket/item/add/${basket}/${product.id}/1`, headers }
        : { url: look === 'actual' ? '/api/v1/user/basket/actual' : '/api/v1/user/baskets', headers },
    );
    expect([answer.json()].flat()[0]).toMatchObject({ promo: null, droppedPromo: 'SHORT', discount: 0 });
  });

  it('is also over for one when its start is moved to later', async () => {
    await store.currency.refresh();
    await addCode('LATER');
    const basket = await fillBasket();
    await apply(basket, 'LATER');
    await store.database
      .updateTable('promo_code')
      .set({ starts_at: minutesFromNow(10) })
      .where('code', '=', 'LATER')
      .execute();
    const paid = await store.server.inject({
      method: 'POST',
      url: `/api/v1/payment/epoint/${basket}`,
      headers: member.headers,
    });
    await expectRefused(paid);
    expect(await check(basket)).toMatchObject({
      promo: null,
      droppedPromo: 'LATER',
      discount: 0,
      total: product.price,
    });
    await expectRefused(await apply(basket, 'LATER'));
  });

  it('stays in one that is being paid for, or was', async () => {
    await addCode('SHORT');
    const basket = await fillBasket();
    await apply(basket, 'SHORT');
    await end('SHORT');
    for (const status of [BASKET_STATUS.awaitingPayment, BASKET_STATUS.paid]) {
      await store.database.updateTable('basket').set({ status }).where('id', '=', basket).execute();
      expect(await check(basket)).toMatchObject({ promo: { code: 'SHORT' }, droppedPromo: null });
    }
  });
});

it.each([
  [BASKET_STATUS.awaitingPayment, 'basket-frozen'],
  [BASKET_STATUS.paid, 'state-conflict'],
])('a basket in status %i takes no code and gives none away', async (status, code) => {
  await addCode('OYNA10');
  await addCode('OTHER');
  const basket = await fillBasket();
  await apply(basket, 'OYNA10');
  await store.database.updateTable('basket').set({ status }).where('id', '=', basket).execute();
  for (const answer of [await apply(basket, 'OTHER'), await remove(basket)]) {
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code });
  }
  expect([await used('OYNA10'), await used('OTHER')]).toEqual([1, 0]);
});

it("another's basket takes no code and gives none away", async () => {
  await addCode('OYNA10');
  const basket = await fillBasket();
  await apply(basket, 'OYNA10');
  const stranger = await createMember(store);
  for (const answer of [await apply(basket, 'OYNA10', stranger), await remove(basket, stranger)]) {
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'basket-id-missing' });
  }
  expect((await check(basket)).promo).toMatchObject({ code: 'OYNA10' });
});

it('limits wrong promo codes, and not correct ones', async () => {
  await addCode('OYNA10');
  const basket = await fillBasket();
  for (let turn = 0; turn < 25; turn++) expect((await apply(basket, 'OYNA10')).statusCode).toBe(200);
  for (let guess = 0; guess < 20; guess++) await expectRefused(await apply(basket, `GUESS${guess}`));
  const answer = await apply(basket, 'GUESS');
  expect(answer.statusCode).toBe(429);
  expect(answer.json()).toMatchObject({ code: 'too-many-requests' });
});
