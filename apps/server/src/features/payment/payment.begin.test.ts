import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { tengepaySandbox } from '../../testing/tengepay/tengepay.sandbox.ts';
import { tengepay } from '../../testing/tengepay/tengepay.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { call, fillBasket, getOrder, type Link, pay, press } from '../../testing/test-purchase.ts';
import { decideReview } from '../../testing/test-review.ts';
import { createTestStore, startTestNode, type TestStore } from '../../testing/test-store.ts';
import { checkInvariants, INVARIANTS } from './payment.check.ts';

let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, invented: { provider: tengepay, sandbox: tengepaySandbox } });
  await store.currency.refresh();
  const product = await store.database
    .selectFrom('product')
    .select('id')
    .where('type', '=', 'Key')
    .where('available', '=', true)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  productId = product.id;
});
afterAll(() => store.close());
afterEach(async () => {
  await turn('platron', {});
  await turn('epoint', {});
  expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
});

/** Sets the behaviour of a sandbox in place of what was set before. */
async function turn(provider: string, behaviour: object): Promise<void> {
  await fetch(`${store.sandboxUrl}/${provider}/behaviour`, { method: 'DELETE' });
  if (Object.keys(behaviour).length === 0) return;
  const answer = await fetch(`${store.sandboxUrl}/${provider}/behaviour`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(behaviour),
  });
  expect(answer.status).toBe(200);
}

async function newBuyer(count = 1): Promise<{ member: Member; basketId: string }> {
  const member = await createMember(store);
  return { member, basketId: await fillBasket(store, member, [{ id: productId, count }]) };
}

const basketOf = async (member: Member, basketId: string) =>
  (await call<{ statusId: number; total: number }>(store, member, 'GET', `/api/v1/basket/check/${basketId}`)).body;

const countPayments = async (basketId: string) =>
  (await store.database.selectFrom('payment').select('id').where('basket_id', '=', basketId).execute()).length;

describe('beginning a payment', () => {
  it.each(['undefined', 'null', '1', 'x'.repeat(36)])(
    'answers basket-id-missing to the malformed id %s',
    async (id) => {
      const { member } = await newBuyer();
      const { status, body } = await pay(store, member, 'kassa24', id);
      expect([status, body]).toMatchObject([404, { code: 'basket-id-missing' }]);
      expect(JSON.stringify(body)).not.toContain('pattern');
    },
  );

  it('answers payment-method-invalid to an unknown provider', async () => {
    const { member, basketId } = await newBuyer();
    const { status, body } = await call(store, member, 'POST', `/api/v1/payment/paypal/${basketId}`);
    expect([status, body]).toMatchObject([400, { code: 'payment-method-invalid', field: 'provider' }]);
  });

  it('freezes the basket and fixes amount, currency and rate', async () => {
    const { member, basketId } = await newBuyer(2);
    const before = await basketOf(member, basketId);
    const { body } = await pay(store, member, 'kassa24', basketId);
    const order = await getOrder(store, member, body.orderId);
    const rate = await store.currency.findRate('KZT');
    expect(order.currency).toBe('KZT');
    expect(order.amount).toBe(Math.round((before.total * Number(rate?.rate)) / 100) * 100);
    expect((await basketOf(member, basketId)).statusId).toBe(2);
    const added = await call<{ code: string }>(
      store,
      member,
      'PUT',
      `/api/v1/basket/item/add/${basketId}/${productId}/1`,
    );
    expect(added).toMatchObject({ status: 409, body: { code: 'basket-frozen' } });
  });

  it('twenty clicks at once are one payment, and all get its link', async () => {
    const { member, basketId } = await newBuyer();
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(store, member, 'platron', basketId)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.link_url)).size).toBe(1);
    expect(await countPayments(basketId)).toBe(1);
  });

  it('returns the same payment when the second click writes the id of the basket in capital letters', async () => {
    const { member, basketId } = await newBuyer();
    const first = await pay(store, member, 'platron', basketId.toUpperCase());
    for (const id of [basketId.toUpperCase(), basketId]) {
      expect((await pay(store, member, 'platron', id)).body).toEqual(first.body);
    }
    expect(await countPayments(basketId)).toBe(1);
  });

  it('returns the same payment for the same idempotency key, and no other', async () => {
    const { member, basketId } = await newBuyer();
    const key = { 'idempotency-key': 'click-1' };
    const first = await pay(store, member, 'platron', basketId, key);
    const again = await pay(store, member, 'platron', basketId, key);
    expect(again.body.orderId).toBe(first.body.orderId);
    const other = await pay(store, member, 'epoint', basketId, key);
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency-conflict' } });
  });

  it('creates a new payment with the key of a cancelled one', async () => {
    const { member, basketId } = await newBuyer();
    const key = { 'idempotency-key': 'click-2' };
    const first = await pay(store, member, 'platron', basketId, key);
    await call(store, member, 'POST', `/api/v1/payment/${first.body.orderId}/cancel`);
    const second = await pay(store, member, 'platron', basketId, key);
    expect(second.status).toBe(200);
    expect(second.body.orderId).not.toBe(first.body.orderId);
  });

  it('another method gives the first payment up', async () => {
    const { member, basketId } = await newBuyer();
    const first = await pay(store, member, 'platron', basketId);
    const second = await pay(store, member, 'kassa24', basketId);
    expect(second.status).toBe(200);
    expect((await getOrder(store, member, first.body.orderId)).state).toBe('failed');
    expect((await getOrder(store, member, second.body.orderId)).state).toBe('waiting');
  });

  it.each([
    [
      'no token',
      async (basketId: string) =>
        call(store, { headers: { authorization: '' } }, 'POST', `/api/v1/payment/platron/${basketId}`),
      401,
    ],
    ['a stranger', async (basketId: string) => pay(store, await createMember(store), 'platron', basketId), 404],
  ])('is refused to %s, and changes nothing', async (_who, ask, status) => {
    const { member, basketId } = await newBuyer();
    expect((await ask(basketId)).status).toBe(status);
    expect((await basketOf(member, basketId)).statusId).toBe(1);
    expect(await countPayments(basketId)).toBe(0);
  });

  it('says before the payment which product is sold out', async () => {
    const { member, basketId } = await newBuyer(2);
    const other = await store.database
      .selectFrom('product')
      .select('id')
      .where('type', '=', 'Key')
      .where('available', '=', true)
      .where('id', '<>', productId)
      .executeTakeFirstOrThrow();
    await fillBasket(store, member, [{ id: other.id, count: 1 }]);
    await sql`UPDATE product_key SET status = 'quarantined' WHERE product_id = ${other.id}`.execute(store.database);
    const answer = await pay(store, member, 'platron', basketId);
    expect(answer).toMatchObject({ status: 409, body: { code: 'out-of-stock', productIds: [other.id] } });
    expect((await basketOf(member, basketId)).statusId).toBe(1);
    const held = await sql`SELECT FROM product_key WHERE product_id = ${productId} AND status = 'reserved'
      AND order_item_id IN (SELECT order_item.id FROM order_item JOIN payment ON payment.id = payment_id WHERE basket_id = ${basketId})`.execute(
      store.database,
    );
    expect(held.rows).toEqual([]);
  });

  it('opens the basket again when the provider does not answer', async () => {
    const { member, basketId } = await newBuyer();
    await turn('platron', { fail: true });
    const answer = await pay(store, member, 'platron', basketId);
    expect(answer.status).toBe(502);
    expect((await basketOf(member, basketId)).statusId).toBe(1);
    await turn('platron', {});
    expect((await pay(store, member, 'platron', basketId)).status).toBe(200);
  });

  it('a callback that comes before our own answer is delivered', async () => {
    const { member, basketId } = await newBuyer();
    await turn('platron', { callbackBeforeAnswer: true });
    const { body } = await pay(store, member, 'platron', basketId);
    await eventually(async () => expect((await getOrder(store, member, body.orderId)).state).toBe('paid'));
  });
});

describe('the buyer comes back', () => {
  it('without having paid, and has the basket again', async () => {
    const { member, basketId } = await newBuyer();
    const { body } = await pay(store, member, 'platron', basketId);
    const cancelled = await call(store, member, 'POST', `/api/v1/payment/${body.orderId}/cancel`);
    expect(cancelled.status).toBe(204);
    expect((await basketOf(member, basketId)).statusId).toBe(1);
  });

  it('after having paid: it is not cancelled, whatever the button says', async () => {
    const { member, basketId } = await newBuyer();
    await turn('platron', { drop: 100 });
    const { body } = await pay(store, member, 'platron', basketId);
    await press(body as Link, 'approve');
    await call(store, member, 'POST', `/api/v1/payment/${body.orderId}/cancel`);
    expect((await getOrder(store, member, body.orderId)).state).toBe('paid');
  });

  it("a stranger cannot cancel another's payment", async () => {
    const { member, basketId } = await newBuyer();
    const { body } = await pay(store, member, 'platron', basketId);
    const answer = await call(store, await createMember(store), 'POST', `/api/v1/payment/${body.orderId}/cancel`);
    expect(answer.status).toBe(404);
    expect((await getOrder(store, member, body.orderId)).state).toBe('waiting');
  });
});

describe('a provider that sends no callback', () => {
  const makeDue = (orderId: string, over = false) =>
    sql`UPDATE payment SET next_check_at = now(), expires_at = CASE WHEN ${over} THEN now() ELSE expires_at END
      WHERE order_id = ${orderId}`.execute(store.database);

  it('is asked for the status, and its answer counts', async () => {
    const { member, basketId } = await newBuyer();
    await turn('platron', { drop: 100 });
    const { body } = await pay(store, member, 'platron', basketId);
    await press(body as Link, 'approve');
    expect((await getOrder(store, member, body.orderId)).state).toBe('waiting');
    await makeDue(body.orderId);
    await store.payments.watch.checkDue();
    expect((await getOrder(store, member, body.orderId)).state).toBe('paid');
  });

  it('reports that nothing was paid in time, and the basket is open again', async () => {
    const { member, basketId } = await newBuyer();
    const { body } = await pay(store, member, 'platron', basketId);
    await makeDue(body.orderId, true);
    await store.payments.watch.checkDue();
    expect((await getOrder(store, member, body.orderId)).state).toBe('failed');
    expect((await basketOf(member, basketId)).statusId).toBe(1);
    // Platron asks before it takes money: what has been given up cannot be paid any more.
    await press(body as Link, 'approve');
    expect(await store.payments.watch.checkDue()).toBe(0);
    expect((await getOrder(store, member, body.orderId)).state).toBe('failed');
  });

  it.each([
    ['all', 'failed', 1, 'provider-refund'],
    ['a part', 'waiting', 2, 'mismatch'],
  ] as const)('and has refunded %s of what the store never saw', async (what, state, basketStatus, kind) => {
    const { member, basketId } = await newBuyer();
    await turn('platron', { drop: 100 });
    const { body } = await pay(store, member, 'platron', basketId);
    await press(body as Link, 'approve');
    const { provider_payment_id: id, amount: paid } = await store.database
      .selectFrom('payment')
      .select(['provider_payment_id', 'amount'])
      .where('order_id', '=', body.orderId)
      .executeTakeFirstOrThrow();
    const reference = { orderId: body.orderId, providerPaymentId: id ?? undefined };
    const inPanel = { amount: what === 'all' ? paid : 1, paid, refundedBefore: 0, triedBefore: false };
    expect(await store.payments.providers.get('platron')?.refund(reference, inPanel)).toMatchObject({
      outcome: 'done',
    });
    await makeDue(body.orderId, true);
    await store.payments.watch.checkDue();
    expect((await getOrder(store, member, body.orderId)).state).toBe(state);
    expect((await basketOf(member, basketId)).statusId).toBe(basketStatus);
    const alerts = () =>
      store.database.selectFrom('payment_alert').select('kind').where('order_id', '=', body.orderId).execute();
    expect(await alerts()).toEqual([{ kind }]);
    if (what === 'a part') await decideReview(store, body.orderId, 'reject');
    expect((await basketOf(member, basketId)).statusId).toBe(1);
  });

  it('and does not answer: the payment ends with its time, and is delivered when the provider answers again', async () => {
    const { member, basketId } = await newBuyer();
    await turn('epoint', { drop: 100 });
    const { body } = await pay(store, member, 'epoint', basketId);
    await press(body as Link, 'approve');
    await turn('epoint', { fail: true });
    await makeDue(body.orderId, true);
    await store.payments.watch.checkDue();
    expect((await getOrder(store, member, body.orderId)).state).toBe('failed');
    expect((await basketOf(member, basketId)).statusId).toBe(1);
    await sql`UPDATE payment SET next_check_at = now(), expires_at = now() - interval '2 hours'
      WHERE order_id = ${body.orderId}`.execute(store.database);
    await store.payments.watch.checkDue();
    await turn('epoint', {});
    await sql`UPDATE payment SET next_check_at = now() WHERE order_id = ${body.orderId}
      AND next_check_at IS NOT NULL`.execute(store.database);
    await store.payments.watch.checkDue();
    expect((await getOrder(store, member, body.orderId)).state).toBe('paid');
  });

  it('late money is delivered, or given back through the provider', async () => {
    const { member, basketId } = await newBuyer();
    await turn('epoint', { drop: 100 });
    const { body } = await pay(store, member, 'epoint', basketId);
    await makeDue(body.orderId, true);
    await store.payments.watch.checkDue();
    await call(store, member, 'PUT', `/api/v1/basket/item/add/${basketId}/${productId}/1`);
    await press(body as Link, 'approve');
    await makeDue(body.orderId);
    await store.payments.watch.checkDue();
    expect((await getOrder(store, member, body.orderId)).state).toBe('refunding');
    await store.payments.refunds.refundDue();
    const order = await getOrder(store, member, body.orderId);
    expect(order).toMatchObject({ state: 'refunded', refundedAmount: order.amount });
  });
});

describe('a provider that was taken out of the settings', () => {
  it('keeps no payment: the buyer can cancel, and the others end with their time', async () => {
    const node = await startTestNode({ url: store.url });
    const [first, second] = [await newBuyer(), await newBuyer()];
    const begin = async ({ member, basketId }: typeof first) =>
      (await pay(store, member, 'tengepay', basketId)).body.orderId;
    const orderIds = [await begin(first), await begin(second)] as const;
    expect((await call(node, first.member, 'POST', `/api/v1/payment/${orderIds[0]}/cancel`)).status).toBe(204);
    const look = async (hours: number) => {
      await sql`UPDATE payment SET next_check_at = now(), expires_at = now() - make_interval(hours => ${hours})
        WHERE order_id = ${orderIds[1]}`.execute(store.database);
      await node.payments.watch.checkDue();
      const row = store.database.selectFrom('payment').select(['status', 'next_check_at']);
      return row.where('order_id', '=', orderIds[1]).executeTakeFirstOrThrow();
    };
    expect(await look(1)).toMatchObject({ status: 'expired' });
    expect((await basketOf(second.member, second.basketId)).statusId).toBe(1);
    expect(await look(200)).toEqual({ status: 'expired', next_check_at: null });
    await node.close();
  });
});
