import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { createOutage } from '../platform/database/outage.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';
import { createResponseCache } from './response-cache.ts';
import { mountStorefront } from './storefront.ts';

/** In addition to the cleaning of texts, a script in the data of a page does not run. */

const INJECTED = [
  '<script>steal(1)</script>',
  '<script nonce="x">steal(2)</script>',
  '<script type="module">steal(3)</script>',
];

let store: TestStore;
let careless: FastifyInstance;
beforeAll(async () => {
  store = await createTestStore({ pages: true });
  // The same pages in front of an API that lets everything through.
  careless = Fastify();
  careless.get('/api/*', async (request, reply) => {
    const { statusCode, body } = await store.server.inject(request.url);
    const answer = JSON.parse(body);
    if (typeof answer.body === 'string') answer.body += INJECTED.join('');
    return reply.status(statusCode).send(answer);
  });
  await mountStorefront(
    careless,
    parseConfig({}),
    createResponseCache({ maxBytes: 0, headers: {}, outage: createOutage(store.database), keptMs: 0 }),
  );
});
afterAll(async () => {
  await careless.close();
  await store.close();
});

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
const inlineScripts = (page: string) =>
  [...page.matchAll(/<script(?![^>]* src=)(?![^>]*json)[^>]*>(.*?)<\/script>/gs)].map(([, code = '']) => code);

it('allows the scripts that the renderer wrote, and none that came in through the data', async () => {
  const [news] = (await store.server.inject('/api/v1/news')).json<{ id: number }[]>();
  const page = await careless.inject(`/news-info?id=${news?.id}`);
  expect(page.statusCode).toBe(200);
  for (const script of INJECTED) expect(page.body).toContain(script);
  const allowed = String(page.headers['content-security-policy']).match(/'sha256-[^']+'/g) ?? [];
  const own = inlineScripts(page.body).filter((code) => !code.startsWith('steal('));
  expect(own.length).toBeGreaterThanOrEqual(4);
  expect(new Set(allowed)).toEqual(new Set(own.map(hashOf)));
});

it('names the hash of every inline script on the pages of the store', async () => {
  for (const path of ['/', '/catalog/1001', '/nothing', '/cart']) {
    const page = await store.server.inject(path);
    const policy = String(page.headers['content-security-policy']);
    const scripts = inlineScripts(page.body);
    expect(scripts.length, path).toBeGreaterThanOrEqual(4);
    for (const code of scripts) expect(policy, path).toContain(hashOf(code));
  }
});

it('allows the scripts of the page about the API', async () => {
  const page = await store.server.inject('/api/docs/');
  const policy = String(page.headers['content-security-policy']);
  const scripts = inlineScripts(page.body);
  expect(scripts.length).toBeGreaterThan(0);
  for (const code of scripts) expect(policy).toContain(hashOf(code));
  expect(policy).not.toContain("script-src 'self' 'unsafe");
});
