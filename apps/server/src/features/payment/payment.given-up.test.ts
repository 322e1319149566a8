import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findFaults } from '../../../../../tests/resilience/invariant-check.ts';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import { expectRefundOf } from '../../testing/test-late-payment.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { call, fillBasket, getOrder, type Link, pay, press } from '../../testing/test-purchase.ts';
import { decideReview } from '../../testing/test-review.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

/** A payment that the buyer or the store has given up: its link, its review and the questions to the provider. */

const CODE = 'HALF';
let store: TestStore;
let productId: number;
let member: Member;
let basketId: string;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 20);
  await store.database.insertInto('promo_code').values({ code: CODE, percent: 50, total_limit: 1 }).execute();
});
afterAll(() => store.close());
beforeEach(async () => {
  member = await createMember(store);
  basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
});
afterEach(async () => {
  await store.payments.refunds.refundDue();
  expect(await findFaults(store)).toEqual([]);
});

const endCode = (code: string) =>
  sql`UPDATE promo_code SET expires_at = now() WHERE code = ${code}`.execute(store.database);
const apply = (code: string) => call(store, member, 'PUT', `/api/v1/basket/promo/${basketId}`, { body: { code } });
const remove = () => call(store, member, 'DELETE', `/api/v1/basket/promo/${basketId}`);
const cancel = (link: Link) => call(store, member, 'POST', `/api/v1/payment/${link.orderId}/cancel`);

async function begin(provider: 'epoint' | 'kassa24' | 'platron' = 'epoint'): Promise<Link> {
  const { status, body } = await pay(store, member, provider, basketId);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function beginAndCancel(): Promise<Link> {
  const link = await begin();
  expect((await cancel(link)).status).toBe(204);
  return link;
}

const expectRefund = (link: Link, reason: string) => expectRefundOf(store, member, link, reason);

describe('a payment that was given up and does not fit', () => {
  const tellAnother = async (link: Link) => {
    const payment = await store.database
      .selectFrom('payment')
      .selectAll()
      .where('order_id', '=', link.orderId)
      .executeTakeFirstOrThrow();
    return store.payments.settlement.settle({
      provider: payment.provider,
      orderId: payment.order_id,
      providerPaymentId: payment.provider_payment_id ?? '',
      status: 'paid',
      amount: payment.amount + 1,
      currency: payment.currency,
    });
  };

  it('is set aside without touching the payment that holds the basket', async () => {
    const first = await beginAndCancel();
    const second = await begin('platron');
    expect(await tellAnother(first)).toBe('review');
    expect(await decideReview(store, first.orderId, 'reject')).toMatch(/^It is given up/);
    const { body } = await call<{ statusId: number }>(store, member, 'GET', `/api/v1/basket/check/${basketId}`);
    expect(body.statusId).toBe(2);
    await press(second, 'approve');
    await eventually(async () => expect((await getOrder(store, member, second.orderId)).state).toBe('paid'));
  });

  it('does not keep its basket from being paid', async () => {
    const first = await beginAndCancel();
    expect(await tellAnother(first)).toBe('review');
    const second = await begin('platron');
    await press(second, 'approve');
    await eventually(async () => expect((await getOrder(store, member, second.orderId)).state).toBe('paid'));
  });

  it('counts as late when an operator accepts it', async () => {
    await apply(CODE);
    const first = await beginAndCancel();
    await remove();
    await endCode(CODE);
    expect(await tellAnother(first)).toBe('review');
    await fetch(`${store.sandboxUrl}/epoint/behaviour`, { method: 'POST', body: JSON.stringify({ drop: 1 }) });
    await press(first, 'approve');
    expect(await decideReview(store, first.orderId, 'accept')).toMatch(/on its way back$/);
  });
});

describe('a link that is not wanted any more', () => {
  it.each(['platron', 'kassa24'] as const)('cannot be paid at %s after the buyer has cancelled', async (provider) => {
    const link = await begin(provider);
    await cancel(link);
    await eventually(async () => expect(await (await fetch(link.link_url ?? '')).text()).not.toContain('approve'));
    await press(link, 'approve');
    const books = (await (await fetch(`${store.sandboxUrl}/books.json`)).json()) as Record<
      string,
      { orderId: string }[]
    >;
    expect(books[provider]?.map(({ orderId }) => orderId)).not.toContain(link.orderId);
  });

  it('is cancelled when another method is chosen', async () => {
    const link = await begin('platron');
    await begin('epoint');
    await eventually(async () => expect(await (await fetch(link.link_url ?? '')).text()).not.toContain('approve'));
  });

  it('does not keep the buyer waiting when the provider is silent', async () => {
    const link = await begin('platron');
    await fetch(`${store.sandboxUrl}/platron/behaviour`, { method: 'POST', body: JSON.stringify({ fail: true }) });
    expect((await cancel(link)).status).toBe(204);
    await fetch(`${store.sandboxUrl}/platron/behaviour`, { method: 'DELETE' });
  });

  it('goes back where cancelling gives paid money back, so that nothing is delivered for returned money', async () => {
    const link = await begin('kassa24');
    await fetch(`${store.sandboxUrl}/kassa24/behaviour`, { method: 'POST', body: JSON.stringify({ fail: true }) });
    await store.payments.settlement.giveUp(link.orderId, 'expired', 'it was not paid in time');
    await fetch(`${store.sandboxUrl}/kassa24/behaviour`, { method: 'DELETE' });
    await expectRefund(link, 'link-cancelled');
  });
});

describe('a payment that was given up', () => {
  it('is asked about more and more rarely, and at last no more', async () => {
    const link = await begin('platron');
    await cancel(link);
    const look = async (change = sql`checks = checks`) => {
      await sql`UPDATE payment SET next_check_at = now(), ${change} WHERE order_id = ${link.orderId}`.execute(
        store.database,
      );
      await store.payments.watch.checkDue();
      const { rows } = await sql<{ seconds: number | null }>`SELECT extract(epoch FROM next_check_at - now())::float8
        AS seconds FROM payment WHERE order_id = ${link.orderId}`.execute(store.database);
      return rows[0]?.seconds ?? null;
    };
    expect(await look(sql`checks = 4`)).toBeGreaterThan(150);
    expect(await look(sql`expires_at = now() - interval '2 hours'`)).toBeNull();
  });
});
