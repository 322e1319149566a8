import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findFaults } from '../../../../../tests/resilience/invariant-check.ts';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { call, fillBasket, getOrder, type Link, openDirect, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { deleteOldDirectBaskets } from '../basket/basket.queries.ts';

/** "Buy now": one product, paid at once, while the cart stays as it is. */

const MAX_HELD = 5;
let store: TestStore;
let productId: number;
let otherId: number;
let member: Member;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off', MAX_HELD_KEYS: String(MAX_HELD) } });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 60);
  otherId = await stockProduct(store.database, 20);
});
afterAll(() => store.close());
beforeEach(async () => {
  member = await createMember(store);
});
afterEach(async () => {
  await store.payments.refunds.refundDue();
  expect(await findFaults(store)).toEqual([]);
});

interface Shown {
  id: string;
  statusId: number;
  basketItems: { productId: number; count: number }[];
}

const openBasket = async (id = productId, count = 1) => {
  const { status, body } = await openDirect(store, member, id, count);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
async function begin(basketId: string): Promise<Link> {
  const { status, body } = await pay(store, member, 'epoint', basketId);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const cancel = (link: Link) => call(store, member, 'POST', `/api/v1/payment/${link.orderId}/cancel`);
const findCart = async () => (await call<Shown | null>(store, member, 'GET', '/api/v1/user/basket/actual')).body;
const listBaskets = async () => (await call<Shown[]>(store, member, 'GET', '/api/v1/user/baskets')).body;
const settled = (link: Link) =>
  eventually(async () => {
    const order = await getOrder(store, member, link.orderId);
    expect(['paid', 'refunding', 'refunded']).toContain(order.state);
    return order;
  });
const age = (basketId: string, days: number) =>
  sql`WITH aged AS (UPDATE basket SET created_at = now() - ${days} * interval '1 day' WHERE id = ${basketId} RETURNING id)
    UPDATE basket_item SET added_at = now() - ${days} * interval '1 day' FROM aged WHERE basket_id = aged.id`.execute(
    store.database,
  );
const reprice = (id: number, cents: number) =>
  sql`UPDATE product SET price_with_discount_cents = ${cents}, price_cents = greatest(price_cents, ${cents})
    WHERE id = ${id}`.execute(store.database);

describe('a direct purchase', () => {
  it('buys one product and leaves the cart alone', async () => {
    const cartId = await fillBasket(store, member, [{ id: otherId, count: 2 }]);
    const basket = await openBasket();
    expect(basket).toMatchObject({ isDirect: true, statusId: 1, basketItems: [{ productId, count: 1 }] });
    expect(basket.id).not.toBe(cartId);
    const link = await begin(basket.id);
    await press(link, 'approve');
    expect(await settled(link)).toMatchObject({ state: 'paid', isDirect: true, items: [{ productId, keys: [{}] }] });
    expect(await findCart()).toMatchObject({
      id: cartId,
      statusId: 1,
      basketItems: [{ productId: otherId, count: 2 }],
    });
    expect((await listBaskets()).map(({ id, statusId }) => [id, statusId])).toEqual([
      [basket.id, 3],
      [cartId, 1],
    ]);
  });

  it('leaves the product in the cart when it is there, too', async () => {
    const cartId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    const link = await begin((await openBasket()).id);
    await press(link, 'approve');
    await settled(link);
    expect(await findCart()).toMatchObject({ id: cartId, basketItems: [{ productId, count: 1 }] });
  });

  it('is one basket and one payment after two clicks at once and a refresh', async () => {
    const opened = await Promise.all(Array.from({ length: 6 }, () => openBasket()));
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    const [first] = opened;
    const links = await Promise.all(Array.from({ length: 4 }, () => begin(String(first?.id))));
    expect(new Set(links.map(({ orderId }) => orderId)).size).toBe(1);
    expect(await openBasket()).toMatchObject({ id: first?.id, statusId: 2, payment: { orderId: links[0]?.orderId } });
    await press(links[0] as Link, 'approve');
    await settled(links[0] as Link);
    expect((await openBasket()).id).not.toBe(first?.id);
  });

  it('runs for two products in two tabs at once', async () => {
    const [one, two] = await Promise.all([openBasket(productId), openBasket(otherId)]);
    const [first, second] = await Promise.all([begin(one.id), begin(two.id)]);
    for (const link of [first, second]) await press(link, 'approve');
    for (const link of [first, second]) expect((await settled(link)).state).toBe('paid');
  });

  it('takes the last count and the present price while nothing is paid', async () => {
    const before = await openBasket();
    await reprice(productId, 777);
    expect(await openBasket(productId, 3)).toMatchObject({
      id: before.id,
      total: 3 * 777,
      basketItems: [{ count: 3, price: 777, previousPrice: null }],
    });
  });

  it('asks again when the price is not the one that the page showed', async () => {
    const { id, total } = await openBasket();
    await reprice(productId, 888);
    const refused = await call(store, member, 'POST', `/api/v1/payment/epoint/${id}?total=${total}`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'quote-expired' } });
    expect((await call(store, member, 'POST', `/api/v1/payment/epoint/${id}?total=888`)).status).toBe(200);
  });

  it('is refused at another exchange rate than that of the page, and keeps the sum of a payment that has begun', async () => {
    const { id, total } = await openBasket();
    const setRate = (rate: string) =>
      sql`UPDATE currency_rate SET rate = ${rate} WHERE currency = 'AZN'`.execute(store.database);
    const before = (await store.currency.findRate('AZN'))?.rate ?? '';
    const begin = (method: string, charge: unknown) =>
      call<Link>(store, member, 'POST', `/api/v1/payment/${method}/${id}?total=${total}&charge=${charge}`);
    try {
      await setRate('2');
      for (const charge of [-1, 1.5, 'x', '']) {
        expect(await begin('epoint', charge), String(charge)).toMatchObject({
          status: 400,
          body: { code: 'invalid-parameter', field: 'charge' },
        });
      }
      await setRate('3');
      const refused = { status: 409, body: { code: 'quote-expired' } };
      expect(await begin('epoint', total * 2)).toMatchObject(refused);
      expect(await openBasket()).toMatchObject({ id, statusId: 1, payment: null });
      const begun = await begin('epoint', total * 3);
      expect(begun.status).toBe(200);
      expect((await getOrder(store, member, begun.body.orderId)).amount).toBe(total * 3);

      await setRate('4');
      expect(await begin('epoint', total * 4)).toMatchObject(refused);
      expect((await begin('epoint', total * 3)).body.orderId).toBe(begun.body.orderId);
      await cancel(begun.body);
      expect(await begin('epoint', total * 3)).toMatchObject(refused);
      const old = await call<Link>(store, member, 'POST', `/api/v1/payment/epoint/${id}?total=${total}`);
      expect(old.status).toBe(200);
      await cancel(old.body);
    } finally {
      await setRate(before);
    }
  });

  it('neither gets nor cancels the payment of a tab that shows another sum', async () => {
    const { id, total } = await openBasket(productId, 1);
    const changed = await openBasket(productId, 3);
    const begun = await call<Link>(store, member, 'POST', `/api/v1/payment/epoint/${id}?total=${changed.total}`);
    expect(begun.status).toBe(200);
    for (const method of ['epoint', 'platron']) {
      const refused = await call(store, member, 'POST', `/api/v1/payment/${method}/${id}?total=${total}`);
      expect(refused, method).toMatchObject({ status: 409, body: { code: 'quote-expired' } });
    }
    expect((await getOrder(store, member, begun.body.orderId)).state).toBe('waiting');
    const again = await call<Link>(store, member, 'POST', `/api/v1/payment/epoint/${id}?total=${changed.total}`);
    expect(again.body.orderId).toBe(begun.body.orderId);
    await cancel(begun.body);
  });

  it('uses a promo code for a first order once, also when several payments begin at once', async () => {
    await store.database
      .insertInto('promo_code')
      .values(['FIRST1', 'FIRST2'].map((code) => ({ code, percent: 50, is_first_order: true })))
      .execute();
    const cartId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    const baskets = [cartId, (await openBasket(productId)).id, (await openBasket(otherId)).id];
    for (const [index, id] of baskets.entries()) {
      const body = { code: index === 1 ? 'FIRST2' : 'FIRST1' };
      expect((await call(store, member, 'PUT', `/api/v1/basket/promo/${id}`, { body })).status).toBe(200);
    }
    const begun = await Promise.all(baskets.map((id) => pay(store, member, 'epoint', id)));
    expect(begun.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect(begun.filter(({ status }) => status === 400).map(({ body }) => body.code)).toEqual(
      Array(2).fill('promocode-error'),
    );
    // The payment that was given up is paid late, after another basket took the code over.
    const first = begun.find(({ status }) => status === 200)?.body as Link;
    await cancel(first);
    const other = baskets[begun.findIndex(({ status }) => status === 400)] as string;
    const body = { code: 'FIRST1' };
    await call(store, member, 'PUT', `/api/v1/basket/promo/${other}`, { body });
    const second = await begin(other);
    await press(first, 'approve');
    expect((await settled(first)).state).not.toBe('paid');
    await press(second, 'approve');
    expect((await settled(second)).state).toBe('paid');
    await sql`UPDATE promo_code SET expires_at = now() WHERE is_first_order`.execute(store.database);
  });

  it('is refused when the product is sold out, unknown or a top-up, and leaves no basket behind', async () => {
    const rare = await stockProduct(store.database, 1);
    const topUp = await store.database
      .selectFrom('product')
      .select('id')
      .where('type', '=', 'TopUp')
      .executeTakeFirstOrThrow();
    const answers = [
      await openDirect(store, member, rare, 2),
      await openDirect(store, member, 2_000_000_000),
      await openDirect(store, member, topUp.id),
      await openDirect(store, member, rare, 0),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'out-of-stock'],
      [404, 'not-found'],
      [400, 'invalid-parameter'],
      [400, 'count-invalid'],
    ]);
    const rows = await store.database
      .selectFrom('basket')
      .select('id')
      .where('account_id', '=', member.accountId)
      .execute();
    expect(rows).toEqual([]);
  });

  it('is sold to one of two buyers who want the last key', async () => {
    const rare = await stockProduct(store.database, 1);
    const other = await createMember(store);
    const baskets = [await openDirect(store, member, rare), await openDirect(store, other, rare)];
    const begun = await Promise.all([
      pay(store, member, 'epoint', String(baskets[0]?.body.id)),
      pay(store, other, 'epoint', String(baskets[1]?.body.id)),
    ]);
    expect(begun.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('cannot be changed as a cart, seen or paid by another account', async () => {
    const { id } = await openBasket();
    const stranger = await createMember(store);
    const answers = await Promise.all([
      call(store, member, 'PUT', `/api/v1/basket/item/add/${id}/${otherId}/1`),
      call(store, stranger, 'GET', `/api/v1/basket/check/${id}`),
      pay(store, stranger, 'epoint', id),
    ]);
    expect(answers).toMatchObject(answers.map(() => ({ status: 404, body: { code: 'basket-id-missing' } })));
    expect(await openBasket()).toMatchObject({ id, basketItems: [{ productId, count: 1 }] });
  });
});

describe('a direct purchase that is given up', () => {
  it('opens again, and is delivered when it is paid late', async () => {
    const basket = await openBasket();
    const link = await begin(basket.id);
    expect((await cancel(link)).status).toBe(204);
    expect(await openBasket()).toMatchObject({ id: basket.id, statusId: 1 });
    expect((await listBaskets()).map(({ id }) => id)).not.toContain(basket.id);
    await press(link, 'approve');
    expect((await settled(link)).state).toBe('paid');
  });

  it('is refunded when it is paid late and was bought again meanwhile', async () => {
    const old = await begin((await openBasket()).id);
    await cancel(old);
    const again = await begin((await openBasket()).id);
    await press(again, 'approve');
    expect((await settled(again)).state).toBe('paid');
    await press(old, 'approve');
    expect((await settled(old)).state).toBe('refunding');
    await store.payments.refunds.refundDue();
    expect(await getOrder(store, member, old.orderId)).toMatchObject({ state: 'refunded' });
  });

  it('is refunded when it is paid late and another count is wanted by now', async () => {
    const old = await begin((await openBasket()).id);
    await cancel(old);
    await openBasket(productId, 2);
    await press(old, 'approve');
    expect((await settled(old)).state).toBe('refunding');
  });
});

describe('keys that one account holds without paying', () => {
  it('are counted over the cart and all direct purchases', async () => {
    const cartId = await fillBasket(store, member, [{ id: otherId, count: MAX_HELD - 1 }]);
    await begin(cartId);
    await begin((await openBasket()).id);
    const third = await openBasket(await stockProduct(store.database, 5));
    expect(await pay(store, member, 'epoint', third.id)).toMatchObject({
      status: 409,
      body: { code: 'too-many-held' },
    });
  });

  it('are counted when many purchases begin at the same moment', async () => {
    const baskets = [];
    for (let count = 0; count < MAX_HELD + 3; count++) {
      baskets.push(await openBasket(await stockProduct(store.database, 2)));
    }
    const begun = await Promise.all(baskets.map(({ id }) => pay(store, member, 'epoint', id)));
    expect(begun.filter(({ status }) => status === 200)).toHaveLength(MAX_HELD);
  });

  it('are counted when the cart and a direct purchase begin at the same moment', async () => {
    const cartId = await fillBasket(store, member, [{ id: otherId, count: MAX_HELD - 1 }]);
    const { id: directId } = await openBasket(await stockProduct(store.database, 5), 2);
    // Both have read what is held before one of them can insert its payment.
    const gate = await store.database.startTransaction().execute();
    await sql`LOCK TABLE order_item IN EXCLUSIVE MODE`.execute(gate);
    const both = Promise.all([cartId, directId].map((id) => pay(store, member, 'epoint', id)));
    await eventually(async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock'`.execute(gate);
      expect(rows).toHaveLength(2);
    });
    await gate.commit().execute();
    const begun = await both;
    expect(begun.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(begun.find(({ status }) => status === 409)?.body.code).toBe('too-many-held');
  });
});

describe('the method that was chosen last', () => {
  const lastMethod = async () =>
    (await call<{ provider: string | null }>(store, member, 'GET', '/api/v1/user/payment-method')).body.provider;

  it('is unknown before the first payment, and follows the choices of the account', async () => {
    expect(await lastMethod()).toBeNull();
    const { id } = await openBasket();
    await pay(store, member, 'kassa24', id);
    expect(await lastMethod()).toBe('kassa24');
    await pay(store, member, 'epoint', id);
    expect(await lastMethod()).toBe('epoint');
    const { body } = await call(store, await createMember(store), 'GET', '/api/v1/user/payment-method');
    expect(body).toEqual({ provider: null });
  });
});

describe('a direct basket that was never paid for', () => {
  const remaining = async (ids: readonly string[]) =>
    (await store.database.selectFrom('basket').select('id').where('id', 'in', ids).execute()).map(({ id }) => id);

  it('is removed after 30 days; carts, young baskets and those with a payment stay', async () => {
    const old = (await openBasket()).id;
    const young = (await openBasket(otherId)).id;
    const cart = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    await Promise.all([age(old, 31), age(young, 29), age(cart, 400)]);
    member = await createMember(store);
    const cancelled = (await openBasket()).id;
    await cancel(await begin(cancelled));
    await age(cancelled, 400);
    await deleteOldDirectBaskets(store.database);
    await deleteOldDirectBaskets(store.database);
    expect((await remaining([old, young, cart, cancelled])).toSorted()).toEqual([young, cart, cancelled].toSorted());
  });
});
