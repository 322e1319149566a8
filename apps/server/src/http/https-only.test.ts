import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({
    environment: {
      SHOP_MODE: 'production',
      DATABASE_URL: 'postgres://db.example/oyna',
      PUBLIC_URL: 'https://oyna.example',
      KEY_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
      SELLER_DETAILS: 'Oyna LLP, 123456789012, Almaty',
    },
  });
});
afterAll(() => store.close());

it.each([
  ['a computed answer', '/api/v1/products'],
  ['a cached response', '/api/v1/products'],
  ['an error', '/api/v1/products/abc'],
  ['an unknown address', '/nothing'],
])('tells browsers to use https alone in production: %s', async (_, url) => {
  const { headers } = await store.server.inject(url);
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
  expect(headers['x-frame-options']).toBe('DENY');
});
