import { afterAll, beforeAll, expect, it } from 'vitest';
import { findInTables, isIn } from '../../../../tests/resilience/key-leaks.ts';
import { stockProduct } from '../../../../tests/resilience/stock.ts';
import { signInOperator, type TestOperator } from '../testing/test-operator.ts';
import { type Bought, buy } from '../testing/test-orders.ts';
import { call } from '../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

const MARKER = 'CANARYK9ZPLM';

let store: TestStore;
let support: TestOperator;
let order: Bought;
let keyId: number;
let key: string;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  support = await signInOperator(store, 'support');
  order = await buy(store, [await stockProduct(store.database, 5, MARKER)], [1]);
  const url = `/api/v1/user/orders/${order.orderId}`;
  const { body } = await call<{ items: { keys: { id: number }[] }[] }>(store, order.member, 'GET', url);
  keyId = body.items[0]?.keys[0]?.id ?? 0;
  key = (await call<{ key: string }>(store, order.member, 'POST', `/api/v1/user/keys/${keyId}/reveal`)).body.key;
  expect(key).toContain(MARKER);
});
afterAll(() => store.close());

const PARAMETERS: Record<string, () => string> = {
  orderId: () => order.orderId,
  keyId: () => String(keyId),
};

it('shows no key in clear in any answer that support can read', async () => {
  const server = await store.openConsole();
  const document = server.swagger() as { paths: Record<string, Record<string, unknown>> };
  const paths = Object.entries(document.paths).flatMap(([path, methods]) => ('get' in methods ? path : []));
  expect(paths).toContain('/api/v1/orders/{orderId}');
  for (const path of paths.filter((one) => !one.endsWith('/live'))) {
    const id = path.startsWith('/api/v1/customers/') ? String(order.member.accountId) : '1';
    const url = path.replace(/\{(\w+)\}/g, (_whole, name: string) => PARAMETERS[name]?.() ?? id);
    const answer = await support.get(url);
    expect(answer.statusCode, url).toBeLessThan(500);
    expect(isIn(answer.body, MARKER), url).toBe(false);
  }
});

it('does not repeat or store a key that an operator searches for, refunds or writes about', async () => {
  const found = await support.call('POST', '/api/v1/search', { text: key }, { isParallel: true });
  expect(found.json().key).toMatchObject({ id: keyId, orderId: order.orderId });
  expect(isIn(found.body, MARKER)).toBe(false);
  const { version } = (await support.get(`/api/v1/orders/${order.orderId}`)).json();
  const refund = { request: { kind: 'rest' }, version, reason: 'canary' };
  const refunded = await support.call('POST', `/api/v1/orders/${order.orderId}/refunds`, refund);
  expect(isIn(refunded.body, MARKER)).toBe(false);
  expect(await findInTables(store.database, MARKER)).toEqual([]);
});
