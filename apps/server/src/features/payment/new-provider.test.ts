import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareBooks } from '../../../../../tests/resilience/invariant-check.ts';
import { eventually } from '../../testing/eventually.ts';
import { tengepaySandbox } from '../../testing/tengepay/tengepay.sandbox.ts';
import { tengepay, writeMessage } from '../../testing/tengepay/tengepay.ts';
import { createMember } from '../../testing/test-member.ts';
import { OPERATOR, signInOperator } from '../../testing/test-operator.ts';
import { call, fillBasket, findKeyProduct, getOrder, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { checkInvariants, INVARIANTS } from './payment.check.ts';

let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({
    listen: true,
    worker: true,
    invented: { provider: tengepay, sandbox: tengepaySandbox },
  });
  await store.currency.refresh();
  productId = await findKeyProduct(store);
});
afterAll(() => store.close());

describe('a payment provider that is a folder and a line in each registry', () => {
  it('is offered to buyers with its label', async () => {
    const methods = (await store.server.inject('/api/v1/payment/methods')).json<object[]>();
    expect(methods).toHaveLength(5);
    expect(methods.at(-1)).toMatchObject({
      provider: 'tengepay',
      label: 'TengePay',
      origin: 'Kz',
      brands: ['visa'],
      currency: 'KZT',
      cardForm: false,
    });
  });

  it('sells a key, refunds it and can be chosen in the console', async () => {
    const member = await createMember(store);
    const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    const { status, body: link } = await pay(store, member, 'tengepay', basketId);
    expect(status).toBe(200);
    expect(link.link_url).toContain(`${store.sandboxUrl}/tengepay/pay/`);
    const page = await fetch(link.link_url ?? '');
    expect(await page.text()).toContain('TengePay');
    expect((await press(link, 'approve')).status).toBe(303);
    await eventually(async () => expect((await getOrder(store, member, link.orderId)).state).toBe('paid'));

    const order = await getOrder(store, member, link.orderId);
    expect(order).toMatchObject({ provider: 'tengepay', providerLabel: 'TengePay', cardForm: false });
    const [key] = order.items[0]?.keys ?? [];
    const revealed = await call<{ key: string }>(store, member, 'POST', `/api/v1/user/keys/${key?.id}/reveal`);
    expect(revealed.body.key).toMatch(/^DEMO/);

    await store.payments.refunds.refund(OPERATOR, link.orderId);
    await store.payments.refunds.refundDue();
    const refunded = await getOrder(store, member, link.orderId);
    expect(refunded).toMatchObject({ state: 'refunded', refundedAmount: order.amount });
    const books = (await (await fetch(`${store.sandboxUrl}/books.json`)).json()) as Parameters<typeof compareBooks>[1];
    expect(books['tengepay']).toMatchObject([{ orderId: link.orderId, charged: order.amount, refunded: order.amount }]);
    expect(await compareBooks(store.database, { tengepay: books['tengepay'] ?? [] })).toEqual([]);
    expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);

    const operator = await signInOperator(store, 'owner');
    const session = (await operator.get('/api/v1/session')).json<{ paymentProviders: object[] }>();
    expect(session.paymentProviders).toContainEqual({ name: 'tengepay', label: 'TengePay' });
    const orders = (await operator.get('/api/v1/orders?provider=tengepay')).json<{ items: { orderId: string }[] }>();
    expect(orders.items.map(({ orderId }) => orderId)).toEqual([link.orderId]);
  });

  it('is not believed without its signature', async () => {
    const member = await createMember(store);
    const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    const { body: link } = await pay(store, member, 'tengepay', basketId);
    const { amount } = await getOrder(store, member, link.orderId);
    const forged = writeMessage({ id: 'tp1', orderId: link.orderId, amount, state: 'paid' }, 'another secret');
    const answer = await store.server.inject({
      method: 'POST',
      url: '/api/v1/callbacks/tengepay/result',
      headers: { 'content-type': 'text/plain' },
      payload: forged,
    });
    expect(answer.statusCode).toBe(400);
    expect((await getOrder(store, member, link.orderId)).state).toBe('waiting');
  });
});

it('returns 400 for a provider that is in no registry', async () => {
  const member = await createMember(store);
  const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
  const { status, body } = await pay(store, member, 'nopay', basketId);
  expect([status, body.code]).toEqual([400, 'payment-method-invalid']);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM payment WHERE provider = 'nopay'`.execute(store.database);
  expect(rows).toEqual([{ count: 0 }]);
});
