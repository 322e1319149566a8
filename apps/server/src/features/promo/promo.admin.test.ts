import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFaults } from '../../../../../tests/resilience/invariant-check.ts';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import { setKeyCost } from '../../testing/test-finance.ts';
import { createMember, createMembers, type Member } from '../../testing/test-member.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { call, fillBasket, getOrder, type Link, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { describePromoCode, listPromoCodeFacts } from './promo.commands.ts';

let store: TestStore;
let manager: TestOperator;
let cheap: number;
let dear: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  manager = await signInOperator(store, 'manager');
  [cheap, dear] = [await stockProduct(store.database, 80), await stockProduct(store.database, 80)];
  await setPrice(cheap, 1000);
  await setPrice(dear, 3000);
  await setKeyCost(store.database, cheap, 100);
  await setKeyCost(store.database, dear, 700);
});
afterAll(() => store.close());
afterEach(async () => expect(await findFaults(store)).toEqual([]));

const setPrice = (id: number, cents: number) =>
  store.database
    .updateTable('product')
    .set({ price_cents: cents, price_with_discount_cents: cents })
    .where('id', '=', id)
    .execute();

const TERMS = {
  percent: 10,
  amountCents: null,
  minimumCents: 0,
  startsAt: new Date(Date.now() - 60_000).toISOString(),
  expiresAt: null,
  totalLimit: null,
  accountLimit: null,
  isFirstOrder: false,
  productIds: [] as number[],
  categoryIds: [] as number[],
  budgetCents: null,
};
let number = 0;
async function create(terms: Partial<Record<keyof typeof TERMS, unknown>> = {}, code = `CODE-${++number}`) {
  const answer = await manager.call('POST', '/api/v1/promo-codes', { code, ...TERMS, ...terms });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as typeof TERMS & { id: number; code: string; version: number };
}
const show = async (id: number) => (await manager.get(`/api/v1/promo-codes/${id}`)).json();
const change = ({ id, version, ...code }: Awaited<ReturnType<typeof create>>, terms: object) =>
  manager.call('PUT', `/api/v1/promo-codes/${id}`, { ...pick(code), version, ...terms });
const pick = (code: object) =>
  Object.fromEntries(
    Object.keys(TERMS)
      .filter((name) => name !== 'percent' && name !== 'amountCents')
      .map((name) => [name, (code as Record<string, unknown>)[name]]),
  );
const end = (id: number) => manager.call('POST', `/api/v1/promo-codes/${id}/end`);

interface Basket {
  id: string;
  amount: number;
  discount: number;
  total: number;
  promo: object | null;
  droppedPromo: string | null;
  basketItems: { productId: number; isInPromo: boolean }[];
  code?: string;
}
const apply = (member: Member, basketId: string, code: string) =>
  call<Basket>(store, member, 'PUT', `/api/v1/basket/promo/${basketId}`, { body: { code } });
const check = async (member: Member, basketId: string) =>
  (await call<Basket>(store, member, 'GET', `/api/v1/basket/check/${basketId}`)).body;
const pay = (member: Member, basketId: string, total?: number) =>
  call<Link & { code: string }>(
    store,
    member,
    'POST',
    `/api/v1/payment/epoint/${basketId}${total === undefined ? '' : `?total=${total}`}`,
  );
async function withCode(code: string, items: { id: number; count: number }[], by?: Member) {
  const member = by ?? (await createMember(store));
  const basketId = await fillBasket(store, member, items);
  return { member, basketId, applied: await apply(member, basketId, code) };
}
async function approve(member: Member, link: Link) {
  await press(link, 'approve');
  await eventually(async () => expect((await getOrder(store, member, link.orderId)).state).not.toBe('waiting'));
  return getOrder(store, member, link.orderId);
}

describe('an operator', () => {
  it('creates, finds, changes and ends a code', async () => {
    const created = await create({ budgetCents: 500_00, totalLimit: 10 }, 'осень-2026');
    expect(created).toMatchObject({ code: 'ОСЕНЬ-2026', version: 1, percent: 10, budgetCents: 50_000 });
    const list = async (query: string) => (await manager.get(`/api/v1/promo-codes?${query}`)).json().items;
    expect(await list(`search=${encodeURIComponent('осень')}`)).toMatchObject([{ id: created.id, state: 'active' }]);
    const changed = await change(created, { budgetCents: null, minimumCents: 500 });
    expect(changed.json()).toMatchObject({ version: 2, budgetCents: null, minimumCents: 500, percent: 10 });
    const stale = await change(created, { minimumCents: 1 });
    expect([stale.statusCode, stale.json()]).toMatchObject([
      409,
      { code: 'changed-meanwhile', current: { version: 2, changedBy: manager.actor.name } },
    ]);
    expect((await end(created.id)).json()).toMatchObject({ state: 'ended' });
    expect(await list('state=ended')).toContainEqual(expect.objectContaining({ id: created.id }));
  });

  it.each([
    ['both discounts', { amountCents: 100 }],
    ['no discount', { percent: null }],
    ['an end before its start', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['an unknown product', { productIds: [2_000_000_000] }],
    ['an unknown category', { categoryIds: [2_000_000_000] }],
    ['a code that cannot be typed', { code: 'A B' }],
  ])('cannot create a code with %s', async (_, terms) => {
    const answer = await manager.call('POST', '/api/v1/promo-codes', { code: 'WRONG', ...TERMS, ...terms });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
  });

  it('cannot create a code twice, nor lower a limit below what is used', async () => {
    const code = await create({ totalLimit: 2 });
    const again = await manager.call('POST', '/api/v1/promo-codes', { ...TERMS, code: code.code.toLowerCase() });
    expect(again.statusCode).toBe(409);
    await withCode(code.code, [{ id: cheap, count: 1 }]);
    await withCode(code.code, [{ id: cheap, count: 1 }]);
    expect((await change(code, { totalLimit: 1 })).statusCode).toBe(400);
  });
});

describe('the scope of a code', () => {
  it('is some products: the discount is taken off them alone, and refunds follow it', async () => {
    const code = await create({ percent: 50, productIds: [dear] });
    const { member, basketId, applied } = await withCode(code.code, [
      { id: cheap, count: 1 },
      { id: dear, count: 1 },
    ]);
    expect(applied.body).toMatchObject({ amount: 4000, discount: 1500, total: 2500 });
    const inPromo = applied.body.basketItems.filter(({ isInPromo }) => isInPromo);
    expect(inPromo.map(({ productId }) => productId)).toEqual([dear]);
    const link = await pay(member, basketId, 2500);
    expect(link.status).toBe(200);
    expect((await approve(member, link.body)).state).toBe('paid');
    const items = await sql<{ product_id: number; share: number }>`
      SELECT product_id, round(order_item.amount::numeric / payment.amount, 2)::float AS share
      FROM order_item JOIN payment ON payment.id = payment_id WHERE order_id = ${link.body.orderId}`.execute(
      store.database,
    );
    expect(Object.fromEntries(items.rows.map(({ product_id: id, share }) => [id, share]))).toEqual({
      [cheap]: 0.4,
      [dear]: 0.6,
    });
    expect(await show(code.id)).toMatchObject({
      used: 1,
      spentCents: 1500,
      use: { orders: 1, discountCents: 1500, revenueCents: 2500, costCents: 800, marginCents: 1700 },
    });
  });

  it('may be covered by the code: the cart, the page and the charge leave a cent per key', async () => {
    const code = await create({ percent: 100, productIds: [cheap] });
    const { member, basketId, applied } = await withCode(code.code, [
      { id: cheap, count: 2 },
      { id: dear, count: 1 },
    ]);
    const sums = { amount: 5000, discount: 1998, total: 3002 };
    expect(applied.body).toMatchObject(sums);
    expect(await check(member, basketId)).toMatchObject(sums);
    const link = await pay(member, basketId, 3002);
    expect(link.status).toBe(200);
    expect((await approve(member, link.body)).state).toBe('paid');
    const { rows } = await sql<{ product_id: number; amount: number; base_cents: number }>`
      SELECT product_id, order_item.amount::integer AS amount, base_cents FROM order_item JOIN payment ON payment.id = payment_id
      WHERE order_id = ${link.body.orderId} ORDER BY order_item.amount`.execute(store.database);
    expect(rows.map(({ product_id: id }) => id)).toEqual([cheap, dear]);
    for (const { amount, base_cents: base } of rows) {
      expect(amount).toBeGreaterThanOrEqual(2);
      expect(base).toBe(3002);
    }
  });

  it('refuses a basket without anything in it, and a category counts with its products', async () => {
    const { category_id: categoryId } = await store.database
      .selectFrom('product')
      .select('category_id')
      .where('id', '=', cheap)
      .executeTakeFirstOrThrow();
    const other = await create({ productIds: [dear] });
    expect((await withCode(other.code, [{ id: cheap, count: 1 }])).applied.body.code).toBe('promocode-error');
    const category = await create({ categoryIds: [categoryId] });
    expect((await withCode(category.code, [{ id: cheap, count: 1 }])).applied.body).toMatchObject({ discount: 100 });
  });

  it('that changes in between is not paid at the old total, and a payment that has begun keeps its discount', async () => {
    const code = await create({ percent: 50, productIds: [cheap] });
    const { member, basketId, applied } = await withCode(code.code, [{ id: cheap, count: 1 }]);
    expect(applied.body.total).toBe(500);
    const frozen = await withCode(code.code, [{ id: cheap, count: 1 }]);
    const begun = await pay(frozen.member, frozen.basketId, 500);
    expect((await change(code, { productIds: [dear] })).statusCode).toBe(200);
    expect((await pay(member, basketId, 500)).body.code).toBe('quote-expired');
    expect(await check(member, basketId)).toMatchObject({ discount: 0, total: 1000 });
    expect(await check(frozen.member, frozen.basketId)).toMatchObject({ discount: 500, total: 500 });
    expect((await approve(frozen.member, begun.body)).state).toBe('paid');
    expect(await check(frozen.member, frozen.basketId)).toMatchObject({ discount: 500, total: 500 });
  });

  it('can be the first order: a customer who has paid is refused, also with the code in the basket', async () => {
    const code = await create({ isFirstOrder: true });
    const { member, basketId } = await withCode(code.code, [{ id: cheap, count: 1 }]);
    const link = await pay(member, basketId);
    expect((await approve(member, link.body)).state).toBe('paid');
    expect((await withCode(code.code, [{ id: cheap, count: 1 }], member)).applied.body.code).toBe('promocode-error');
    expect(await check(member, basketId)).toMatchObject({ discount: 100, promo: { code: code.code } });
  });
});

describe('the budget of a code', () => {
  it('is never exceeded by payments at the same moment, and comes back with one that is given up', async () => {
    const code = await create({ percent: 10, budgetCents: 500 });
    const members = await createMembers(store, 20);
    const baskets = await Promise.all(
      members.map(async (member) => (await withCode(code.code, [{ id: cheap, count: 1 }], member)).basketId),
    );
    const begun = await Promise.all(members.map((member, index) => pay(member, baskets[index] ?? '', 900)));
    const links = begun.filter(({ status }) => status === 200);
    expect(links).toHaveLength(5);
    for (const { status, body } of begun) if (status !== 200) expect(body.code).toBe('promocode-error');
    expect(await show(code.id)).toMatchObject({ spentCents: 500, state: 'used-up' });
    const listed = (await listPromoCodeFacts(store.database)).find((one) => one.code === code.code);
    expect(listed).toMatchObject({ spent: '5.00', budget: '5.00', state: 'used-up' });
    expect(listed && describePromoCode(listed)).toMatch(/, \$5\.00 of \$5\.00 taken off, .+, USED UP$/);
    const late = await createMember(store);
    expect((await withCode(code.code, [{ id: cheap, count: 1 }], late)).applied.body.code).toBe('promocode-error');

    const first = begun.findIndex(({ status }) => status === 200);
    const orderId = begun[first]?.body.orderId ?? '';
    await call(store, members[first] as Member, 'POST', `/api/v1/payment/${orderId}/cancel`);
    expect(await show(code.id)).toMatchObject({ spentCents: 400, state: 'active' });
    expect((await withCode(code.code, [{ id: cheap, count: 1 }], late)).applied.status).toBe(200);
  });

  it('also binds a payment that comes late: what no longer fits goes back', async () => {
    const code = await create({ percent: 10, budgetCents: 100 });
    const slow = await withCode(code.code, [{ id: cheap, count: 1 }]);
    const link = await pay(slow.member, slow.basketId, 900);
    await store.payments.settlement.giveUp(link.body.orderId, 'expired', 'test');
    const quick = await withCode(code.code, [{ id: cheap, count: 1 }]);
    expect((await pay(quick.member, quick.basketId, 900)).status).toBe(200);
    await press(link.body, 'approve');
    await eventually(async () => {
      const { status } = await store.database
        .selectFrom('payment')
        .select('status')
        .where('order_id', '=', link.body.orderId)
        .executeTakeFirstOrThrow();
      expect(status).toBe('refunding');
    });
    await store.payments.refunds.refundDue();
    expect((await getOrder(store, slow.member, link.body.orderId)).state).toBe('refunded');
    expect((await show(code.id)).spentCents).toBe(100);
  });

  it('does not count a late payment under review twice', async () => {
    const code = await create({ percent: 10, budgetCents: 100 });
    const { member, basketId } = await withCode(code.code, [{ id: cheap, count: 1 }]);
    const { orderId } = (await pay(member, basketId, 900)).body;
    await store.payments.settlement.giveUp(orderId, 'expired', 'test');
    // Rolled back, so that the payment is as before for the checks after the test.
    const transaction = await store.database.startTransaction().execute();
    await sql`UPDATE payment SET status = 'review' WHERE order_id = ${orderId}`.execute(transaction);
    const { rows } = await sql<{ locked: { promo: { isOverBudget: boolean } } }>`
      SELECT lock_settlement(${orderId}) AS locked`.execute(transaction);
    await transaction.rollback().execute();
    expect(rows[0]?.locked.promo.isOverBudget).toBe(false);
  });
});

it('a code that ends while a payment is pending stays valid for that payment', async () => {
  const code = await create();
  const { member, basketId } = await withCode(code.code, [{ id: cheap, count: 1 }]);
  const open = await withCode(code.code, [{ id: cheap, count: 1 }]);
  const link = await pay(member, basketId, 900);
  await end(code.id);
  expect((await approve(member, link.body)).state).toBe('paid');
  expect((await pay(open.member, open.basketId, 900)).body.code).toBe('promocode-error');
  expect(await check(open.member, open.basketId)).toMatchObject({ discount: 0, droppedPromo: code.code });
});
