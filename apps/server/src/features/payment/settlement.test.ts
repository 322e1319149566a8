import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMember, type Member } from '../../testing/test-member.ts';
import { fillBasket, getOrder, type Link, pay } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { checkInvariants, INVARIANTS } from './payment.check.ts';
import { findPaymentByOrder } from './payment.queries.ts';

/** Reports of a provider in any order, also repeated: the result is always the same. */

let store: TestStore;
const products: number[] = [];
beforeAll(async () => {
  store = await createTestStore();
  await store.currency.refresh();
  const rows = await store.database
    .selectFrom('product')
    .select('id')
    .where('type', '=', 'Key')
    .where('available', '=', true)
    .orderBy('id')
    .limit(20)
    .execute();
  products.push(...rows.map(({ id }) => id));
});
afterAll(() => store.close());
afterEach(async () => expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]));

const nextProduct = () => products.shift() ?? 0;

async function begin(
  items: { id: number; count: number }[],
): Promise<{ member: Member; link: Link; basketId: string }> {
  const member = await createMember(store);
  const basketId = await fillBasket(store, member, items);
  const { status, body } = await pay(store, member, 'platron', basketId);
  expect(status).toBe(200);
  return { member, link: body, basketId };
}

/** A proven report of the provider. */
async function say(orderId: string, status: 'paid' | 'failed' | 'cancelled' | 'refunded' | 'pending', change = {}) {
  const payment = await findPaymentByOrder(store.database, orderId);
  return store.payments.settlement.settle({
    provider: 'platron',
    orderId,
    providerPaymentId: payment?.provider_payment_id ?? 'unknown',
    status,
    amount: payment?.amount,
    currency: payment?.currency,
    ...change,
  });
}

const statusOf = async (orderId: string) => (await findPaymentByOrder(store.database, orderId))?.status;

const alertsOf = (orderId: string) =>
  store.database.selectFrom('payment_alert').select(['kind', 'provider']).where('order_id', '=', orderId).execute();

async function takeAllKeys(productId: number): Promise<void> {
  await sql`UPDATE product_key SET status = 'quarantined' WHERE product_id = ${productId} AND status = 'available'`.execute(
    store.database,
  );
}

describe('a paid order', () => {
  it('is delivered once, however often it is confirmed', async () => {
    const { member, link } = await begin([{ id: nextProduct(), count: 3 }]);
    const results = await Promise.all(Array.from({ length: 10 }, () => say(link.orderId, 'paid')));
    expect(results.filter((result) => result === 'delivered')).toHaveLength(1);
    expect(results.filter((result) => result === 'unchanged')).toHaveLength(9);
    const order = await getOrder(store, member, link.orderId);
    expect(order.state).toBe('paid');
    expect(order.items[0]?.keys).toHaveLength(3);
  });

  it('stays paid when a failure is reported afterwards', async () => {
    const { link } = await begin([{ id: nextProduct(), count: 1 }]);
    await say(link.orderId, 'paid');
    expect(await say(link.orderId, 'failed')).toBe('unchanged');
    expect(await statusOf(link.orderId)).toBe('paid');
  });

  it('is delivered although a failure was reported first, if the basket is unchanged', async () => {
    const { member, link } = await begin([{ id: nextProduct(), count: 2 }]);
    expect(await say(link.orderId, 'failed')).toBe('failed');
    expect(await say(link.orderId, 'paid')).toBe('delivered');
    expect((await getOrder(store, member, link.orderId)).items[0]?.keys).toHaveLength(2);
  });

  it('goes back when its basket was paid for by another payment meanwhile', async () => {
    const { member, link, basketId } = await begin([{ id: nextProduct(), count: 1 }]);
    await say(link.orderId, 'cancelled');
    const second = await pay(store, member, 'platron', basketId);
    expect(await say(second.body.orderId, 'paid')).toBe('delivered');
    expect(await say(link.orderId, 'paid')).toBe('refunding');
    const late = await getOrder(store, member, link.orderId);
    expect(late).toMatchObject({ state: 'refunding', items: [{ refundedCount: 1, keys: [] }] });
  });
});

describe('what cannot be delivered', () => {
  it('goes back in part, to the last hundredth', async () => {
    const [full, short] = [nextProduct(), nextProduct()];
    const { member, link } = await begin([
      { id: full, count: 1 },
      { id: short, count: 3 },
    ]);
    await say(link.orderId, 'failed');
    // Two of the three held keys are not available any more.
    await sql`UPDATE product_key SET status = 'quarantined' WHERE product_id = ${short} AND status = 'available'
      AND id NOT IN (SELECT id FROM product_key WHERE product_id = ${short} AND status = 'available' LIMIT 1)`.execute(
      store.database,
    );
    expect(await say(link.orderId, 'paid')).toBe('refunding');
    const order = await getOrder(store, member, link.orderId);
    expect(order.items.map(({ keys, refundedCount }) => [keys.length, refundedCount])).toEqual([
      [1, 0],
      [1, 2],
    ]);
    const owed = await sql<{ amount: number }>`SELECT refund.amount FROM refund JOIN payment ON payment.id = payment_id
      WHERE order_id = ${link.orderId}`.execute(store.database);
    const share = order.items[1] as unknown as { amount: number };
    expect(owed.rows[0]?.amount).toBe(share.amount - Math.ceil(share.amount / 3));
    expect(order).toMatchObject({ refundingAmount: owed.rows[0]?.amount, refundedAmount: 0 });
  });

  it('goes back whole when nothing is left', async () => {
    const product = nextProduct();
    const { member, link } = await begin([{ id: product, count: 1 }]);
    await say(link.orderId, 'failed');
    await takeAllKeys(product);
    expect(await say(link.orderId, 'paid')).toBe('refunding');
    expect((await getOrder(store, member, link.orderId)).items[0]).toMatchObject({ refundedCount: 1, keys: [] });
  });
});

describe('what does not fit the payment', () => {
  it.each([
    ['another amount', { amount: 1 }],
    ['no amount', { amount: undefined }],
    ['another currency', { currency: 'USD' }],
    ['another payment of the provider', { providerPaymentId: 'other' }],
  ])('is set aside, not delivered: %s', async (_what, change) => {
    const { member, link } = await begin([{ id: products[0] ?? 0, count: 1 }]);
    expect(await say(link.orderId, 'paid', change)).toBe('review');
    expect(await statusOf(link.orderId)).toBe('review');
    expect((await getOrder(store, member, link.orderId)).items[0]?.keys).toEqual([]);
    const alerts = () =>
      store.database.selectFrom('payment_alert').select('kind').where('order_id', '=', link.orderId).execute();
    expect(await alerts()).toEqual([{ kind: 'mismatch' }]);
    await say(link.orderId, 'paid', change);
    expect(await alerts()).toHaveLength(1);
    // A correct report is still accepted.
    expect(await say(link.orderId, 'paid')).toBe('delivered');
  });

  it.each(['paid', 'failed', 'cancelled', 'pending', 'refunded'] as const)(
    'changes nothing and is an alert when another provider says %s',
    async (status) => {
      const { member, link, basketId } = await begin([{ id: products[0] ?? 0, count: 1 }]);
      const change = { provider: 'epoint', providerPaymentId: 'te0000000001' };
      expect(await say(link.orderId, status, change)).toBe('review');
      expect(await statusOf(link.orderId)).toBe('pending');
      expect(await alertsOf(link.orderId)).toEqual([{ kind: 'mismatch', provider: 'epoint' }]);
      await say(link.orderId, status, change);
      expect(await alertsOf(link.orderId)).toHaveLength(1);
      const { rows } = await sql<{ held: number; status: number }>`
        SELECT basket.status, (SELECT count(*)::integer FROM product_key JOIN order_item ON order_item.id = order_item_id
          JOIN payment ON payment.id = payment_id WHERE payment.basket_id = basket.id AND product_key.status = 'reserved')
          AS held FROM basket WHERE id = ${basketId}`.execute(store.database);
      expect(rows).toEqual([{ status: 2, held: 1 }]);
      expect(await say(link.orderId, 'paid')).toBe('delivered');
      expect((await getOrder(store, member, link.orderId)).items[0]?.keys).toHaveLength(1);
    },
  );

  it.each(['failed', 'cancelled', 'pending'] as const)(
    'changes nothing and is an alert when the provider says %s of another payment',
    async (status) => {
      const { link } = await begin([{ id: products[0] ?? 0, count: 1 }]);
      expect(await say(link.orderId, status, { providerPaymentId: 'other' })).toBe('review');
      expect(await statusOf(link.orderId)).toBe('pending');
      expect(await alertsOf(link.orderId)).toEqual([{ kind: 'mismatch', provider: 'platron' }]);
      expect(await say(link.orderId, 'paid')).toBe('delivered');
    },
  );

  it('an order that is not ours is kept for the operator', async () => {
    expect(await say('A'.repeat(26), 'paid', { amount: 100, currency: 'RUB' })).toBe('unknown-order');
    const alerts = await store.database
      .selectFrom('payment_alert')
      .select('kind')
      .where('payment_id', 'is', null)
      .execute();
    expect(alerts).toEqual([{ kind: 'unknown-order' }]);
  });
});
