import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { judge } from '../../proof/judge.ts';
import { stockProduct } from '../../proof/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
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
  expect(await judge(store)).toEqual([]);
});

async function turn(provider: string, knobs: object): Promise<void> {
  await fetch(`${store.sandboxUrl}/${provider}/knobs`, { method: 'DELETE' });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${store.sandboxUrl}/${provider}/knobs`, { method: 'POST', headers, body: JSON.stringify(knobs) });
}

async function newBuyer(): Promise<{ member: Member; basketId: string }> {
  const member = await createMember(store);
  return { member, basketId: await fillBasket(store, member, [{ id: productId, count: 1 }]) };
}

describe('a payment that has ended', () => {
  it('does not keep its key: the next try under it is a payment of its own', async () => {
    const { member, basketId } = await newBuyer();
    const key = { 'idempotency-key': 'attempt' };
    const first = await pay(store, member, 'platron', basketId, key);
    await press(first.body, 'decline');
    await eventually(async () => expect((await getOrder(store, member, first.body.orderId)).state).toBe('failed'));
    const second = await pay(store, member, 'platron', basketId, key);
    expect(second.status).toBe(200);
    expect(second.body.orderId).not.toBe(first.body.orderId);
  });

  it('whose link was never known gives way to a new one under the same key', async () => {
    const { member, basketId } = await newBuyer();
    const key = { 'idempotency-key': 'attempt' };
    const first = await pay(store, member, 'platron', basketId, key);
    await sql`UPDATE payment SET status = 'created', link_url = NULL, created_at = created_at - interval '1 minute'
      WHERE order_id = ${first.body.orderId}`.execute(store.database);
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

describe('a provider that tells of something else', () => {
  it.each(['order', 'merchant', 'currency'])(
    'is not believed, and an operator hears of it: another %s',
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

describe('money that went back', () => {
  it('is in both books, also where the provider calls it cancelled', async () => {
    const { member, basketId } = await newBuyer();
    const { body } = await pay(store, member, 'kassa24', basketId);
    await press(body as Link, 'approve');
    await eventually(async () => expect((await getOrder(store, member, body.orderId)).state).toBe('paid'));
    await store.payments.refunds.refundByOperator(body.orderId);
    await store.payments.refunds.refundDue();
    expect((await getOrder(store, member, body.orderId)).state).toBe('refunded');
    expect((await compareWithProviders(store.database, store.payments.providers)).faults).toEqual([]);
  });
});
