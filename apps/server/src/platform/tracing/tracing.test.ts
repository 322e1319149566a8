import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import { createMember } from '../../testing/test-member.ts';
import { call, fillBasket, getOrder, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { startTracing } from './tracing.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
}
interface Sent {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

vi.setConfig({ testTimeout: 120_000 });

const MARK = 'mark-5e1c';
let store: TestStore;
let stopTracing: (() => Promise<void>) | undefined;
/** What a collector received. */
const bodies: Sent[] = [];
const paths: (string | undefined)[] = [];
const collector = createServer(async (request: IncomingMessage, response) => {
  paths.push(request.url);
  bodies.push((await json(request)) as Sent);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  stopTracing = await startTracing({ endpoint: `http://127.0.0.1:${port}`, ratio: 1, serviceName: 'Test' });
  store = await createTestStore({ listen: true, worker: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
});
afterAll(async () => {
  await stopTracing?.();
  await store.close();
  await new Promise((resolve) => collector.close(resolve));
});

const listSpans = () =>
  bodies
    .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
    .flatMap(({ spans }) => spans);
const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

it('sends one trace of a purchase with its route, statements and the call of the provider, and no secrets', async () => {
  const productId = await stockProduct(store.database, 3, MARK.toUpperCase());
  const member = await createMember(store);
  const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
  const stranger = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const { body, status } = await pay(store, member, 'epoint', basketId, { traceparent: stranger });
  expect(status).toBe(200);
  await press(body, 'approve');
  await eventually(async () => expect((await getOrder(store, member, body.orderId)).state).toBe('paid'));
  const { items } = await getOrder(store, member, body.orderId);
  const opened = await call(store, member, 'POST', `/api/v1/user/keys/${items[0]?.keys[0]?.id}/reveal`);
  expect(JSON.stringify(opened.body)).toContain(MARK.toUpperCase());
  const email = `${MARK}@example.com`;
  await call(store, member, 'POST', '/account/login', { body: { username: email, password: `${MARK}!Aa1` } });
  await call(store, member, 'GET', `/api/v1/search/suggestions?query=${MARK}`);
  await call(store, member, 'GET', `/api/v1/game?name=${MARK}`);
  await eventually(() => {
    expect(listSpans().map(({ name }) => name)).toContain('job order-messages');
    expect(listSpans().map(({ name }) => name)).toContain('GET /api/v1/search/suggestions');
  });

  const spans = listSpans();
  const payment = spans.filter(({ name }) => name === 'POST /api/v1/payment/:provider/:basketId');
  expect(payment).toHaveLength(1);
  const [root] = payment as [Span];
  expect(root.parentSpanId ?? '').toBe('');
  expect(stranger).not.toContain(root.traceId);
  expect(attributesOf(root)).toMatchObject({ 'http.response.status_code': 200, 'http.request.method': 'POST' });
  const own = spans.filter(({ traceId, spanId }) => traceId === root.traceId && spanId !== root.spanId);
  const statements = own.filter((span) => attributesOf(span)['db.system.name'] === 'postgresql');
  expect(statements.length).toBeGreaterThan(2);
  expect(statements.some((span) => /basket/.test(String(attributesOf(span)['db.query.text'])))).toBe(true);
  const calls = own.filter((span) => 'server.address' in attributesOf(span));
  expect(calls.map(attributesOf)).toContainEqual(expect.objectContaining({ 'http.request.method': 'POST' }));
  for (const span of own) expect(spans.map(({ spanId }) => spanId)).toContain(span.parentSpanId);

  const sent = JSON.stringify(bodies);
  const accounts = await store.database.selectFrom('account').select('email').where('email', 'is not', null).execute();
  const secrets = [
    MARK,
    MARK.toUpperCase(),
    member.headers['authorization']?.replace('Bearer ', '') ?? 'no token',
    body.orderId,
    basketId,
    String(body.link_url),
    ...accounts.flatMap(({ email: address }) => address ?? []),
  ];
  for (const secret of secrets) expect(sent, secret).not.toContain(secret);
  expect(new Set(paths)).toEqual(new Set(['/v1/traces']));
});
