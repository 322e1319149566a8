import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestStore, startTestNode, type TestStore } from '../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ pages: true });
});
afterAll(() => store.close());

it('renders a page with the games of the catalogue, under a policy without inline exceptions', async () => {
  const page = await store.server.inject('/catalog/1001');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('The Witcher 3: Wild Hunt');
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("script-src 'self' 'sha256-");
  expect(policy).not.toContain('unsafe');
  expect(page.body).not.toMatch(/<[^>]+ style=/);
});

it('allows calls to TalkBank on the card form only', async () => {
  const policyOf = async (path: string) =>
    String((await store.server.inject(path)).headers['content-security-policy']).match(/connect-src [^;]*/)?.[0];
  const { origin } = new URL(store.sandboxUrl);
  expect(await policyOf('/payment-talk')).toBe(`connect-src 'self' ${origin}`);
  expect(await policyOf('/payment-talk?order=abcdefghijklmnop')).toBe(`connect-src 'self' ${origin}`);
  for (const path of ['/payment', '/payment/result', '/payment-talks', '/']) {
    expect(await policyOf(path), path).toBe("connect-src 'self'");
  }
});

it('caches a page for its language, currency and theme', async () => {
  const ask = (cookie: string) => store.server.inject({ url: '/catalog', headers: { cookie } });
  const tenge = await ask('i18next=kz; activeCurrency=KZT; theme=light');
  const dollars = await ask('i18next=en; activeCurrency=USD; theme=dark');
  expect(tenge.body).toContain('lang="kk"');
  expect(tenge.body).toContain('data-theme="light"');
  expect(dollars.body).toContain('lang="en"');
  expect(dollars.body).toContain('data-theme="dark"');
  expect((await ask('i18next=kz; activeCurrency=KZT; theme=light')).body).toBe(tenge.body);
  expect((await ask('i18next=en; activeCurrency=USD; theme=dark')).headers.etag).toBe(dollars.headers.etag);
});

it('responds to HEAD like to GET', async () => {
  store.cache.clear();
  const head = await store.server.inject({ method: 'HEAD', url: '/' });
  const page = await store.server.inject('/');
  expect(head.statusCode).toBe(200);
  expect(head.body).toBe('');
  expect(page.body).toMatch(/^<!DOCTYPE html><html lang="ru"/);
  for (const name of ['etag', 'content-length', 'content-security-policy'] as const)
    expect(head.headers[name]).toBe(page.headers[name]);
});

it('gives a tag to a page that may be stored, and none to a page with a secret in its address', async () => {
  expect((await store.server.inject('/')).headers).toHaveProperty('etag');
  const secret = await store.server.inject({ url: '/?code=secret', headers: { 'if-none-match': '*' } });
  expect([secret.statusCode, secret.headers['cache-control'], secret.headers.etag]).toEqual([
    200,
    'no-store',
    undefined,
  ]);
});

it('compresses a page for its first visitor', async () => {
  store.cache.clear();
  const page = await store.server.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
  expect(page.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(page.rawPayload).toString()).toBe((await store.server.inject('/')).body);
});

it('is the same page whether its parts are rendered or used again', async () => {
  const keepingNothing = await startTestNode({ url: store.url, pages: true, cacheBytes: 0 });
  try {
    // Each address is asked for the first time; the page behind it is the same.
    for (const path of ['/?code=', '/catalog?page=0', '/catalog/1001?', '/games?page=0', '/nothing?']) {
      for (const cookie of ['i18next=ru; activeCurrency=KZT', 'i18next=kz; activeCurrency=USD; theme=light']) {
        const ask = async (node: TestStore, visit: number) => {
          const { body } = await node.server.inject({ url: path + visit, headers: { cookie } });
          return body.replaceAll(/(code=|page=0)\d/g, '$1');
        };
        const rendered = await ask(keepingNothing, 1);
        expect(rendered).toContain('</html>');
        expect(await ask(store, 2), path).toBe(rendered);
        expect(await ask(store, 3), path).toBe(rendered);
      }
    }
  } finally {
    await keepingNothing.close();
  }
});

it('announces its styles in a header and its first picture in the head, also when parts are used again', async () => {
  store.cache.clear();
  for (const path of ['/', '/?code=1', '/catalog', '/catalog/1001']) {
    const { body, headers } = await store.server.inject(path);
    const styles = Array.from(body.matchAll(/<link rel="stylesheet" href="([^"]+)"/g), ([, href]) => href);
    expect(styles.length, path).toBeGreaterThan(0);
    expect(headers['link'], path).toBe(styles.map((href) => `<${href}>; rel=preload; as=style`).join(', '));
    const head = body.slice(0, body.indexOf('</head>'));
    expect(head, path).toMatch(/<link rel="preload" as="image"[^>]* fetchPriority="high" imageSrcSet="[^"]+\.avif /);
  }
});

it('does not cache a page with a failed part', async () => {
  await store.database.schema.alterTable('recommendation').renameTo('recommendation_gone').execute();
  store.cache.clear();
  const broken = await store.server.inject('/?lng=en');
  expect(broken.statusCode).toBe(200);
  expect(broken.headers['cache-control']).toBe('no-store');
  await store.database.schema
    .alterTable('recommendation_gone' as 'recommendation')
    .renameTo('recommendation')
    .execute();
  const whole = await store.server.inject('/?lng=en');
  expect(whole.headers['cache-control']).toBe('private, no-cache');
  expect(whole.body).toContain('Cyberpunk 2077');
});

it('does not take a path with two slashes for another host', async () => {
  const page = await store.server.inject('//example.com/catalog');
  expect(page.statusCode).toBe(404);
  expect(page.body).not.toContain('http://example.com');
});

it('responds to unknown paths of the API with JSON, and to other unknown paths with a page', async () => {
  const api = await store.server.inject('/api/v1/nothing');
  expect(api.statusCode).toBe(404);
  expect(api.json()).toMatchObject({ code: 'not-found' });
  const page = await store.server.inject('/nothing');
  expect(page.statusCode).toBe(404);
  expect(page.headers['content-type']).toContain('text/html');
});

it('has a manifest in the language of the visitor with existing icons', async () => {
  const answer = await store.server.inject({ url: '/manifest.webmanifest', headers: { 'accept-language': 'kk' } });
  expect(answer.headers['content-type']).toContain('application/manifest+json');
  const manifest = answer.json<{ icons: { src: string; sizes: string; purpose?: string }[] }>();
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/', lang: 'kk', theme_color: '#0c0e16' });
  expect(manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  );
  for (const { src } of manifest.icons) expect((await store.server.inject(src)).statusCode, src).toBe(200);
});

it('has an offline page in all languages and a service worker that calls only the store', async () => {
  const worker = await store.server.inject('/service-worker.js');
  expect(worker.headers['content-type']).toContain('text/javascript');
  expect(worker.headers['cache-control']).toBe('private, no-cache');
  expect(worker.headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
  expect(worker.body).toMatch(/^const VERSION = '[\da-f]{8}';/);
  const { body, headers } = await store.server.inject('/offline');
  expect(body.match(/<section lang="(ru|en|kk)">/g)).toHaveLength(3);
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  const files = [...new Set(body.match(/\/assets\/[^"]+/g))];
  expect(files.some((file) => file.endsWith('.css')) && files.some((file) => file.endsWith('.js'))).toBe(true);
  for (const file of files) {
    expect((await store.server.inject(file)).headers['cache-control'], file).toContain('immutable');
  }
});

it('lets a browser reuse the data of a page for a moment, and revalidate the page', async () => {
  const lifeOf = async (url: string) => (await store.server.inject(url)).headers['cache-control'];
  expect(await lifeOf('/catalog.data')).toBe('private, max-age=30');
  expect(await lifeOf('/catalog')).toBe('private, no-cache');
  expect(await lifeOf('/catalog/999999999.data')).not.toContain('max-age');
});
