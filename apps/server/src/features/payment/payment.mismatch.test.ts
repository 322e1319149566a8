import { writeEpointForm } from '@oyna/providers/epoint/epoint.signature';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFaults } from '../../../../../tests/resilience/invariant-check.ts';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { fillBasket, getOrder, type Link, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { compareWithProviders } from './payment.check.ts';

let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 50);
});
afterAll(() => store.close());
afterEach(async () => {
  await turn('kassa24', {});
  expect(await findFaults(store)).toEqual([]);
});

async function turn(provider: string, behaviour: object): Promise<void> {
  await fetch(`${store.sandboxUrl}/${provider}/behaviour`, { method: 'DELETE' });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${store.sandboxUrl}/${provider}/behaviour`, {
    method: 'POST',
    headers,
    body: JSON.stringify(behaviour),
  });
}

async function newBuyer(): Promise<{ member: Member; basketId: string }> {
  const member = await createMember(store);
  return { member, basketId: await fillBasket(store, member, [{ id: productId, count: 1 }]) };
}

describe('a payment that has ended', () => {
  it('frees its idempotency key: the next try with it is a new payment', async () => {
    const { member, basketId } = await newBuyer();
    const key = { 'idempotency-key': 'attempt' };
    const first = await pay(store, member, 'platron', basketId, key);
    await press(first.body, 'decline');
    await eventually(async () => expect((await getOrder(store, member, first.body.orderId)).state).toBe('failed'));
    const second = await pay(store, member, 'platron', basketId, key);
    expect(second.status).toBe(200);
    expect(second.body.orderId).not.toBe(first.body.orderId);
  });

  it('without a link is replaced by a new one with the same key', async () => {
    const { member, basketId } = await newBuyer();
    const key = { 'idempotency-key': 'attempt' };
    const first = await pay(store, member, 'platron', basketId, key);
    await store.database.transaction().execute(async (transaction) => {
      await sql`ALTER TABLE payment DISABLE TRIGGER payment_transition`.execute(transaction);
      await sql`UPDATE payment SET status = 'created', link_url = NULL, created_at = created_at - interval '1 minute'
        WHERE order_id = ${first.body.orderId}`.execute(transaction);
      await sql`ALTER TABLE payment ENABLE TRIGGER payment_transition`.execute(transaction);
    });
    const second = await pay(store, member, 'platron', basketId, key);
    expect(second.status).toBe(200);
    expect(second.body.orderId).not.toBe(first.body.orderId);
  });
});

describe('what is not offered any more', () => {
  it('is not sold, although there are keys of it', async () => {
    const { member, basketId } = await newBuyer();
    await sql`UPDATE product SET offered = false WHERE id = ${productId}`.execute(store.database);
    const answer = await pay(store, member, 'platron', basketId);
    expect(answer).toMatchObject({ status: 409, body: { code: 'out-of-stock' } });
    await sql`UPDATE product SET offered = true WHERE id = ${productId}`.execute(store.database);
  });
});

describe('a provider that reports another payment', () => {
  it.each(['order', 'merchant', 'currency'])(
    'is not accepted, and an operator gets an alert: another %s',
    async (what) => {
      const { member, basketId } = await newBuyer();
      const { body } = await pay(store, member, 'kassa24', basketId);
      await turn('kassa24', { misreport: what });
      await press(body as Link, 'approve');
      const alerts = () =>
        store.database.selectFrom('payment_alert').select('kind').where('order_id', '=', body.orderId).execute();
      await eventually(async () => expect(await alerts()).toEqual([{ kind: 'mismatch' }]));
      expect((await getOrder(store, member, body.orderId)).state).toBe('waiting');
      await turn('kassa24', {});
      await sql`UPDATE payment SET next_check_at = now() WHERE order_id = ${body.orderId}`.execute(store.database);
      await store.payments.watch.checkDue();
      expect((await getOrder(store, member, body.orderId)).state).toBe('paid');
    },
  );
});

describe('a signed message of another provider', () => {
  it('does not cancel the order, and an operator gets an alert', async () => {
    const { member, basketId } = await newBuyer();
    const { body } = await pay(store, member, 'platron', basketId);
    const json = JSON.stringify({ order_id: body.orderId, transaction: 'te0000000001', status: 'failed', amount: 1 });
    const answer = await store.server.inject({
      method: 'POST',
      url: '/api/v1/callbacks/epoint/result',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: writeEpointForm(json, 'demo-epoint-key'),
    });
    expect(answer.statusCode).toBe(200);
    expect((await getOrder(store, member, body.orderId)).state).toBe('waiting');
    const alerts = await store.database
      .selectFrom('payment_alert')
      .select(['kind', 'provider'])
      .where('order_id', '=', body.orderId)
      .execute();
    expect(alerts).toEqual([{ kind: 'mismatch', provider: 'epoint' }]);
  });
});

describe('the comparison with the providers', () => {
  const compare = (providers: typeof store.payments.providers) => compareWithProviders(store.database, providers);

  it('counts what was answered, and names each provider that is not configured', async () => {
    const { rows } = await sql<{ provider: string; count: number }>`SELECT provider, count(*)::integer AS count
      FROM payment WHERE provider_payment_id IS NOT NULL GROUP BY provider ORDER BY provider`.execute(store.database);
    expect(rows.length).toBeGreaterThan(1);
    const line = ({ provider, count }: (typeof rows)[number]) =>
      `${provider}: ${count} payments, the provider is not configured`;
    expect(await compare(new Map())).toEqual({ asked: 0, notAsked: rows.map(line), faults: [] });
    const { platron, kassa24 } = Object.fromEntries(store.payments.providers);
    const some = new Map([platron, kassa24].flatMap((provider) => (provider ? [[provider.name, provider]] : [])));
    const { asked, notAsked } = await compare(some);
    const isAsked = ({ provider }: (typeof rows)[number]) => provider === 'platron' || provider === 'kassa24';
    expect(asked).toBe(rows.filter(isAsked).reduce((total, { count }) => total + count, 0));
    expect(notAsked).toEqual(rows.filter((row) => !isAsked(row)).map(line));
    expect(await compare(store.payments.providers)).toMatchObject({ notAsked: [] });
  });

  it('names a provider that does not answer', async () => {
    await turn('kassa24', { fail: true });
    const { notAsked, faults } = await compare(store.payments.providers);
    expect(notAsked).toEqual([expect.stringMatching(/^kassa24: \d+ payments, the provider does not answer$/)]);
    expect(faults).not.toEqual([]);
  });
});

describe('money that went back', () => {
  it('is in both books, also where the provider calls it cancelled', async () => {
    const { member, basketId } = await newBuyer();
    const { body } = await pay(store, member, 'kassa24', basketId);
    await press(body as Link, 'approve');
    await eventually(async () => expect((await getOrder(store, member, body.orderId)).state).toBe('paid'));
    await store.payments.refunds.refund(OPERATOR, body.orderId);
    await store.payments.refunds.refundDue();
    expect((await getOrder(store, member, body.orderId)).state).toBe('refunded');
    expect((await compareWithProviders(store.database, store.payments.providers)).faults).toEqual([]);
  });
});
