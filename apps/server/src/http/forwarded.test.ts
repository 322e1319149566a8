import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { askOverSocket } from '../testing/ask.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';
import { trimForwardedFor } from './forwarded.ts';

let store: TestStore | undefined;
afterEach(async () => {
  await store?.close();
  store = undefined;
});

describe('X-Forwarded-For', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8::1, 203.0.113.7', '2001:db8::1, 203.0.113.7'],
    ['junk, 203.0.113.7', '203.0.113.7'],
    ['203.0.113.9, junk, 203.0.113.7', '203.0.113.7'],
    ['203.0.113.7, junk', undefined],
    ['203.0.113.7:80', undefined],
    ["' OR 1=1 --", undefined],
    ['', undefined],
  ])('%s counts as %s', (header, addresses) => {
    expect(trimForwardedFor(header)).toBe(addresses);
  });
});

const LIMIT = 5;

/** Sends messages until the limit per address refuses one, each with another header. Returns how many were taken. */
async function countTaken(trusted: string, headerOf: (turn: number) => string): Promise<number> {
  store = await createTestStore({ template: 'empty', environment: { TRUST_PROXY: trusted } });
  await store.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = store.server.server.address() as AddressInfo;
  const form = { name: 'A', email: 'a@example.com', topic: 'order', message: 'Where is my key, please?' };
  for (let turn = 0; turn < LIMIT + 3; turn++) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/support/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': headerOf(turn) },
      body: JSON.stringify(form),
    });
    if (answer.status === 429) return turn;
    expect(answer.status).toBe(204);
  }
  return LIMIT + 3;
}

describe('a limit per address', () => {
  it('holds against a client that writes its own header when no proxy is trusted', async () => {
    expect(await countTaken('off', (turn) => `203.0.113.${turn}`)).toBe(LIMIT);
  });

  it.each(['1', '127.0.0.0/8'])('holds against addresses on the left of what the proxy wrote (%s)', async (trusted) => {
    expect(await countTaken(trusted, (turn) => `203.0.113.${turn}, 198.51.100.1`)).toBe(LIMIT);
  });

  it('holds against a client behind a proxy that does not clean the header', async () => {
    expect(await countTaken('1', (turn) => `203.0.113.${turn}, junk-${turn}`)).toBe(LIMIT);
  });

  it('holds against a client that is not in the network of the proxies', async () => {
    expect(await countTaken('10.0.0.0/8', (turn) => `203.0.113.${turn}`)).toBe(LIMIT);
  });

  it('counts visitors behind a trusted proxy one by one', async () => {
    expect(await countTaken('1', (turn) => `203.0.113.${turn}`)).toBe(LIMIT + 3);
  });
});

it('answers a request whose header is repeated and broken', async () => {
  store = await createTestStore({ template: 'empty', environment: { TRUST_PROXY: '2' } });
  await store.server.listen({ port: 0, host: '127.0.0.1' });
  const answer = await askOverSocket(store.server)('/health/live', { 'x-forwarded-for': ',,%00,\u00ff' });
  expect(answer.status).toBe(200);
});
