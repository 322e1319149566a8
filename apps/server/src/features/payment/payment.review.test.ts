import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFaults } from '../../../../../tests/resilience/invariant-check.ts';
import { countKeys, stockProduct } from '../../../../../tests/resilience/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { fillBasket, getOrder, type Link, pay, press } from '../../testing/test-purchase.ts';
import { decideReview } from '../../testing/test-review.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { deliverUntil, GUEST, getTopUp, order, turn } from '../../testing/test-top-up.ts';
import { TOP_UP_INVARIANTS } from '../top-up/top-up.check.ts';
import { checkInvariants } from './payment.check.ts';

/** A payment with a report of the provider that does not match, and the decision of an operator. */

const STOCK = 20;
let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  productId = await stockProduct(store.database, STOCK);
});
afterAll(() => store.close());
afterEach(async () => {
  await turn(store, 'epoint');
  expect([...(await findFaults(store)), ...(await checkInvariants(store.database, TOP_UP_INVARIANTS))]).toEqual([]);
});

const settle = (orderId: string, verdict: 'accept' | 'reject') => decideReview(store, orderId, verdict);

const statusOf = async (orderId: string) =>
  (await store.database.selectFrom('payment').select('status').where('order_id', '=', orderId).executeTakeFirst())
    ?.status;

const openAlerts = async (orderId: string) =>
  (
    await store.database
      .selectFrom('payment_alert')
      .select('kind')
      .where('order_id', '=', orderId)
      .where('resolved_at', 'is', null)
      .execute()
  ).map(({ kind }) => kind);

const auditOf = async (orderId: string) =>
  (
    await store.database.selectFrom('audit_entry').select('action').where('subject', '=', `order ${orderId}`).execute()
  ).map(({ action }) => action);

/** Reports an amount that differs from the payment. */
async function tellAnother(orderId: string, difference: number) {
  const payment = await store.database
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return store.payments.settlement.settle({
    provider: payment.provider,
    orderId,
    providerPaymentId: payment.provider_payment_id ?? '',
    status: 'paid',
    amount: payment.amount + difference,
    currency: payment.currency,
  });
}

/** Puts the payment under review. At the provider it is paid correctly, without a callback, or not paid at all. */
async function underReview(link: Pick<Link, 'orderId' | 'link_url'>, isPaid: boolean): Promise<void> {
  if (isPaid) await press(link, 'approve');
  expect(await tellAnother(link.orderId, 1)).toBe('review');
  expect(await openAlerts(link.orderId)).toEqual(['mismatch']);
}

async function newOrder(): Promise<{ member: Member; link: Link; basketId: string }> {
  await turn(store, 'epoint', { drop: 100 });
  const member = await createMember(store);
  const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
  return { member, basketId, link: (await pay(store, member, 'epoint', basketId)).body };
}

const reserved = async () => (await countKeys(store.database, productId)).get('reserved') ?? 0;

describe('a payment under review', () => {
  it('that is accepted is a payment like any other: the key is handed over', async () => {
    const { member, link } = await newOrder();
    await underReview(link, true);
    expect(await settle(link.orderId, 'accept')).toBe('It is paid, and its keys are handed over');
    const shown = await getOrder(store, member, link.orderId);
    expect([shown.state, shown.items[0]?.keys.length]).toEqual(['paid', 1]);
    expect([await openAlerts(link.orderId), await auditOf(link.orderId)]).toEqual([[], ['accept']]);
    await expect(settle(link.orderId, 'reject')).rejects.toThrow('The payment is paid, not under review');
  });

  it('that is rejected gives back the key and the basket, and the same message opens no review again', async () => {
    const { member, link, basketId } = await newOrder();
    const before = await reserved();
    await underReview(link, false);
    expect(await settle(link.orderId, 'reject')).toBe('It is given up, and what was held for it is free again');
    expect([await statusOf(link.orderId), await reserved()]).toEqual(['failed', before - 1]);
    expect([await openAlerts(link.orderId), await auditOf(link.orderId)]).toEqual([[], ['reject']]);
    await tellAnother(link.orderId, 1);
    expect([await statusOf(link.orderId), await openAlerts(link.orderId)]).toEqual(['failed', []]);
    await tellAnother(link.orderId, 2);
    expect([await statusOf(link.orderId), await openAlerts(link.orderId)]).toEqual(['review', ['mismatch']]);
    await settle(link.orderId, 'reject');
    await turn(store, 'epoint');
    const second = await pay(store, member, 'epoint', basketId);
    await press(second.body, 'approve');
    await eventually(async () => expect((await getOrder(store, member, second.body.orderId)).state).toBe('paid'));
  });

  it('that is accepted after its basket was changed goes back', async () => {
    const { member, link } = await newOrder();
    await store.payments.settlement.giveUp(link.orderId, 'expired', 'it was not paid in time');
    await fillBasket(store, member, [{ id: productId, count: 2 }]);
    await underReview(link, true);
    expect(await settle(link.orderId, 'accept')).toMatch(/on its way back$/);
    await turn(store, 'epoint');
    await store.payments.refunds.refundDue();
    expect((await getOrder(store, member, link.orderId)).state).toBe('refunded');
  });

  it('for a top-up that is accepted is delivered', async () => {
    await turn(store, 'epoint', { drop: 100 });
    const { body } = await order(store, GUEST, { provider: 'epoint', account: 'reviewed_1', amount: 5000 });
    await underReview(body, true);
    expect(await getTopUp(store, body.orderId)).toMatchObject({ statusId: 2, isDelayed: true });
    expect(await settle(body.orderId, 'accept')).toBe('It is paid, and a worker delivers it');
    await deliverUntil(store, body.orderId, 'delivered');
  });

  it('for a top-up that is rejected was not paid', async () => {
    const { body } = await order(store, GUEST, { provider: 'epoint', account: 'reviewed_2', amount: 5000 });
    await underReview(body, false);
    await settle(body.orderId, 'reject');
    expect(await getTopUp(store, body.orderId)).toMatchObject({ statusId: 4, stage: 'not-paid' });
    expect(await openAlerts(body.orderId)).toEqual([]);
  });
});

describe('a payment that is not under review', () => {
  it('is left as it is', async () => {
    const { link } = await newOrder();
    await expect(settle(link.orderId, 'accept')).rejects.toThrow('The payment is pending, not under review');
    expect([await statusOf(link.orderId), await auditOf(link.orderId)]).toEqual(['pending', []]);
  });
});
