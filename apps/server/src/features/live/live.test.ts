import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { registerErrors } from '../../http/errors.ts';
import { registerOperatorAuth } from '../../http/operator-auth.ts';
import { eventually } from '../../testing/eventually.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { buy } from '../../testing/test-orders.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { createOperatorSessionsService } from '../operators/operator-sessions.service.ts';
import { liveAdminRoutes } from './live.admin-routes.ts';
import { paidOrdersPoller } from './live.jobs.ts';
import { createLiveService } from './live.service.ts';

let store: TestStore;
let address: string;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  const server = await store.openConsole();
  await server.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterAll(() => store.close());

/** Reads the stream until it ends, or until the test aborts it. */
async function open(operator: TestOperator, at = address) {
  const abort = new AbortController();
  const answer = await fetch(`${at}/api/v1/live`, { headers: operator.headers, signal: abort.signal });
  const stream = { status: answer.status, text: '', isEnded: false, close: () => abort.abort() };
  const read = async () => {
    for await (const chunk of answer.body ?? []) stream.text += Buffer.from(chunk).toString();
  };
  void read()
    .catch(() => {})
    .finally(() => {
      stream.isEnded = true;
    });
  return stream;
}

it('reports a paid order and an alert by id to operators who may see them', async () => {
  const support = await open(await signInOperator(store, 'support'));
  const stock = await open(await signInOperator(store, 'stock'));
  const { orderId } = await buy(store, [await stockProduct(store.database, 5)], [1]);
  const poller = paidOrdersPoller(store.database);
  await poller.run(new AbortController().signal);
  await eventually(async () => expect(support.text).toContain(`event: order\ndata: {"id":"${orderId}"}\n\n`));
  await poller.run(new AbortController().signal);
  await sql`INSERT INTO payment_alert (provider, order_id, kind, detail) VALUES ('epoint', 'X', 'unknown-order', 'x')`.execute(
    store.database,
  );
  await eventually(async () => expect(support.text).toMatch(/event: alert\ndata: {"id":"\d+"}/));
  expect(support.text.split(orderId)).toHaveLength(2);
  expect(stock.text).not.toContain('event:');
  support.close();
  stock.close();
});

it('reports a note about a message, an order and a customer by id', async () => {
  const operator = await signInOperator(store, 'support');
  const stream = await open(await signInOperator(store, 'support'));
  const stock = await open(await signInOperator(store, 'stock'));
  const { orderId } = await buy(store, [await stockProduct(store.database, 5)], [1]);
  const { buyer } = (await operator.get(`/api/v1/orders/${orderId}`)).json();
  const { id: messageId } = await store.database
    .insertInto('support_message')
    .values({ name: 'Asel', email: 'asel@example.com', topic: 'order', message: 'Where?', language: 'en' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const written = `event: message\ndata: {"id":"${messageId}"}\n\n`;
  await eventually(async () => expect(stream.text).toContain(written));
  await operator.call('POST', `/api/v1/messages/${messageId}/notes`, { text: 'Asked by phone' });
  await operator.call('POST', `/api/v1/orders/${orderId}/notes`, { text: 'Asked by phone' });
  await operator.call('POST', `/api/v1/customers/${buyer.accountId}/notes`, { text: 'Polite' });
  await eventually(async () => expect(stream.text).toContain(`event: customer\ndata: {"id":"${buyer.accountId}"}\n\n`));
  expect(stream.text.split(written)).toHaveLength(3);
  expect(stream.text).toContain(`event: order\ndata: {"id":"${orderId}"}\n\n`);
  expect(stock.text).not.toContain('event:');
  stream.close();
  stock.close();
});

it('has at most six connections per operator', async () => {
  const operator = await signInOperator(store, 'support');
  const streams: Awaited<ReturnType<typeof open>>[] = [];
  for (let count = 0; count < 8; count++) streams.push(await open(operator));
  await eventually(async () =>
    expect(streams.map(({ isEnded }) => isEnded)).toEqual([true, true, false, false, false, false, false, false]),
  );
  for (const stream of streams) stream.close();
});

/** The same routes with a service whose heartbeat the test gives. */
async function startLive() {
  const sessions = createOperatorSessionsService(store.database);
  const live = createLiveService(sessions);
  const server = Fastify();
  server.addSchema({ $id: 'Error', type: 'object', additionalProperties: true });
  registerErrors(server);
  registerOperatorAuth(server, { findOperator: sessions.find, origins: [], networks: [] });
  await server.register(liveAdminRoutes, { live });
  const at = await server.listen({ port: 0, host: '127.0.0.1' });
  return { live, at, close: () => server.close() };
}

it('ends the connection of an operator whose permissions have changed', async () => {
  const { live, at, close } = await startLive();
  const operator = await signInOperator(store, 'support');
  const stream = await open(operator, at);
  await sql`UPDATE operator SET role_id = 'stock' WHERE id = ${operator.id}`.execute(store.database);
  await live.beat();
  await eventually(async () => expect(stream.isEnded).toBe(true));
  const again = await open(operator, at);
  live.publish('order AFTERWARDS');
  await live.beat();
  await eventually(async () => expect(again.text).toMatch(/^:\n\n:\n\n/));
  expect([again.isEnded, again.text.includes('AFTERWARDS')]).toEqual([false, false]);
  await close();
});

it('ends the connection of a session that has expired, and refuses it until the operator signs in again', async () => {
  const { live, at, close } = await startLive();
  const operator = await signInOperator(store, 'support');
  const stream = await open(operator, at);
  await live.beat();
  expect([stream.status, stream.isEnded]).toEqual([200, false]);
  await sql`UPDATE operator_session SET expires_at = now() WHERE operator_id = ${operator.id}`.execute(store.database);
  await live.beat();
  await eventually(async () => expect(stream.isEnded).toBe(true));
  live.publish('order AFTERWARDS');
  expect(stream.text).not.toContain('AFTERWARDS');
  expect((await open(operator, at)).status).toBe(401);
  expect((await open(await signInOperator(store, 'support'), at)).status).toBe(200);
  await close();
});

it('ends every connection when that of the database is lost, and reports again to a browser that is back', async () => {
  const { live, at, close } = await startLive();
  const operator = await signInOperator(store, 'support');
  const before = await open(operator, at);
  live.endAll();
  await eventually(async () => expect(before.isEnded).toBe(true));
  const after = await open(operator, at);
  live.publish('order BACK');
  await eventually(async () => expect(after.text).toContain('event: order\ndata: {"id":"BACK"}\n\n'));
  expect(before.text).not.toContain('BACK');
  await close();
});
