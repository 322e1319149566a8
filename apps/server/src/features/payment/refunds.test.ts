import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFaults } from '../../../../../tests/resilience/invariant-check.ts';
import { countKeys, stockProduct } from '../../../../../tests/resilience/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { type Bought, begin as beginFrom, buy as buyFrom } from '../../testing/test-orders.ts';
import { call, getOrder, press } from '../../testing/test-purchase.ts';
import { reasonOf, refundFacts } from '../../testing/test-refunds.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { paymentPollers } from './payment.jobs.ts';
import { findPaymentByOrder } from './payment.queries.ts';
import { claimRefunds, failRefund } from './refunds.queries.ts';

let store: TestStore;
const products: number[] = [];
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  for (const count of [60, 20]) products.push(await stockProduct(store.database, count));
});
afterAll(() => store.close());
afterEach(async () => expect(await findFaults(store)).toEqual([]));

const begin = (provider: 'epoint' | 'kassa24', counts: number[], ids = products) =>
  beginFrom(store, ids, counts, provider);
const buy = (provider: 'epoint' | 'kassa24', counts: number[]) => buyFrom(store, products, counts, provider);
const facts = (orderId: string) => refundFacts(store, orderId);
type Refunds = TestStore['payments']['refunds'];
const refund: Refunds['refund'] = (...args) => store.payments.refunds.refund(...args);
const closeByHand: Refunds['closeByHand'] = (...args) => store.payments.refunds.closeByHand(...args);
const previewRefund: Refunds['previewRefund'] = (...args) => store.payments.refunds.previewRefund(...args);
const refundDue = () => store.payments.refunds.refundDue();

/** What the store makes of the present state at the provider, which it is asked for twice. */
async function hear(orderId: string) {
  for (let time = 0; time < 2; time++) {
    const payment = await findPaymentByOrder(store.database, orderId);
    if (payment) await store.payments.watch.check(payment);
  }
  const alerts = store.database.selectFrom('payment_alert').select('kind').where('order_id', '=', orderId);
  return (await alerts.execute()).map(({ kind }) => kind);
}

/** A report of a failure, which releases the keys. The money may come later. */
async function failFirst(orderId: string) {
  const payment = await store.database
    .selectFrom('payment')
    .select(['provider', 'provider_payment_id', 'amount', 'currency'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const { provider, provider_payment_id: id, amount, currency } = payment;
  const report = { provider, orderId, providerPaymentId: id ?? '', status: 'failed', amount, currency } as const;
  expect(await store.payments.settlement.settle(report)).toBe('failed');
  return payment;
}

/** A refund in the panel of the provider. */
async function refundInPanel(orderId: string, refundedBefore: number) {
  const { provider_payment_id: id, amount: paid } = await store.database
    .selectFrom('payment')
    .select(['provider_payment_id', 'amount'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const request = { amount: paid - refundedBefore, paid, refundedBefore, triedBefore: false };
  const reference = { orderId, providerPaymentId: id ?? undefined };
  const result = await store.payments.providers.get('epoint')?.refund(reference, request);
  expect(result).toMatchObject({ outcome: 'done' });
}

describe('a message that all the money went back', () => {
  it('is one alert when the store has refunded a part only', async () => {
    const { orderId } = await buy('epoint', [1]);
    await refund(OPERATOR, orderId, { kind: 'amount', amount: 1 });
    await refundDue();
    expect(await hear(orderId)).toEqual([]);
    await refundInPanel(orderId, 1);
    expect(await hear(orderId)).toEqual(['provider-refund']);
    expect(await facts(orderId)).toMatchObject({ status: 'partly-refunded', done: 1 });
    // The operator books what was given back there.
    await closeByHand(OPERATOR, orderId, { kind: 'rest' }, 'in the panel');
    expect(await hear(orderId)).toEqual(['provider-refund']);
    expect(await facts(orderId)).toMatchObject({ status: 'refunded', provider: 0 });
  });

  it('is no alert when refunds of the store, done or on their way, have given it back', async () => {
    const { orderId } = await buy('epoint', [1]);
    await refund(OPERATOR, orderId, { kind: 'amount', amount: 1 });
    await refundDue();
    await refund(OPERATOR, orderId);
    // The provider has refunded it, and its answer to the worker is still on its way.
    await refundInPanel(orderId, 1);
    expect(await hear(orderId)).toEqual([]);
    await refundDue();
    expect((await facts(orderId)).status).toBe('refunded');
    expect(await hear(orderId)).toEqual([]);
  });
});

describe('a refund by an operator', () => {
  it('gives back one item with its share to the last hundredth, and then the rest', async () => {
    const { member, orderId } = await buy('epoint', [3, 1]);
    const { amount } = await facts(orderId);
    const item = (await getOrder(store, member, orderId)).items[0] as unknown as { amount: number };
    const first = await refund(OPERATOR, orderId, { kind: 'item', number: 1, count: 1 });
    expect(first.amount).toBe(Math.floor(item.amount / 3));
    const shown = () => getOrder(store, member, orderId);
    expect(await shown()).toMatchObject({ state: 'refunding', refundingAmount: first.amount, refundedAmount: 0 });
    await refundDue();
    expect(await shown()).toMatchObject({ refundingAmount: 0, refundedAmount: first.amount });
    expect(await facts(orderId)).toMatchObject({ status: 'partly-refunded', done: first.amount });
    const second = await refund(OPERATOR, orderId, { kind: 'item', number: 1 });
    expect(first.amount + second.amount).toBe(item.amount);
    expect(second.parts).toEqual([{ number: 1, count: 2, amount: second.amount }]);
    await refundDue();
    const rest = await refund(OPERATOR, orderId);
    expect(rest.amount).toBe(amount - item.amount);
    await refundDue();
    expect(await facts(orderId)).toEqual({ status: 'refunded', amount, done: amount, refunds: 3, provider: 0 });
  });

  it('is the reason that the order shows, although a key could not be delivered before', async () => {
    const productId = await stockProduct(store.database, 3);
    const { member, link } = await begin('epoint', [3], [productId]);
    const { orderId } = link;
    await failFirst(orderId);
    await sql`UPDATE product_key SET status = 'quarantined' WHERE id = (
      SELECT min(id) FROM product_key WHERE product_id = ${productId} AND status = 'available')`.execute(
      store.database,
    );
    await press(link, 'approve');
    const shown = () => getOrder(store, member, orderId);
    await eventually(async () =>
      expect(await shown()).toMatchObject({ state: 'refunding', refundingReason: 'undeliverable' }),
    );
    await refundDue();
    expect(await shown()).toMatchObject({ state: 'partly-refunded', refundingReason: null });
    await refund(OPERATOR, orderId, { kind: 'item', number: 1, count: 1 });
    expect(await shown()).toMatchObject({ refundingReason: 'operator', items: [{ refundedCount: 1 }] });
    await refundDue();
  });

  it('gives back an amount, and never more than is left', async () => {
    const { orderId } = await buy('epoint', [1]);
    const { amount } = await facts(orderId);
    expect(await reasonOf(refund(OPERATOR, orderId, { kind: 'amount', amount: amount + 1 }))).toBe('amount-too-large');
    await refund(OPERATOR, orderId, { kind: 'amount', amount: 1 });
    await refundDue();
    expect(await facts(orderId)).toMatchObject({ status: 'partly-refunded', done: 1, provider: amount - 1 });
    expect(await reasonOf(refund(OPERATOR, orderId, { kind: 'amount', amount }))).toBe('amount-too-large');
    await refund(OPERATOR, orderId, { kind: 'amount', amount: amount - 1 });
    await refundDue();
    expect(await facts(orderId)).toMatchObject({ status: 'refunded', done: amount, provider: 0 });
    expect(await reasonOf(refund(OPERATOR, orderId))).toBe('nothing-left');
  });

  it('takes back the pieces of the item that are refunded, and leaves the others', async () => {
    const { member, orderId } = await buy('epoint', [2, 1]);
    const keyIds = (await getOrder(store, member, orderId)).items[0]?.keys.map(({ id }) => id) ?? [];
    await call(store, member, 'POST', `/api/v1/user/keys/${keyIds[0]}/reveal`);
    const expected = { returnedKeys: [keyIds[1]], revokedKeys: [] };
    expect(await previewRefund(orderId, { kind: 'item', number: 1, count: 1 })).toMatchObject(expected);
    expect(await refund(OPERATOR, orderId, { kind: 'item', number: 1, count: 1 })).toMatchObject(expected);
    await refundDue();
    expect(await refund(OPERATOR, orderId, { kind: 'item', number: 1 })).toMatchObject({
      returnedKeys: [],
      revokedKeys: [keyIds[0]],
    });
    await refundDue();
    expect((await getOrder(store, member, orderId)).items[1]?.keys).toHaveLength(1);
  });

  it('is one refund when it is requested many times at once', async () => {
    const { orderId } = await buy('epoint', [1]);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => reasonOf(refund(OPERATOR, orderId))));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'in-progress')).toHaveLength(7);
    await Promise.all([refundDue(), refundDue(), refundDue()]);
    expect(await facts(orderId)).toMatchObject({ status: 'refunded', refunds: 1, provider: 0 });
  });

  it.each([
    [{ kind: 'item', number: 3 }, 'unknown-item'],
    [{ kind: 'item', number: 1, count: 2 }, 'too-many-pieces'],
    [{ kind: 'amount', amount: 0 }, 'amount-invalid'],
  ] as const)('refuses %j and changes nothing', async (request, reason) => {
    const { orderId } = await buy('epoint', [1]);
    const before = await facts(orderId);
    expect(await reasonOf(refund(OPERATOR, orderId, request))).toBe(reason);
    expect(await facts(orderId)).toEqual(before);
  });

  it('refuses when the amount is not the one that the operator has seen', async () => {
    const { orderId } = await buy('epoint', [1]);
    const { amount } = await previewRefund(orderId, { kind: 'rest' });
    await refund(OPERATOR, orderId, { kind: 'amount', amount: 1 });
    await refundDue();
    expect(await reasonOf(refund(OPERATOR, orderId, { kind: 'rest' }, amount))).toBe('changed');
    expect(await facts(orderId)).toMatchObject({ status: 'partly-refunded', done: 1 });
  });

  it('refuses an order that is not paid', async () => {
    const { link } = await begin('epoint', [1]);
    expect(await reasonOf(refund(OPERATOR, link.orderId))).toBe('not-paid');
  });
});

describe('a provider that refunds whole payments only', () => {
  it('refunds a late payment whole when one of its keys is gone, and delivers nothing', async () => {
    const productId = await stockProduct(store.database, 2);
    const { member, link } = await begin('kassa24', [2], [productId]);
    const { amount } = await failFirst(link.orderId);
    await sql`UPDATE product_key SET status = 'quarantined' WHERE id = (
      SELECT min(id) FROM product_key WHERE product_id = ${productId} AND status = 'available')`.execute(
      store.database,
    );
    await press(link, 'approve');
    await eventually(async () => expect((await getOrder(store, member, link.orderId)).state).not.toBe('failed'));
    const order = await getOrder(store, member, link.orderId);
    expect(order.items.map(({ keys, refundedCount }) => [keys.length, refundedCount])).toEqual([[0, 2]]);
    await refundDue();
    expect(await facts(link.orderId)).toMatchObject({ status: 'refunded', done: amount, provider: 0 });
    expect(await countKeys(store.database, productId)).toEqual(
      new Map([
        ['available', 1],
        ['quarantined', 1],
      ]),
    );
  });

  it('refuses a refund of one item and refunds the whole order', async () => {
    const { orderId } = await buy('kassa24', [1, 1]);
    expect(await reasonOf(refund(OPERATOR, orderId, { kind: 'item', number: 1 }))).toBe('whole-payments-only');
    expect(await reasonOf(refund(OPERATOR, orderId, { kind: 'amount', amount: 1 }))).toBe('whole-payments-only');
    expect(await facts(orderId)).toMatchObject({ status: 'paid', refunds: 0 });
    await refund(OPERATOR, orderId);
    await refundDue();
    expect(await facts(orderId)).toMatchObject({ status: 'refunded', provider: 0 });
  });
});

describe('a refund that failed', () => {
  async function failedRefund(): Promise<Bought> {
    const bought = await buy('epoint', [1]);
    await refund(OPERATOR, bought.orderId);
    await failRefunds();
    expect((await facts(bought.orderId)).status).toBe('refund-failed');
    return bought;
  }

  /** The last try, while the provider does not answer. */
  async function failRefunds(): Promise<void> {
    await sql`UPDATE refund SET tries = tries + 100, unsent_tries = unsent_tries + 100, next_try_at = now()
      WHERE status = 'waiting'`.execute(store.database);
    await turn('epoint', { fail: true });
    await refundDue();
    await turn('epoint', {});
  }

  async function turn(provider: string, behaviour: object): Promise<void> {
    await fetch(`${store.sandboxUrl}/${provider}/behaviour`, { method: 'DELETE' });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${store.sandboxUrl}/${provider}/behaviour`, {
      method: 'POST',
      headers,
      body: JSON.stringify(behaviour),
    });
  }

  const openAlerts = async (orderId: string) => {
    const rows = await store.database
      .selectFrom('payment_alert')
      .select('kind')
      .where('order_id', '=', orderId)
      .where('resolved_at', 'is', null)
      .execute();
    return rows.map(({ kind }) => kind);
  };

  it('is tried again, and its alert ends with it', async () => {
    const { orderId } = await failedRefund();
    expect(await openAlerts(orderId)).toEqual(['refund-failed']);
    expect(await reasonOf(refund(OPERATOR, orderId, { kind: 'amount', amount: 1 }))).toBe('failed-before');
    expect(await refund(OPERATOR, orderId)).toMatchObject({ isRetry: true });
    await refundDue();
    expect(await facts(orderId)).toMatchObject({ status: 'refunded', refunds: 1, provider: 0 });
    expect(await openAlerts(orderId)).toEqual([]);
  });

  it('of a part is made once, after tries in which nothing was sent', async () => {
    const { orderId } = await buy('epoint', [2]);
    await refund(OPERATOR, orderId, { kind: 'amount', amount: 100 });
    const refundAgain = async () => {
      await sql`UPDATE refund SET next_try_at = now() WHERE status = 'waiting'`.execute(store.database);
      await refundDue();
    };
    await turn('epoint', { fail: true });
    await refundAgain();
    await failRefunds();
    await refund(OPERATOR, orderId);
    await turn('epoint', { fail: true });
    await refundAgain();
    // The count of tries began again with the operator's.
    expect((await facts(orderId)).status).toBe('refunding');
    await turn('epoint', {});
    await refundAgain();
    expect(await facts(orderId)).toMatchObject({ status: 'partly-refunded', done: 100, refunds: 1 });
    const books = (await (await fetch(`${store.sandboxUrl}/books.json`)).json()) as {
      epoint: { orderId: string; refunded: number }[];
    };
    expect(books.epoint.find((entry) => entry.orderId === orderId)?.refunded).toBe(100);
  });

  it('of a part is not sent again when the answer to it was lost', async () => {
    const { orderId } = await buy('epoint', [2]);
    await refund(OPERATOR, orderId, { kind: 'amount', amount: 100 });
    await turn('epoint', { timeoutOnRefund: true });
    await refundDue();
    await turn('epoint', {});
    for (const action of ['a worker', 'an operator']) {
      if (action === 'an operator') await refund(OPERATOR, orderId);
      await sql`UPDATE refund SET next_try_at = now() WHERE status = 'waiting'`.execute(store.database);
      await refundDue();
      expect((await facts(orderId)).status).toBe('refund-failed');
    }
    const books = (await (await fetch(`${store.sandboxUrl}/books.json`)).json()) as {
      epoint: { orderId: string; refunded: number }[];
    };
    expect(books.epoint.find((entry) => entry.orderId === orderId)?.refunded).toBe(100);
    await closeByHand(OPERATOR, orderId, { kind: 'rest' }, 'seen in the panel');
  });

  it('opens its alert again when it fails again', async () => {
    const { orderId } = await failedRefund();
    await sql`UPDATE payment_alert SET resolved_at = now() WHERE order_id = ${orderId}`.execute(store.database);
    await refund(OPERATOR, orderId);
    await failRefunds();
    expect(await openAlerts(orderId)).toEqual(['refund-failed']);
    await refund(OPERATOR, orderId);
    await refundDue();
  });
});

describe('refund workers', () => {
  it('pass over a refund that another worker has locked', async () => {
    const [held, free] = [await buy('epoint', [1]), await buy('epoint', [1])];
    for (const { orderId } of [held, free]) await refund(OPERATOR, orderId);
    await store.database.transaction().execute(async (worker) => {
      await sql`SELECT refund.id FROM refund JOIN payment ON payment.id = payment_id
        WHERE order_id = ${held.orderId} FOR UPDATE OF refund`.execute(worker);
      const claimed = await store.database.transaction().execute(async (other) => {
        await sql`SET LOCAL lock_timeout = '2s'`.execute(other);
        return claimRefunds(other, 10);
      });
      expect(claimed.map(({ order_id: orderId }) => orderId)).toEqual([free.orderId]);
    });
    await sql`UPDATE refund SET next_try_at = now() WHERE status = 'waiting'`.execute(store.database);
    await refundDue();
  });

  it('have one poller for each provider, so that a silent one delays no other', async () => {
    const [epoint, kassa24] = [await buy('epoint', [1]), await buy('kassa24', [1])];
    const { link } = await begin('kassa24', [1]);
    for (const { orderId } of [epoint, kassa24]) await refund(OPERATOR, orderId);
    await sql`UPDATE payment SET next_check_at = now(), expires_at = now()
      WHERE order_id = ${link.orderId}`.execute(store.database);
    const pollers = paymentPollers(store.payments);
    const run = (name: string) => pollers.find((poller) => poller.name === name)?.run(new AbortController().signal);
    const statuses = async () => [
      (await facts(epoint.orderId)).status,
      (await facts(kassa24.orderId)).status,
      (await facts(link.orderId)).status,
    ];
    for (const name of ['epoint', 'other providers']) {
      await run(`refunds of ${name}`);
      await run(`payment-checks of ${name}`);
    }
    expect(await statuses()).toEqual(['refunded', 'refunding', 'pending']);
    await run('refunds of kassa24');
    await run('payment-checks of kassa24');
    expect(await statuses()).toEqual(['refunded', 'refunded', 'expired']);
  });

  it('do not fail a refund that another worker has finished', async () => {
    const { orderId } = await buy('epoint', [1]);
    await refund(OPERATOR, orderId);
    const [slow] = await claimRefunds(store.database, 10);
    await sql`UPDATE refund SET next_try_at = now() WHERE status = 'waiting'`.execute(store.database);
    await refundDue();
    expect(await failRefund(store.database, slow?.id ?? 0, { detail: 'refused there', isSent: true })).toBe(false);
    expect((await facts(orderId)).status).toBe('refunded');
  });
});
