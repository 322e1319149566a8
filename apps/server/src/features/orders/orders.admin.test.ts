import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFaults } from '../../../../../tests/resilience/invariant-check.ts';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { bookEverything, setFees, setKeyCost } from '../../testing/test-finance.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { type Bought, buy } from '../../testing/test-orders.ts';
import { call, getOrder } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { commandCaller } from '../approvals/approvals.service.ts';

let store: TestStore;
let support: TestOperator;
const products: number[] = [];
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off', MAX_HELD_KEYS: '99' } });
  await store.currency.refresh();
  for (const count of [80, 80]) products.push(await stockProduct(store.database, count));
  support = await signInOperator(store, 'support');
});
afterAll(() => store.close());
afterEach(async () => expect(await findFaults(store)).toEqual([]));

const newKey = () => randomBytes(12).toString('hex');
const show = async (orderId: string, who = support) => (await who.get(`/api/v1/orders/${orderId}`)).json();
const list = async (query = '') => (await support.get(`/api/v1/orders${query}`)).json();
const refundDue = () => store.payments.refunds.refundDue();

async function refund(
  orderId: string,
  request: object,
  { who = support, version = '', key = newKey(), isParallel = false } = {},
) {
  const seen = version || (await show(orderId)).version;
  return who.call(
    'POST',
    `/api/v1/orders/${orderId}/refunds`,
    { request, version: seen, reason: 'asked for it' },
    { headers: { 'idempotency-key': key }, isParallel },
  );
}
const preview = (orderId: string, request: object, who = support) =>
  who.call('POST', `/api/v1/orders/${orderId}/refunds/preview`, { request }, { isParallel: true });

/** A claim that waits for an operator. */
async function openClaim(keyId: number, { accountId }: Bought['member']): Promise<void> {
  await sql`INSERT INTO key_claim (key_id, account_id, reason) VALUES (${keyId}, ${accountId}, 'invalid')`.execute(
    store.database,
  );
  await sql`UPDATE product_key SET status = 'disputed' WHERE id = ${keyId}`.execute(store.database);
}

describe('the list of orders', () => {
  const bought: Bought[] = [];
  beforeAll(async () => {
    for (let order = 0; order < 3; order++) bought.push(await buy(store, products, [1]));
  });

  it('is in pages, the newest first', async () => {
    const first = await list('?limit=2');
    expect(first.items.map(({ orderId }: Bought) => orderId)).toEqual([bought[2]?.orderId, bought[1]?.orderId]);
    const second = await list(`?limit=1&after=${first.next}`);
    expect(second.items[0]).toMatchObject({
      orderId: bought[0]?.orderId,
      status: 'paid',
      isTopUp: false,
      itemCount: 1,
    });
    expect((await support.get('/api/v1/orders?after=x')).statusCode).toBe(400);
  });

  it('is filtered by everything that an order has', async () => {
    const { orderId, member } = bought[0] as Bought;
    // The order may be from before midnight, and midnight is another time in the zone of the store.
    const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
    const match = `?status=paid&provider=epoint&kind=basket&product=${products[0]}&buyer=${member.accountId}&from=${from}&to=${to}`;
    const { items } = await list(match);
    expect(items.map((order: Bought) => order.orderId)).toEqual([orderId]);
    for (const other of [
      'provider=platron',
      'kind=top-up',
      'status=review',
      `product=${products[1]}`,
      'currency=USD',
      'needsPerson=true',
      'from=2999-01-01',
      'to=2020-01-01',
    ]) {
      const [name] = other.split('=');
      const query = new URLSearchParams(match.slice(1));
      query.set(name ?? '', other.split('=')[1] ?? '');
      expect((await list(`?${query}`)).items, other).toEqual([]);
    }
  });
});

describe('the page of an order', () => {
  it('shows its history, items, money and the other orders of the buyer, and no key', async () => {
    const { member, orderId } = await buy(store, products, [2, 1]);
    const [item] = (await getOrder(store, member, orderId)).items;
    const keyId = item?.keys[0]?.id ?? 0;
    const opened = await call<{ key: string }>(store, member, 'POST', `/api/v1/user/keys/${keyId}/reveal`);
    await support.call('POST', `/api/v1/orders/${orderId}/notes`, { text: 'asked by phone' });
    const answer = await support.get(`/api/v1/orders/${orderId}`);
    expect(answer.body).not.toContain(opened.body.key);
    const order = answer.json();
    expect(order).toMatchObject({
      status: 'paid',
      capability: 'partial',
      refunded: '0.00',
      refundable: order.amount,
      rateSource: expect.any(String),
      buyer: { accountId: member.accountId, isBlocked: false },
      otherOrders: [],
    });
    expect(order.items).toHaveLength(2);
    expect(order.items[0].keys[0]).toMatchObject({ id: keyId, status: 'sold', isOpened: true });
    expect(order.notes).toMatchObject([{ text: 'asked by phone' }]);
    const kinds = order.events.map(({ kind }: { kind: string }) => kind);
    for (const kind of ['begun', 'link', 'paid', 'delivered', 'opened', 'note']) expect(kinds).toContain(kind);
    expect(order.events.find(({ kind }: { kind: string }) => kind === 'opened')).toMatchObject({
      keyId,
      what: 'page',
      address: '127.0.0.1',
      device: 'lightMyRequest',
    });
    expect((await support.get('/api/v1/orders/NOSUCHORDERATALL')).statusCode).toBe(404);
  });

  it('shows fee, cost and margin once they are booked, to those who may see finance', async () => {
    const productId = await stockProduct(store.database, 3);
    await setKeyCost(store.database, productId, 150);
    await setFees(store.database, [
      { provider: 'epoint', currency: 'AZN', basisPoints: 250, fixed: 30, isReturned: true },
    ]);
    const { orderId } = await buy(store, [productId], [2]);
    const finance = await signInOperator(store, 'finance');
    expect(await show(orderId, finance)).toMatchObject({ earned: null });
    await bookEverything(store.database);
    const order = await show(orderId, finance);
    const cents = (text: string) => Math.round(Number(text) * 100);
    const { fees, cost, margin } = order.earned;
    const { rate, amount } = order;
    expect(cents(fees)).toBe(Math.round(cents(amount) * 0.025) + 30);
    expect(cents(cost)).toBe(Math.round(2 * 150 * Number(rate)));
    expect(cents(margin)).toBe(cents(amount) - cents(fees) - cents(cost));
    expect(await show(orderId)).not.toHaveProperty('earned');

    await refund(orderId, { kind: 'items', items: [{ number: 1, count: 1 }] });
    await refundDue();
    await bookEverything(store.database);
    const after = (await show(orderId, finance)).earned;
    expect(cents(after.cost)).toBe(Math.round(2 * 150 * Number(rate)) - Math.round(150 * Number(rate)));
    const { refunded } = await show(orderId, finance);
    expect(cents(after.margin)).toBe(cents(amount) - cents(refunded) - cents(after.fees) - cents(after.cost));
    expect(cents(after.fees)).toBeLessThan(cents(fees));
  });

  it('has everything that happened to it in its history, in order', async () => {
    const { member, orderId } = await buy(store, products, [2]);
    const keyId = (await getOrder(store, member, orderId)).items[0]?.keys[0]?.id ?? 0;
    await call(store, member, 'POST', `/api/v1/user/keys/${keyId}/reveal`);
    await openClaim(keyId, member);
    await store.claimAnswers.replace(commandCaller(support.actor), { keyId });
    await refund(orderId, { kind: 'items', items: [{ number: 1, count: 1 }] });
    await refundDue();
    await support.call('POST', `/api/v1/orders/${orderId}/notes`, { text: 'called' });
    await support.call('POST', `/api/v1/orders/${orderId}/resend`, undefined, {
      headers: { 'idempotency-key': newKey() },
    });
    const { events } = await show(orderId);
    expect(events[1]).toMatchObject({ what: '2' });
    // Things of one transaction have the same time and follow each other by their names.
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual([
      'begun',
      'held',
      'link',
      'callback',
      'paid',
      'delivered',
      'delivered',
      'opened',
      'claim',
      'claim-answered',
      'replaced',
      'action',
      'refund-requested',
      'returned',
      'refund-done',
      'note',
      'action',
    ]);
  });
});

describe('a refund from the console', () => {
  it('is previewed with what it does, and gives back pieces of several items', async () => {
    const { orderId } = await buy(store, products, [3, 1]);
    const request = { kind: 'items', items: [{ number: 1, count: 2 }, { number: 2 }] };
    const shown = (await preview(orderId, request)).json();
    expect(shown).toMatchObject({ isRetry: false, isOverLimit: false, needsFresh: false, returnedKeys: { length: 3 } });
    const done = await refund(orderId, request, { version: shown.version });
    expect(done.json()).toMatchObject({
      amount: shown.amount,
      parts: [
        { number: 1, count: 2 },
        { number: 2, count: 1 },
      ],
    });
    await refundDue();
    const order = await show(orderId);
    expect(order).toMatchObject({ status: 'partly-refunded', refunded: shown.amount });
    expect(order.refunds[0]).toMatchObject({ status: 'done', note: 'asked for it', operator: support.actor.name });
    expect((await refund(orderId, { kind: 'amount', amount: '0.01' })).statusCode).toBe(200);
    await refundDue();
    expect((await refund(orderId, { kind: 'rest' })).statusCode).toBe(200);
    await refundDue();
    expect(await show(orderId)).toMatchObject({ status: 'refunded', refundable: '0.00' });
  });

  it('is done once when the request is repeated, also at the same time', async () => {
    const { orderId } = await buy(store, products, [2]);
    const { version } = await show(orderId);
    const key = newKey();
    const attempts = await Promise.all(
      Array.from({ length: 5 }, () =>
        refund(orderId, { kind: 'amount', amount: '0.10' }, { version, key, isParallel: true }),
      ),
    );
    expect(attempts.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
    expect((await show(orderId)).refunds).toHaveLength(1);
    await refundDue();
  });

  it('by a second operator who saw the state before gets the change of the first', async () => {
    const { orderId } = await buy(store, products, [2]);
    const second = await signInOperator(store, 'support');
    const { version } = await show(orderId);
    expect((await refund(orderId, { kind: 'amount', amount: '0.10' }, { version })).statusCode).toBe(200);
    const late = await refund(orderId, { kind: 'amount', amount: '0.10' }, { who: second, version });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: 'changed-meanwhile', current: { status: 'refunding' } });
    await refundDue();
  });

  it('by two operators in parallel never gives back more than was paid', async () => {
    const second = await signInOperator(store, 'manager');
    for (let round = 0; round < 6; round++) {
      const { orderId } = await buy(store, products, [1]);
      const { version } = await show(orderId);
      const attempts = await Promise.all(
        [support, second, support, second].map((who) =>
          refund(orderId, { kind: 'items', items: [{ number: 1 }] }, { who, version, isParallel: true }),
        ),
      );
      expect(attempts.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
      await refundDue();
      expect(await show(orderId)).toMatchObject({ status: 'refunded' });
    }
  });

  it('and a replacement of its key at the same time exclude each other', async () => {
    const { member, orderId } = await buy(store, products, [1]);
    const keyId = (await getOrder(store, member, orderId)).items[0]?.keys[0]?.id ?? 0;
    await call(store, member, 'POST', `/api/v1/user/keys/${keyId}/reveal`);
    await openClaim(keyId, member);
    const { version } = await show(orderId);
    const [refunded, replaced] = await Promise.allSettled([
      refund(orderId, { kind: 'rest' }, { version, isParallel: true }),
      store.claimAnswers.replace(commandCaller(support.actor), { keyId }),
    ]);
    const isRefunded = refunded.status === 'fulfilled' && refunded.value.statusCode === 200;
    expect([isRefunded, replaced.status === 'fulfilled'].filter(Boolean)).toHaveLength(1);
    await refundDue();
  });

  it('stays within the daily limit of the role, also in parallel', async () => {
    const role = `small-${newKey().slice(0, 6)}`;
    await sql`INSERT INTO operator_role (id, permissions, limits)
      VALUES (${role}, '{orders:read,orders:refund}', '{"refundPerDay": 100000}')`.execute(store.database);
    const small = await signInOperator(store, role);
    const orders = await Promise.all(Array.from({ length: 4 }, () => buy(store, products, [1])));
    const attempts = await Promise.all(
      orders.map(async ({ orderId }) => {
        const { version } = await show(orderId);
        return refund(orderId, { kind: 'rest' }, { who: small, version, isParallel: true });
      }),
    );
    const { rows } = await sql<{ tenge: number }>`
      SELECT coalesce(sum(tenge), 0)::bigint AS tenge FROM refund WHERE operator_id = ${small.id}`.execute(
      store.database,
    );
    expect(rows[0]?.tenge).toBeLessThanOrEqual(100_000);
    const refused = attempts.filter(({ statusCode }) => statusCode === 403);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.json()).toMatchObject({ code: 'operator-limit' });
    await refundDue();
  });

  it('above an amount needs a fresh second factor', async () => {
    const stale = await signInOperator(store, 'owner', { secondFactor: 'stale' });
    const { orderId } = await buy(store, products, [40]);
    expect((await preview(orderId, { kind: 'rest' }, stale)).json()).toMatchObject({ needsFresh: true });
    const refused = await refund(orderId, { kind: 'rest' }, { who: stale });
    expect({ status: refused.statusCode, code: refused.json().code }).toEqual({
      status: 403,
      code: 'second-factor-stale',
    });
    expect((await show(orderId)).refunds).toEqual([]);
    const fresh = await signInOperator(store, 'owner');
    expect((await refund(orderId, { kind: 'rest' }, { who: fresh })).statusCode).toBe(200);
    await refundDue();
  });
});

describe('refunds in parts', () => {
  it('need a fresh second factor once they are above the amount together', async () => {
    const stale = await signInOperator(store, 'owner', { secondFactor: 'stale' });
    const { orderId } = await buy(store, products, [40]);
    const pieces = (count: number) => ({ kind: 'items', items: [{ number: 1, count }] });
    let count = 39;
    while ((await preview(orderId, pieces(count), stale)).json().needsFresh) count -= 1;
    expect((await refund(orderId, pieces(count), { who: stale })).statusCode).toBe(200);
    await refundDue();
    expect((await preview(orderId, pieces(1), stale)).json()).toMatchObject({ needsFresh: true });
    expect((await refund(orderId, pieces(1), { who: stale })).json()).toMatchObject({ code: 'second-factor-stale' });
    expect((await show(orderId)).refunds).toHaveLength(1);
  });
});

describe('a failed refund', () => {
  it('is tried again, or closed by hand with a fresh second factor', async () => {
    const { orderId } = await buy(store, products, [1]);
    await refund(orderId, { kind: 'rest' });
    await sql`UPDATE refund SET status = 'failed', next_try_at = NULL, detail = 'refused'
      WHERE payment_id = (SELECT id FROM payment WHERE order_id = ${orderId})`.execute(store.database);
    await sql`UPDATE payment SET status = 'refund-failed' WHERE order_id = ${orderId}`.execute(store.database);
    expect((await list('?needsPerson=true')).items.map((order: Bought) => order.orderId)).toContain(orderId);
    expect((await preview(orderId, { kind: 'rest' })).json()).toMatchObject({ isRetry: true });
    expect((await refund(orderId, { kind: 'amount', amount: '0.01' })).statusCode).toBe(409);
    const body = { request: { kind: 'rest' }, version: (await show(orderId)).version, note: 'paid back by bank' };
    const stale = await signInOperator(store, 'manager', { secondFactor: 'stale' });
    const url = `/api/v1/orders/${orderId}/refunds/close`;
    expect((await stale.call('POST', url, body)).json()).toMatchObject({ code: 'second-factor-stale' });
    expect((await support.call('POST', url, body)).statusCode).toBe(200);
    expect(await show(orderId)).toMatchObject({ status: 'refunded' });
    await refundInPanel(orderId);
  });

  /** The operator's press on the button in the panel of the provider. */
  async function refundInPanel(orderId: string): Promise<void> {
    const { amount, provider_payment_id: providerPaymentId } = await store.database
      .selectFrom('payment')
      .select(['amount', 'provider_payment_id'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    const reference = { orderId, providerPaymentId: providerPaymentId ?? undefined };
    const whole = { amount, paid: amount, refundedBefore: 0, triedBefore: false };
    expect(await store.payments.providers.get('epoint')?.refund(reference, whole)).toMatchObject({ outcome: 'done' });
  }
});
