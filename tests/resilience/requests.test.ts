import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestStore, type TestStore } from '../../apps/server/src/testing/test-store.ts';
import { checkReply, makeOddity } from './raw-oddities.ts';
import { createRequestMaker } from './request-mutations.ts';
import { sendAll, sendConsoleRequests, sendRequests } from './requests.ts';

vi.setConfig({ testTimeout: 180_000 });

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ listen: true, pages: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
});
afterAll(() => store.close());

it.each([1, 2])(
  'answers mutated requests and malformed bytes without a 5xx and keeps working (seed %i)',
  async (seed) => {
    const shop = { url: store.publicUrl, database: store.database };
    const { answers, faults } = await sendRequests(shop, { requests: 400, oddities: 60, seed, atOnce: 8 });
    expect(faults).toEqual([]);
    // Enough of them pass the first checks.
    expect(answers['2xx']).toBeGreaterThan(40);
    expect(answers['4xx']).toBeGreaterThan(40);
  },
);

it('answers mutated requests of an operator to the console without a 5xx', async () => {
  const server = await store.openConsole();
  const { database } = store;
  const { answers, faults } = await sendConsoleRequests({ server, database }, { requests: 600, seed: 1, atOnce: 4 });
  expect(faults).toEqual([]);
  expect(answers['2xx']).toBeGreaterThan(60);
});

it('finds a handler that fails on an infinite number', async () => {
  const server = Fastify();
  const schema = { params: { type: 'object', properties: { id: { type: 'integer', minimum: 1, maximum: 5 } } } };
  server.get<{ Params: { id: number } }>('/things/:id', { schema }, ({ params }) => BigInt(params.id).toString());
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const document = {
    paths: { '/things/{id}': { get: { parameters: [{ name: 'id', in: 'path', schema: { type: 'integer' } }] } } },
  };
  const requests = Array.from({ length: 500 }, createRequestMaker(document, [], createRandom(1)));
  const { faults } = await sendAll(url, requests, 8);
  await server.close();
  expect(faults.some((fault) => fault.includes('1e309'))).toBe(true);
});

it('finds a second response to an ambiguous request and a 5xx among several responses', () => {
  const oddity = { name: 'two lengths', pieces: [], isAmbiguous: true };
  expect(checkReply(oddity, 'HTTP/1.1 400 Bad Request\r\n\r\n')).toBeUndefined();
  expect(checkReply(oddity, 'HTTP/1.1 400 x\r\n\r\nHTTP/1.1 200 OK\r\n\r\n')).toBe('two lengths: answered 400,200');
  expect(
    checkReply(
      makeOddity(() => 0),
      'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 500 x\r\n\r\n',
    ),
  ).toBe('junk: 500');
});
