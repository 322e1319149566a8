import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { AppError, ERRORS } from '@oyna/domain/errors';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { exchange } from '../testing/exchange.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';
import { registerErrors } from './errors.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await store.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => store.close());

const EVERY_KIND = [
  ['a list', 'GET', '/api/v1/products', 200],
  ['a kept list', 'GET', '/api/v1/products', 200],
  ['an unknown id', 'GET', '/api/v1/game/999999', 404],
  ['an unknown address', 'GET', '/nothing', 404],
  ['a wrong parameter', 'GET', '/api/v1/products?pageSize=0', 400],
  ['an unreadable address', 'GET', '/api/v1/game/%ZZ', 400],
  ['a wrong method', 'DELETE', '/api/v1/products', 404],
  ['health', 'GET', '/health/live', 200],
  ['metrics', 'GET', '/metrics', 200],
  ['the contract', 'GET', '/api/openapi.json', 200],
  ['a redirect', 'GET', '/api/docs', 301],
  ['only the head', 'HEAD', '/api/v1/game', 200],
] as const;

describe('every response', () => {
  it.each(EVERY_KIND)('has a new request id of 21 characters: %s', async (_, method, url, status) => {
    const answers = [await store.server.inject({ method, url }), await store.server.inject({ method, url })];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(status);
      expect(answer.headers['x-request-id']).toMatch(/^[\w-]{21}$/);
    }
    expect(answers[0]?.headers['x-request-id']).not.toBe(answers[1]?.headers['x-request-id']);
  });

  it.each(EVERY_KIND)('has the security headers: %s', async (_, method, url) => {
    const { headers } = await store.server.inject({ method, url });
    // Written out here, so that a change of the constants is noticed.
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
  });

  it('does not take its request id from the client', async () => {
    const { headers } = await store.server.inject({
      url: '/health/live',
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    });
    expect(headers['x-request-id']).toHaveLength(21);
  });
});

describe('a request body', () => {
  const post = (payload: string, type: string) =>
    store.server.inject({ method: 'POST', url: '/api/v1/products', payload, headers: { 'content-type': type } });

  it('is refused with 413 when it is too large', async () => {
    const answer = await post(JSON.stringify('x'.repeat(257 * 1024)), 'application/json');
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toEqual({
      message: ERRORS['payload-too-large'].message,
      code: 'payload-too-large',
      requestId: answer.headers['x-request-id'],
    });
  });

  it('is refused before all of it has arrived when it is too large', async () => {
    const answer = await exchange(
      store.server,
      `POST /api/v1/products HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\n\r\n{"a":`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('payload-too-large');
  });

  it('is refused with 400 when it is not JSON', async () => {
    const answer = await post('{"broken', 'application/json');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid-parameter', requestId: expect.any(String) });
    expect(answer.body).not.toContain('broken');
  });

  it('is refused with 415 when its type is not supported', async () => {
    const answer = await ownServer.inject({
      method: 'POST',
      url: '/body',
      payload: '<a/>',
      headers: { 'content-type': 'application/xml' },
    });
    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toMatchObject({
      code: 'unsupported-media-type',
      message: ERRORS['unsupported-media-type'].message,
    });
  });
});

/** Our handler on routes that fail in every way a route can. */
const ownServer = Fastify();
beforeAll(async () => {
  registerErrors(ownServer);
  ownServer.post(
    '/body',
    {
      schema: {
        body: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string' },
            address: { type: 'object', properties: { city: { type: 'string' } } },
          },
        },
      },
    },
    () => 'read',
  );
  ownServer.get('/bug', () => {
    throw new Error('secret-of-the-server');
  });
  ownServer.get('/rule', () => {
    throw new AppError('basket-frozen', { field: 'basketId', details: { secret: 1 } });
  });
  ownServer.get('/thing', () => Promise.reject('not even an error'));
  ownServer.get(
    '/format/:id',
    { schema: { params: { type: 'object', properties: { id: { type: 'string', pattern: '^[a-z]+$' } } } } },
    () => 'fine',
  );
  for (const code of Object.keys(ERRORS) as (keyof typeof ERRORS)[]) {
    ownServer.get(`/code/${code}`, () => {
      throw new AppError(code);
    });
  }
  await ownServer.ready();
});
afterAll(() => ownServer.close());

describe('an error of a route', () => {
  it('is 500 without details when it is unexpected', async () => {
    for (const url of ['/bug', '/thing']) {
      const answer = await ownServer.inject(url);
      expect(answer.statusCode).toBe(500);
      expect(answer.json()).toEqual({
        message: ERRORS.internal.message,
        code: 'internal',
        requestId: expect.any(String),
      });
    }
  });

  it('has the code and field of an AppError, without its details', async () => {
    const answer = await ownServer.inject('/rule');
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual({
      message: ERRORS['basket-frozen'].message,
      code: 'basket-frozen',
      field: 'basketId',
      requestId: expect.any(String),
    });
  });

  it.each([
    [{}, 'name'],
    [{ name: [] }, 'name'],
    [{ name: 'a', address: { city: {} } }, 'address.city'],
  ])('a body with a fault names the field: %o', async (payload, field) => {
    const answer = await ownServer.inject({ method: 'POST', url: '/body', payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid-parameter', field, message: expect.stringContaining(field) });
  });

  it('reports a wrong format without a regular expression', async () => {
    const answer = await ownServer.inject('/format/!');
    expect(answer.json()).toMatchObject({ code: 'invalid-parameter', field: 'id', message: 'id has the wrong format' });
  });

  it('has a status between 400 and 599 and a message for every code', async () => {
    for (const [code, { message }] of Object.entries(ERRORS)) {
      const answer = await ownServer.inject(`/code/${code}`);
      expect(answer.statusCode, code).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode, code).toBeLessThan(600);
      expect(answer.json()).toEqual({ message, code, requestId: expect.any(String) });
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['retry-after'], code).toBe(answer.statusCode === 503 ? '2' : undefined);
    }
  });
});

const countConnections = (): Promise<number> =>
  new Promise((resolve, reject) =>
    store.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

describe('input that is not HTTP', () => {
  it.each([
    ['nonsense', 'HELLO\r\n\r\n', 400],
    ['a broken header', 'GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['an address without end', `GET /api/v1/products?gamename=${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
  ])('is refused in the same words: %s', async (_, bytes, status) => {
    const [head = '', body = ''] = (await exchange(store.server, bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const error = JSON.parse(body);
    expect(error).toEqual({
      message: expect.any(String),
      code: 'invalid-parameter',
      requestId: expect.stringMatching(/^[\w-]{21}$/),
    });
    expect(head.toLowerCase()).toContain(`x-request-id: ${error.requestId}`.toLowerCase());
  });

  it('is disconnected even when the client keeps its connection open', async () => {
    const { port } = store.server.server.address() as AddressInfo;
    await eventually(async () => expect(await countConnections()).toBe(0));
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write('HELLO\r\n\r\n');
    await once(socket, 'data');
    await eventually(async () => expect(await countConnections()).toBe(0));
    expect(socket.destroyed, 'this side has not closed').toBe(false);
    socket.destroy();
  });

  it('does not disturb other connections', async () => {
    expect((await store.server.inject('/api/v1/products')).statusCode).toBe(200);
  });
});
