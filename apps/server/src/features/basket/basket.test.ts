import { MAX_BASKET_PRODUCTS, MAX_ITEM_COUNT } from '@oyna/domain/constants';
import { BASKET_STATUS } from '@oyna/domain/states';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, type Member } from '../../testing/test-member.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
let member: Member;
/** Two keys of one game, a key of another, one that is sold out, a top-up. */
let products: { id: number; price: number; gameId: number }[];
let soldOut: number;
let topUp: number;
beforeAll(async () => {
  store = await createTestStore();
  // The number of keys is not tested here, so the stock is unlimited.
  await sql`CREATE OR REPLACE FUNCTION available_keys(p_product_id integer, p_max integer) RETURNS TABLE (count integer)
    LANGUAGE sql STABLE AS 'SELECT CASE WHEN available THEN p_max ELSE 0 END FROM product WHERE id = p_product_id'`.execute(
    store.database,
  );
  const rows = await store.database
    .selectFrom('product')
    .select(['id', 'type', 'game_id', 'price_with_discount_cents as price'])
    .where('available', '=', true)
    .orderBy('id')
    .execute();
  const keys = rows.filter(({ type }) => type === 'Key');
  products = keys.slice(0, 120).map(({ id, price, game_id: gameId }) => ({ id, price, gameId }));
  soldOut = keys.at(-1)?.id ?? 0;
  topUp = rows.find(({ type }) => type === 'TopUp')?.id ?? 0;
  await store.database.updateTable('product').set({ available: false }).where('id', '=', soldOut).execute();
});
afterAll(() => store.close());
beforeEach(async () => {
  member = await createMember(store);
});

const product = (index: number) => products[index] as (typeof products)[number];
const call = (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object, by: Member = member) =>
  store.server.inject({ method, url: `/api/v1/${url}`, headers: by.headers, ...(payload ? { payload } : {}) });

async function create(items: { id: number; count: number }[], by?: Member): Promise<string> {
  const answer = await call('POST', 'basket/create', items, by);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().id;
}
const change = (what: 'add' | 'remove', basket: string, id: number | string, count: number | string, by?: Member) =>
  call('PUT', `basket/item/${what}/${basket}/${id}/${count}`, undefined, by);
const counts = (basket: { basketItems: { productId: number; count: number }[] }) =>
  basket.basketItems.map(({ productId, count }) => [productId, count]);
const check = async (id: string, by?: Member) => {
  const answer = await call('GET', `basket/check/${id}`, undefined, by);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const setStatus = (id: string, status: number) =>
  store.database.updateTable('basket').set({ status }).where('id', '=', id).execute();

describe('a basket', () => {
  it('is created with the requested items, at the prices of the store', async () => {
    const id = await create([
      { id: product(1).id, count: 2 },
      { id: product(0).id, count: 1 },
    ]);
    const basket = await check(id);
    const amount = product(1).price * 2 + product(0).price;
    expect(basket).toEqual({
      id,
      isDirect: false,
      createDate: expect.stringMatching(/^\d{4}-.*Z$/),
      statusId: BASKET_STATUS.open,
      amount,
      discount: 0,
      total: amount,
      promo: null,
      droppedPromo: null,
      payment: null,
      basketItems: expect.any(Array),
    });
    expect(basket.basketItems[0]).toEqual({
      productId: product(1).id,
      gameId: product(1).gameId,
      name: expect.stringMatching(/./),
      gameName: expect.stringMatching(/./),
      typeName: 'Key',
      platform: expect.stringMatching(/./),
      region: expect.stringMatching(/./),
      images: expect.objectContaining({ poster: expect.stringMatching(/^\/media\/games\//) }),
      color: expect.stringMatching(/./),
      count: 2,
      isInPromo: false,
      newCount: 2,
      price: product(1).price,
      previousPrice: null,
      available: true,
      // The stock is counted only as far as more can be added.
      availableCount: 102,
      show: true,
      deleted: false,
      orders: [],
      returnedCount: 0,
    });
    expect(counts(basket)).toEqual([
      [product(1).id, 2],
      [product(0).id, 1],
    ]);
  });

  it('is the actual one until it is paid or cancelled; without one the answer is empty', async () => {
    const nothing = await call('GET', 'user/basket/actual');
    expect([nothing.statusCode, nothing.body]).toEqual([204, '']);
    const id = await create([]);
    for (const status of [BASKET_STATUS.open, BASKET_STATUS.awaitingPayment]) {
      await setStatus(id, status);
      expect((await call('GET', 'user/basket/actual')).json()).toMatchObject({ id, statusId: status });
    }
    await setStatus(id, BASKET_STATUS.paid);
    expect((await call('GET', 'user/basket/actual')).statusCode).toBe(204);
    const next = await create([]);
    expect(next).not.toBe(id);
    await setStatus(next, BASKET_STATUS.cancelled);
    expect((await call('GET', 'user/basket/actual')).statusCode).toBe(204);
  });

  it('is listed with the others, newest first, with its items', async () => {
    expect((await call('GET', 'user/baskets')).json()).toEqual([]);
    const first = await create([{ id: product(0).id, count: 3 }]);
    await setStatus(first, BASKET_STATUS.paid);
    const second = await create([]);
    const list = (await call('GET', 'user/baskets')).json();
    expect(list.map(({ id }: { id: string }) => id)).toEqual([second, first]);
    expect(list.map(counts)).toEqual([[], [[product(0).id, 3]]]);
  });

  it('that exists already gets the items, and the same items only once', async () => {
    const items = [{ id: product(0).id, count: 2 }];
    const id = await create(items);
    expect(await create(items)).toBe(id);
    expect(
      await create([
        { id: product(1).id, count: 1 },
        { id: product(0).id, count: 5 },
      ]),
    ).toBe(id);
    expect(counts(await check(id))).toEqual([
      [product(0).id, 5],
      [product(1).id, 1],
    ]);
  });

  it('is created once by concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create([{ id: product(0).id, count: 2 }])));
    expect(new Set(answers).size).toBe(1);
    expect(counts(await check(answers[0] ?? ''))).toEqual([[product(0).id, 2]]);
  });

  it('is created with the available items and names those that are not', async () => {
    const answer = await call('POST', 'basket/create', [
      { id: soldOut, count: 1 },
      { id: product(0).id, count: 700 },
      { id: topUp, count: 1 },
      { id: product(0).id, count: 700 },
      { id: 2_000_000_000, count: 1 },
    ]);
    expect(answer.statusCode).toBe(201);
    expect(answer.json().refused).toEqual([
      { id: soldOut, code: 'out-of-stock', count: 0 },
      { id: topUp, code: 'invalid-parameter', count: 0 },
      { id: 2_000_000_000, code: 'not-found', count: 0 },
    ]);
    expect(counts(await check(answer.json().id))).toEqual([[product(0).id, MAX_ITEM_COUNT]]);
  });

  it('reports how many of an item it still has when none are left', async () => {
    const { id } = product(3);
    const basket = await create([{ id, count: 2 }]);
    await store.database.updateTable('product').set({ available: false }).where('id', '=', id).execute();
    const [same, more] = [
      await call('POST', 'basket/create', [{ id, count: 2 }]),
      await call('POST', 'basket/create', [{ id, count: 3 }]),
    ];
    await store.database.updateTable('product').set({ available: true }).where('id', '=', id).execute();
    expect(same.json()).toEqual({ id: basket, refused: [] });
    expect(more.json().refused).toEqual([{ id, code: 'out-of-stock', count: 2 }]);
  });

  it('has a limit of different products', async () => {
    const id = await create(products.slice(0, MAX_BASKET_PRODUCTS).map((each) => ({ id: each.id, count: 1 })));
    const another = product(MAX_BASKET_PRODUCTS).id;
    const refused = [
      await change('add', id, another, 1),
      await call('POST', 'basket/create', [{ id: another, count: 1 }]),
    ];
    for (const answer of refused) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ code: 'basket-full' });
    }
    expect((await change('add', id, product(0).id, 1)).statusCode).toBe(200);
    expect((await check(id)).basketItems).toHaveLength(MAX_BASKET_PRODUCTS);
  });
});

describe('the count of an item', () => {
  it('grows and shrinks by differences, and each answer is the whole basket', async () => {
    const id = await create([{ id: product(1).id, count: 1 }]);
    const steps = [
      ['add', 3, 3],
      ['add', 2, 5],
      ['remove', 4, 1],
    ] as const;
    for (const [what, count, expected] of steps) {
      const answer = await change(what, id, product(0).id, count);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).toEqual(await check(id));
      expect(counts(answer.json())).toEqual([
        [product(1).id, 1],
        [product(0).id, expected],
      ]);
      expect(answer.json().total).toBe(product(1).price + product(0).price * expected);
    }
  });

  it('that becomes zero or less removes the item, and a repetition is no error', async () => {
    const id = await create([{ id: product(0).id, count: 2 }]);
    for (const count of [5, 1]) {
      const answer = await change('remove', id, product(0).id, count);
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ basketItems: [], amount: 0, total: 0 });
    }
  });

  it('is right after two hundred concurrent changes', async () => {
    const id = await create([{ id: product(0).id, count: 100 }]);
    const calls = Array.from({ length: 200 }, (_, index) => (index % 4 === 3 ? 'remove' : 'add'));
    await Promise.all(
      calls.map(async (what, index) => {
        // On a busy machine a request that waited too long for a connection gets 503 and is repeated.
        for (;;) {
          const answer = await change(what as 'add', id, product(index % 2).id, 2);
          if (answer.statusCode !== 503) return expect(answer.statusCode, answer.body).toBe(200);
        }
      }),
    );
    // 100 adds of the one; 50 adds and 50 removals of the other, which starts with none and never goes below.
    const basket = await check(id);
    expect(basket.basketItems[0]).toMatchObject({ productId: product(0).id, count: 300 });
    const { count: other } = basket.basketItems[1] ?? { count: 0 };
    expect(other % 2).toBe(0);
    expect(other).toBeLessThanOrEqual(100);
  }, 120_000);

  it.each([0, -1, MAX_ITEM_COUNT + 1, '1.5', 'abc', '99999999999999999999', 'NaN', '1;DROP TABLE basket'])(
    'cannot be %s',
    async (count) => {
      const id = await create([{ id: product(0).id, count: 2 }]);
      for (const what of ['add', 'remove'] as const) {
        const answer = await change(what, id, product(0).id, encodeURIComponent(count));
        expect(answer.statusCode, answer.body).toBe(400);
        expect(answer.json()).toMatchObject({ code: 'count-invalid', field: 'count' });
      }
      expect(counts(await check(id))).toEqual([[product(0).id, 2]]);
    },
  );

  it('is limited together with the count in the basket', async () => {
    const id = await create([{ id: product(0).id, count: 990 }]);
    const answer = await change('add', id, product(0).id, 10);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'count-invalid' });
    expect((await change('add', id, product(0).id, 9)).json().basketItems[0].count).toBe(MAX_ITEM_COUNT);
  });

  it.each([
    ['sold out', () => soldOut, 409, 'out-of-stock'],
    ['bought on a page of its own', () => topUp, 400, 'invalid-parameter'],
    ['not there', () => 2_000_000_000, 404, 'not-found'],
    ['no id', () => 0, 400, 'invalid-parameter'],
    ['no number', () => 'x', 400, 'invalid-parameter'],
    ['beyond the database', () => 99_999_999_999, 400, 'invalid-parameter'],
  ])('cannot be of what is %s', async (_, productId, status, code) => {
    const id = await create([]);
    const answer = await change('add', id, productId(), 1);
    expect(answer.statusCode, answer.body).toBe(status);
    expect(answer.json()).toMatchObject({ code });
    expect((await check(id)).basketItems).toEqual([]);
  });

  it('may still be lowered when the product has sold out meanwhile, and the basket says so', async () => {
    const { id: productId } = product(5);
    const id = await create([{ id: productId, count: 3 }]);
    await store.database.updateTable('product').set({ available: false }).where('id', '=', productId).execute();
    expect((await check(id)).basketItems[0]).toMatchObject({ count: 3, available: false, availableCount: 0 });
    expect((await change('add', id, productId, 1)).json()).toMatchObject({ code: 'out-of-stock' });
    expect((await change('remove', id, productId, 1)).json().basketItems[0]).toMatchObject({ count: 2 });
  });
});

describe('a price that changes', () => {
  it('is shown next to the new price until the item is changed', async () => {
    const { id: productId, price } = product(6);
    const id = await create([{ id: productId, count: 2 }]);
    await store.database
      .updateTable('product')
      .set({ price_cents: price + 500, price_with_discount_cents: price + 500 })
      .where('id', '=', productId)
      .execute();
    const basket = await check(id);
    expect(basket.basketItems[0]).toMatchObject({ price: price + 500, previousPrice: price });
    expect(basket.total).toBe((price + 500) * 2);
    expect((await change('add', id, product(0).id, 1)).json().basketItems[0]).toMatchObject({ previousPrice: price });
    const touched = (await change('remove', id, productId, 1)).json();
    expect(touched.basketItems[0]).toMatchObject({ price: price + 500, previousPrice: null });
  });

  it('does not reach a basket that is no longer open', async () => {
    const { id: productId, price } = product(7);
    const id = await create([{ id: productId, count: 2 }]);
    await setStatus(id, BASKET_STATUS.paid);
    await store.database
      .updateTable('product')
      .set({ price_cents: 1, price_with_discount_cents: 1 })
      .where('id', '=', productId)
      .execute();
    expect(await check(id)).toMatchObject({ total: price * 2, basketItems: [{ price, previousPrice: null }] });
  });
});

describe('a basket that is not open', () => {
  it.each([
    [BASKET_STATUS.awaitingPayment, 'basket-frozen'],
    [BASKET_STATUS.paid, 'state-conflict'],
    [BASKET_STATUS.cancelled, 'state-conflict'],
  ])('in status %i refuses every change with %s', async (status, code) => {
    const id = await create([{ id: product(0).id, count: 2 }]);
    await setStatus(id, status);
    const answers = [
      await change('add', id, product(0).id, 1),
      await change('add', id, product(1).id, 1),
      await change('remove', id, product(0).id, 1),
      await store.server.inject({ method: 'DELETE', url: `/api/v1/basket/promo/${id}`, headers: member.headers }),
    ];
    if (status === BASKET_STATUS.awaitingPayment) {
      answers.push(await call('POST', 'basket/create', [{ id: product(1).id, count: 1 }]));
    }
    for (const answer of answers) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ code });
    }
    expect(counts(await check(id))).toEqual([[product(0).id, 2]]);
  });

  it('freezes between two changes, never within one', async () => {
    const id = await create([{ id: product(0).id, count: 100 }]);
    const freezing = store.database.transaction().execute(async (transaction) => {
      await transaction.updateTable('basket').set({ status: 2 }).where('id', '=', id).execute();
      const item = await transaction
        .selectFrom('basket_item')
        .select('count')
        .where('basket_id', '=', id)
        .executeTakeFirstOrThrow();
      return item.count;
    });
    const [frozenAt, ...answers] = await Promise.all([
      freezing,
      ...Array.from({ length: 6 }, () => change('add', id, product(0).id, 1)),
    ]);
    for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
    expect(counts(await check(id))).toEqual([[product(0).id, frozenAt]]);
  });
});

describe("another's basket", () => {
  it.each([
    ['GET', (id: string) => `basket/check/${id}`],
    ['PUT', (id: string) => `basket/item/add/${id}/${product(0).id}/1`],
    ['PUT', (id: string) => `basket/item/remove/${id}/${product(0).id}/1`],
  ] as const)('is not there: %s %s', async (method, url) => {
    const id = await create([{ id: product(0).id, count: 2 }]);
    const stranger = await createMember(store);
    for (const foreign of [
      id,
      id.toUpperCase(),
      '00000000-0000-0000-0000-000000000000',
      '1',
      'x',
      `urn:uuid:${id}`,
      "'",
    ]) {
      const answer = await call(method, url(encodeURIComponent(foreign)), undefined, stranger);
      expect(answer.statusCode, foreign).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'basket-id-missing' });
    }
    expect(counts(await check(id))).toEqual([[product(0).id, 2]]);
  });
});

it.each([
  ['no list', { id: 1, count: 1 }, 'invalid-parameter'],
  ['no object', [1], 'invalid-parameter'],
  ['no id', [{ count: 1 }], 'invalid-parameter'],
  ['an id beyond the database', [{ id: 2 ** 40, count: 1 }], 'invalid-parameter'],
  ['a count of 0', [{ id: 1, count: 0 }], 'count-invalid'],
  ['a count that is a text', [{ id: 1, count: 'many' }], 'count-invalid'],
  [
    "a price of one's own beside too many products",
    Array.from({ length: 101 }, (_, id) => ({ id: id + 1, count: 1, price: 0 })),
    'invalid-parameter',
  ],
])('a basket is not made of %s', async (_, body, code) => {
  const answer = await call('POST', 'basket/create', body);
  expect(answer.statusCode, answer.body).toBe(400);
  expect(answer.json()).toMatchObject({ code });
  expect((await call('GET', 'user/basket/actual')).statusCode).toBe(204);
});
