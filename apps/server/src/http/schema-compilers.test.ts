import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../testing/test-store.ts';
import { compileWaiting, schemaController } from './schema-compilers.ts';

let store: TestStore;

beforeAll(async () => {
  store = await createTestStore();
});

afterAll(() => store.close());

const seconds = { type: 'object', required: ['seconds'], properties: { seconds: { type: 'integer' } } };

describe('schemas', () => {
  it('of all routes of the store and of the console can be compiled', async () => {
    await store.openConsole();
    compileWaiting();
    expect(compileWaiting()).toBe(0);
  });

  it('are compiled when they are first used', async () => {
    const server = Fastify({ schemaController });
    server.post('/later', { schema: { body: seconds, response: { 200: seconds } } }, ({ body }) => body);
    compileWaiting();
    server.post('/more', { schema: { body: { ...seconds, title: 'More' } } }, () => 'ok');
    await server.ready();
    const answer = await server.inject({ method: 'POST', url: '/later', body: { seconds: '5', others: 1 } });
    expect(answer.json()).toEqual({ seconds: 5 });
    expect(compileWaiting()).toBeGreaterThan(0);
    await server.close();
  });

  it('say what they refuse, for each request', async () => {
    const server = Fastify({ schemaController });
    server.post('/', { schema: { body: seconds } }, () => 'ok');
    const ask = async (body: object) => (await server.inject({ method: 'POST', url: '/', body })).json();
    const [missing, wrong] = await Promise.all([ask({}), ask({ seconds: 'five' })]);
    expect(missing.message).toBe("body must have required property 'seconds'");
    expect(wrong.message).toBe('body/seconds must be integer');
    expect((await server.inject({ method: 'POST', url: '/', body: { seconds: 5 } })).statusCode).toBe(200);
    await server.close();
  });

  it('with an error are found without a request', async () => {
    const server = Fastify({ schemaController });
    server.get('/', { schema: { querystring: { type: 'object', properties: { a: { type: 'no-type' } } } } }, () => '');
    await server.ready();
    expect(() => compileWaiting()).toThrow(/schema is invalid/);
    await server.close();
  });
});
