import { BUILT_IN_ROLES } from '@oyna/domain/permissions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isIn } from '../../../../tests/resilience/key-leaks.ts';
import { stockProduct } from '../../../../tests/resilience/stock.ts';
import { buyKeys, claimKey, type Purchase, revealKey } from '../testing/test-claims.ts';
import { createMember } from '../testing/test-member.ts';
import { signInOperator, type TestOperator } from '../testing/test-operator.ts';
import { begin, setStatuses } from '../testing/test-orders.ts';
import { callReview, gameOf, REVIEW } from '../testing/test-reviews.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

/** The answers to what support writes. What it reads is in console-keys.test.ts. */

const MARKER = 'HIDDENK7QVWX';

let store: TestStore;
let support: TestOperator;
let productId: number;
/** Four keys of one buyer: three with a claim. */
let order: Purchase;
let key: string;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  support = await signInOperator(store, 'support');
  productId = await stockProduct(store.database, 20, MARKER);
  order = await buyKeys(store, await createMember(store), productId, 4);
  for (const keyId of order.keyIds) key = (await revealKey(store, order.member, keyId)).body.key;
  expect(key).toContain(MARKER);
  for (const keyId of order.keyIds.slice(0, 3)) {
    expect((await claimKey(store, order.member, keyId)).status).toBe(200);
  }
});
afterAll(() => store.close());

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';
interface Operation {
  security?: { operator?: string[] }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown>; $ref?: string } }> };
}

/** Every writing route that support may call, with the names of the fields of its body. */
async function listWrites() {
  const own: readonly string[] = BUILT_IN_ROLES['support']?.permissions ?? [];
  const { paths } = (await store.openConsole()).swagger() as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([name, { security, requestBody }]) => {
      const permission = security?.[0]?.operator?.find((word) => word.includes(':'));
      if (name === 'get' || (permission !== undefined && !own.includes(permission))) return [];
      const { properties = {} } = requestBody?.content['application/json']?.schema ?? {};
      return [{ method: name.toUpperCase() as Method, path, fields: Object.keys(properties) }];
    }),
  );
}

/** These have no key in reach: they are about the sign-in of operators, about top-ups, or about what another operator waits for. */
const WITHOUT_KEY = /^\S+ \/api\/v1\/(session|profile|invitation|approvals|orders\/\{orderId\}\/top-up$)/;

const read = async (path: string) => (await support.get(`/api/v1/${path}`)).json();
const versionOf = async (path: string) => (await read(path)).version;
const customer = () => `customers/${order.member.accountId}`;
const claim = (index: number) => `claims/${order.keyIds[index]}`;
const refundOf = async (orderId: string) => ({
  request: { kind: 'rest' },
  version: await versionOf(`orders/${orderId}`),
  reason: 'a wrong key',
});
const textsOf = (text: string) => ({ ru: text, en: text, kz: text });
const template = async () => (await read('templates')).items.at(-1);
let messageId = 0;
let reviewId = 0;
let newTemplate = 0;
/** The order of another buyer, with an opened key. */
const bought = async () => {
  const purchase = await buyKeys(store, await createMember(store), productId);
  expect((await revealKey(store, purchase.member, purchase.keyIds[0])).body.key).toContain(MARKER);
  return purchase;
};
const thread = () => `messages/${messageId}`;
const review = () => `reviews/${reviewId}`;

/** Calls that succeed, in this order: the path and the body. */
const SUCCESSES: Record<string, () => Promise<[path: string, body?: object]>> = {
  'POST /api/v1/search': async () => ['search', { text: key }],
  'POST /api/v1/claims/policy/simulation': async () => {
    const { settings } = await read('claims/policy');
    return ['claims/policy/simulation', { settings }];
  },
  'POST /api/v1/claims/{keyId}/replace': async () => [`${claim(0)}/replace`, { status: 'open' }],
  'POST /api/v1/claims/{keyId}/refund': async () => {
    const { amount } = await read(`${claim(1)}/refund`);
    return [`${claim(1)}/refund`, { status: 'open', amount }];
  },
  'POST /api/v1/claims/{keyId}/refuse': async () => [`${claim(2)}/refuse`, { status: 'open', text: 'It was used.' }],
  'POST /api/v1/batches/{batchId}/quarantine': async () => [
    `batches/${(await read(claim(0))).batch.id}/quarantine`,
    { reason: 'used keys' },
  ],
  'POST /api/v1/batches/{batchId}/release': async () => [
    `batches/${(await read(claim(0))).batch.id}/release`,
    { reason: 'a mistake' },
  ],
  'POST /api/v1/orders/{orderId}/notes': async () => [`orders/${order.orderId}/notes`, { text: 'called' }],
  'POST /api/v1/orders/{orderId}/resend': async () => [`orders/${order.orderId}/resend`],
  'POST /api/v1/orders/{orderId}/refunds/preview': async () => {
    const { orderId } = await bought();
    return [`orders/${orderId}/refunds/preview`, { request: { kind: 'rest' } }];
  },
  'POST /api/v1/orders/{orderId}/refunds': async () => {
    const { orderId } = await bought();
    return [`orders/${orderId}/refunds`, await refundOf(orderId)];
  },
  'POST /api/v1/orders/{orderId}/refunds/close': async () => {
    const { orderId } = await bought();
    const { reason: note, ...seen } = await refundOf(orderId);
    return [`orders/${orderId}/refunds/close`, { ...seen, note }];
  },
  'POST /api/v1/orders/{orderId}/review': async () => {
    const { orderId } = await begin(store, [productId], [1]);
    await setStatuses(store, orderId, ['review']);
    const { version, reason } = await refundOf(orderId);
    return [`orders/${orderId}/review`, { verdict: 'reject', version, reason }];
  },
  'POST /api/v1/reviews/{id}/hide': async () => {
    const written = await callReview(store, order.member, 'POST', await gameOf(store, productId), REVIEW);
    reviewId = written.json().review.id;
    return [`${review()}/hide`, { version: await versionOf(review()), reason: 'off topic' }];
  },
  'POST /api/v1/reviews/{id}/show': async () => [`${review()}/show`, { version: await versionOf(review()) }],
  'PUT /api/v1/reviews/{id}/answer': async () => [
    `${review()}/answer`,
    { version: await versionOf(review()), text: 'Thank you' },
  ],
  'POST /api/v1/templates': async () => [
    'templates',
    { kind: 'message', name: textsOf('Delay'), body: textsOf('Soon') },
  ],
  'PUT /api/v1/templates/{id}': async () => {
    const { id, version } = await template();
    newTemplate = id;
    return [`templates/${id}`, { version, name: textsOf('Delay'), body: textsOf('Tomorrow') }];
  },
  'DELETE /api/v1/templates/{id}': async () => {
    const { version } = await template();
    return [`templates/${newTemplate}?version=${version}`];
  },
  'POST /api/v1/messages/{id}/notes': async () => {
    const { email } = await read(customer());
    const payload = { name: 'Buyer', email, topic: 'order', message: 'My key does not work' };
    await store.server.inject({ method: 'POST', url: '/api/v1/support/message', payload });
    messageId = (await read('messages')).items[0].id;
    return [`${thread()}/notes`, { text: 'called' }];
  },
  'POST /api/v1/messages/{id}/assign': async () => [
    `${thread()}/assign`,
    { version: await versionOf(thread()), operatorId: support.id },
  ],
  'POST /api/v1/messages/{id}/answers': async () => [
    `${thread()}/answers`,
    { version: await versionOf(thread()), text: 'We look at it.' },
  ],
  'POST /api/v1/messages/{id}/reopen': async () => [`${thread()}/reopen`, { version: await versionOf(thread()) }],
  'POST /api/v1/messages/{id}/close': async () => [`${thread()}/close`, { version: await versionOf(thread()) }],
  'POST /api/v1/customers/{id}/notes': async () => [`${customer()}/notes`, { text: 'called' }],
  'DELETE /api/v1/customers/{id}/sessions': async () => [`${customer()}/sessions`],
  'POST /api/v1/customers/{id}/block': async () => [`${customer()}/block`, { reason: 'fraud', until: null }],
  'POST /api/v1/customers/{id}/unblock': async () => [`${customer()}/unblock`],
  'POST /api/v1/customers/{id}/export': async () => [`${customer()}/export`],
  'POST /api/v1/customers/{id}/erase': async () => {
    const { accountId } = (await bought()).member;
    const { login } = await read(`customers/${accountId}`);
    return [`customers/${accountId}/erase`, { login }];
  },
};

it('knows a successful call of every writing route that support may call', async () => {
  const routes = (await listWrites()).map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(SUCCESSES).toSorted()).toEqual(routes.filter((route) => !WITHOUT_KEY.test(route)).toSorted());
});

it.each(Object.keys(SUCCESSES))('answers no key in clear to %s, nor to the same again', async (route) => {
  const [path, body] = (await SUCCESSES[route]?.()) ?? [''];
  const method = route.split(' ')[0] as Method;
  const done = await support.call(method, `/api/v1/${path}`, body);
  expect(done.statusCode, done.body).toBeLessThan(300);
  expect(isIn(done.body, MARKER), done.body).toBe(false);
  // What is done already is refused, or done again.
  const again = await support.call(method, `/api/v1/${path}`, body, { isParallel: true });
  expect(again.statusCode, again.body).toBeLessThan(500);
  expect(isIn(again.body, MARKER), again.body).toBe(false);
});

it('repeats no key in a refusal, wherever the key was entered', async () => {
  const refused: string[] = [];
  for (const { method, path, fields } of await listWrites()) {
    if (path.endsWith('/profile/sessions') || path === '/api/v1/session') continue;
    const entered = Object.fromEntries([...fields, key].map((field) => [field, key]));
    const urls = [path.replace(/\{\w+\}/g, encodeURIComponent(key)), `${path.replace(/\{\w+\}/g, '1')}?version=${key}`];
    for (const url of urls) {
      for (const body of [entered, { [key]: key }, Object.fromEntries(fields.map((field) => [field, [key]]))]) {
        const answer = await support.call(method, url, body, { isParallel: true });
        expect(answer.statusCode, `${method} ${url}`).toBeLessThan(500);
        // A note shows what its author wrote.
        if (answer.statusCode < 300) continue;
        expect(isIn(answer.body, MARKER), `${method} ${url}: ${answer.body}`).toBe(false);
        refused.push(`${method} ${path}`);
      }
    }
  }
  const routes = (await listWrites()).map(({ method, path }) => `${method} ${path}`);
  expect(routes.filter((route) => SUCCESSES[route] && !refused.includes(route))).toEqual([]);
});
