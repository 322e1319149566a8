import type { AddressInfo } from 'node:net';
import { BUILT_IN_ROLES } from '@oyna/domain/permissions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findInTables, isIn } from '../../../../tests/resilience/key-leaks.ts';
import { stockProduct } from '../../../../tests/resilience/stock.ts';
import { eventually } from '../testing/eventually.ts';
import { claimKey, revealKey } from '../testing/test-claims.ts';
import { signInOperator, type TestOperator } from '../testing/test-operator.ts';
import { type Bought, buy } from '../testing/test-orders.ts';
import { getOrder } from '../testing/test-purchase.ts';
import { callReview, gameOf, REVIEW } from '../testing/test-reviews.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

const MARKER = 'CANARYK9ZPLM';

let store: TestStore;
let support: TestOperator;
let order: Bought;
let productId: number;
let keyId: number;
let messageId: number;
let reviewId: number;
let key: string;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  support = await signInOperator(store, 'support');
  productId = await stockProduct(store.database, 5, MARKER);
  order = await buy(store, [productId], [1]);
  const { items } = await getOrder(store, order.member, order.orderId);
  keyId = items[0]?.keys[0]?.id ?? 0;
  key = (await revealKey(store, order.member, keyId)).body.key;
  expect(key).toContain(MARKER);
  const review = await callReview(store, order.member, 'POST', await gameOf(store, productId), REVIEW);
  reviewId = review.json().review.id;
  expect((await claimKey(store, order.member, keyId)).status).toBe(200);
  const message = { name: 'Buyer', email: 'buyer@example.com', topic: 'order', message: 'My key does not work' };
  await store.server.inject({ method: 'POST', url: '/api/v1/support/message', payload: message });
  messageId = (await support.get('/api/v1/messages')).json().items[0].id;
});
afterAll(() => store.close());

/** The value of a parameter in the paths that begin so. Other parameters are 1. */
const PARAMETERS: [begin: string, parameter: string, value: () => string | number][] = [
  ['/api/v1/orders/', 'orderId', () => order.orderId],
  ['/api/v1/claims/', 'keyId', () => keyId],
  ['/api/v1/customers/', 'id', () => order.member.accountId],
  ['/api/v1/messages/', 'id', () => messageId],
  ['/api/v1/reviews/', 'id', () => reviewId],
  ['/api/v1/stock/', 'productId', () => productId],
];

/** Every address that the console answers to GET, with the permission that it needs. */
async function listAddresses(): Promise<{ url: string; permission: string | undefined }[]> {
  const server = await store.openConsole();
  interface Methods {
    get?: { security?: object[] };
  }
  const { paths } = server.swagger() as { paths: Record<string, Methods> };
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get || path.endsWith('/live')) return [];
    const { operator = [] } = (get.security?.[0] ?? {}) as { operator?: string[] };
    const permission = operator.find((word) => word.includes(':'));
    const url = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
      const known = PARAMETERS.find(([begin, parameter]) => path.startsWith(begin) && parameter === name);
      return String(known?.[2]() ?? 1);
    });
    return [{ url, permission }];
  });
}

it('shows no key in clear in any answer that support can read', async () => {
  const own: readonly (string | undefined)[] = BUILT_IN_ROLES['support']?.permissions ?? [];
  const addresses = await listAddresses();
  const open = addresses.filter(({ permission }) => permission === undefined || own.includes(permission));
  expect(open.map(({ url }) => url)).toContain(`/api/v1/claims/${keyId}/refund`);
  for (const { url } of open) {
    const answer = await support.get(url);
    // A page that is not found would show nothing.
    expect(answer.statusCode, url).toBe(200);
    expect(isIn(answer.body, MARKER), url).toBe(false);
  }
});

it.each(['stock', 'finance', 'auditor', 'manager'])('shows no key in clear to %s', async (roleId) => {
  const operator = await signInOperator(store, roleId);
  for (const { url } of await listAddresses()) {
    const answer = await operator.get(url);
    expect(answer.statusCode, url).toBeLessThan(500);
    expect(isIn(answer.body, MARKER), url).toBe(false);
  }
});

it('does not repeat, send or store a key that an operator searches for, refunds or writes about', async () => {
  const server = await store.openConsole();
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const abort = new AbortController();
  const live = await fetch(`http://127.0.0.1:${port}/api/v1/live`, { headers: support.headers, signal: abort.signal });
  let sent = '';
  const reading = (async () => {
    for await (const chunk of live.body ?? []) sent += Buffer.from(chunk).toString();
  })().catch(() => {});

  const found = await support.call('POST', '/api/v1/search', { text: key }, { isParallel: true });
  expect(found.json().key).toMatchObject({ id: keyId, orderId: order.orderId });
  expect(isIn(found.body, MARKER)).toBe(false);
  const { version } = (await support.get(`/api/v1/orders/${order.orderId}`)).json();
  const refund = { request: { kind: 'rest' }, version, reason: 'a wrong key' };
  const refunded = await support.call('POST', `/api/v1/orders/${order.orderId}/refunds`, refund);
  expect(refunded.statusCode).toBe(200);
  expect(isIn(refunded.body, MARKER)).toBe(false);
  const audit = await (await signInOperator(store, 'auditor')).get('/api/v1/audit');
  expect(audit.body).toContain(order.orderId);
  expect(isIn(audit.body, MARKER)).toBe(false);
  await eventually(async () => expect(sent).toContain('event: '));
  abort.abort();
  await reading;
  expect(isIn(sent, MARKER)).toBe(false);
  expect(await findInTables(store.database, MARKER)).toEqual([]);
});
