import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createSocialVisitor } from '../../testing/social-visitor.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

const PRODUCTION = {
  SHOP_MODE: 'production',
  DATABASE_URL: 'postgres://db.example/oyna',
  PUBLIC_URL: 'https://oyna.example',
  KEY_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  SELLER_DETAILS: 'Oyna LLP, 123456789012, Almaty',
};

let store: TestStore;
afterEach(() => store.close());
const open = async (environment: Record<string, string>) => {
  store = await createTestStore({ template: 'empty', environment });
};

/** A port on which nobody listens. */
async function findClosedPort(): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('production', () => {
  it('does not offer what it has no credentials for', async () => {
    await open(PRODUCTION);
    expect((await store.server.inject({ url: '/api/v1/info/sign-in' })).json()).toEqual([]);
    for (const path of ['/api/v1/google/oauth', '/api/v1/vk/oauth', '/api/v1/vk/token?code=a&state=b']) {
      const answer = await store.server.inject({ url: path });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'not-found' });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it('sends to the real VK, and back to its own address only, with a cookie for https', async () => {
    await open({ ...PRODUCTION, VK_CLIENT_ID: '51234567' });
    expect((await store.server.inject({ url: '/api/v1/info/sign-in' })).json()).toEqual(['vk']);
    const answer = await store.server.inject({ url: '/api/v1/vk/oauth', headers: { host: 'localhost:3000' } });
    const url = new URL(answer.body);
    expect(url.origin).toBe('https://id.vk.com');
    expect(url.searchParams.get('redirect_uri')).toBe('https://oyna.example/vk');
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });
});

describe('the demo', () => {
  it('brings people back to the name of this machine under which they came', async () => {
    await open({});
    const redirectOf = async (host: string) => {
      const answer = await store.server.inject({ url: '/api/v1/vk/oauth', headers: { host } });
      return new URL(answer.body).searchParams.get('redirect_uri');
    };
    expect(await redirectOf('127.0.0.1:3000')).toBe('http://127.0.0.1:3000/vk');
    expect(await redirectOf('localhost:3000')).toBe('http://localhost:3000/vk');
    expect(await redirectOf('evil.example')).toBe('http://localhost:3000/vk');
  });

  it('lets one address begin a hundred times in a quarter of an hour', async () => {
    await open({});
    const begin = () => store.server.inject({ url: '/api/v1/vk/oauth' });
    for (let time = 0; time < 100; time++) expect((await begin()).statusCode).toBe(200);
    const refused = await begin();
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'too-many-requests' });
  });
});

describe('a provider that does not answer', () => {
  it('is reported as such at the beginning and at the end', async () => {
    const away = `http://127.0.0.1:${await findClosedPort()}`;
    await open({ GOOGLE_ISSUER: away, VK_URL: away });
    const begun = await store.server.inject({ url: '/api/v1/google/oauth' });
    expect(begun.statusCode).toBe(502);
    expect(begun.json()).toMatchObject({ code: 'provider-unavailable' });
    expect(begun.headers['set-cookie']).toBeUndefined();

    const visitor = createSocialVisitor(store, 'vk');
    const state = new URL(await visitor.begin()).searchParams.get('state');
    const ended = await visitor.finish(`?code=a&device_id=b&state=${state}`);
    expect(ended.statusCode).toBe(502);
    expect(ended.json()).toMatchObject({ code: 'provider-unavailable' });
    expect(await store.database.selectFrom('account_session').selectAll().execute()).toEqual([]);
  });
});
