import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSocialVisitor } from '../../testing/social-visitor.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty', environment: { RATE_LIMITS: 'off' } });
  // The sandbox's first request makes a key, which takes a while.
  await store.server.inject({ url: '/api/v1/google/oauth' });
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.database.deleteFrom('account').execute();
  await store.database.deleteFrom('sign_in_attempt').execute();
});

const REFUSED = { code: 'sign-in-failed', message: expect.any(String), requestId: expect.any(String) };
const visit = (provider: 'google' | 'vk') => createSocialVisitor(store, provider);
const listAccounts = () => store.database.selectFrom('account').selectAll().orderBy('id').execute();
const listSessions = () => store.database.selectFrom('account_session').selectAll().execute();
const listAttempts = () => store.database.selectFrom('sign_in_attempt').selectAll().execute();

async function userOf(token: string) {
  const answer = await store.server.inject({
    url: '/api/v1/user/info',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

describe.each(['google', 'vk'] as const)('through %s', (provider) => {
  it('begins with an address as text and a cookie that no script reads', async () => {
    const answer = await store.server.inject({ url: `/api/v1/${provider}/oauth` });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    const url = new URL(answer.body);
    expect(answer.body.startsWith(`${store.sandboxUrl}/${provider}/auth`)).toBe(true);
    expect(url.searchParams.get('redirect_uri')).toBe(`http://localhost:3000/${provider === 'vk' ? 'vk' : ''}`);
    expect(url.searchParams.get('state')).toMatch(/^[\w-]{43}$/);
    expect(answer.headers['set-cookie']).toMatch(/^sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('keeps the secrets on the server, and of state and cookie only hashes', async () => {
    const visitor = visit(provider);
    const url = await visitor.begin();
    const [attempt] = await listAttempts();
    expect(url).not.toContain(attempt?.verifier);
    const seen = [new URL(url).searchParams.get('state') ?? '?', visitor.cookie().split('=')[1] ?? '?'];
    for (const value of seen) expect(JSON.stringify(attempt)).not.toContain(value);
    const minutes = (Number(attempt?.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeLessThanOrEqual(10.5);
  });

  it('ends with a session as a login does, and with where it began', async () => {
    const visitor = visit(provider);
    const answer = await visitor.signIn({ email: 'dana@example.com', name: 'Дана Қали' }, '/catalog/31?name=a#offers');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      expired: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      returnTo: '/catalog/31?name=a#offers',
    });
    expect(await userOf(answer.json().token)).toMatchObject({
      userName: 'dana',
      email: 'dana@example.com',
      emailConfirmed: provider === 'google',
      firstName: 'Дана',
      lastName: 'Қали',
      hasPassword: false,
      providers: [provider],
    });
    expect(await listAttempts()).toEqual([]);
  });

  it('recognises a person whose address here has changed', async () => {
    const first = await visit(provider).signIn({ email: 'dana@example.com' });
    await store.database.updateTable('account').set({ email: 'other@example.com', login: 'renamed' }).execute();
    const again = await visit(provider).signIn({ email: 'dana@example.com' });
    expect((await userOf(again.json().token)).userName).toBe('renamed');
    expect(first.json().token).not.toBe(again.json().token);
    expect(await listAccounts()).toHaveLength(1);
  });

  it('makes one account of a person who comes five times at once', async () => {
    const visitors = Array.from({ length: 5 }, () => visit(provider));
    const returns = await Promise.all(visitors.map((visitor) => visitor.fetchReturn({ email: 'dana@example.com' })));
    const answers = await Promise.all(visitors.map((visitor, index) => visitor.finish(returns[index] ?? '')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(await listAccounts()).toHaveLength(1);
    expect(await listSessions()).toHaveLength(5);
  });

  it('lets a state be used once, and once only by ten at a time', async () => {
    const visitor = visit(provider);
    const back = await visitor.fetchReturn();
    const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.finish(back)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(9).fill(401)]);
    expect((await visitor.finish(back)).json()).toEqual(REFUSED);
    expect(await listSessions()).toHaveLength(1);
  });

  it('ends after ten minutes', async () => {
    const visitor = visit(provider);
    const back = await visitor.fetchReturn();
    await store.database
      .updateTable('sign_in_attempt')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .execute();
    expect((await visitor.finish(back)).json()).toEqual(REFUSED);
    expect(await listSessions()).toEqual([]);
    // The next sign-in that begins deletes it.
    await visit(provider).begin();
    expect(await listAttempts()).toHaveLength(1);
  });

  it('refuses an attacker’s code in a victim’s browser', async () => {
    const [attacker, victim] = [visit(provider), visit(provider)];
    const trap = await attacker.fetchReturn({ email: 'mallory@example.com' });
    // Opened by a victim who never began, by one who did, and with the victim's own state.
    expect((await victim.finish(trap)).json()).toEqual(REFUSED);
    const own = new URL(await victim.begin()).searchParams.get('state') ?? '';
    expect((await victim.finish(trap)).json()).toEqual(REFUSED);
    const mixed = new URLSearchParams(trap);
    mixed.set('state', own);
    expect((await victim.finish(`?${mixed}`)).json()).toEqual(REFUSED);
    expect(await listSessions()).toEqual([]);
    expect(await listAccounts()).toEqual([]);
  });

  it('leaves a sign-in to the browser that began it when another brings its state', async () => {
    const [owner, thief] = [visit(provider), visit(provider)];
    const back = await owner.fetchReturn();
    await thief.begin();
    expect((await thief.finish(back)).statusCode).toBe(401);
    expect((await owner.finish(back)).statusCode).toBe(200);
  });

  it.each(['', 'sign-in=', 'sign-in=short', `sign-in=${'a'.repeat(43)}`, 'SIGN-IN=x'])(
    'opens nothing with the cookie %j',
    async (cookie) => {
      const visitor = visit(provider);
      const back = await visitor.fetchReturn();
      visitor.setCookie(cookie);
      expect((await visitor.finish(back)).json()).toEqual(REFUSED);
    },
  );

  it('may be begun in two tabs of one browser', async () => {
    const visitor = visit(provider);
    const first = await visitor.fetchReturn({ email: 'a@example.com' });
    const second = await visitor.fetchReturn({ email: 'b@example.com' });
    expect((await visitor.finish(first)).statusCode).toBe(200);
    expect((await visitor.finish(second)).statusCode).toBe(200);
  });

  it('is over when the visitor says no', async () => {
    const visitor = visit(provider);
    const back = await visitor.fetchReturn({ cancel: true });
    expect(back).toContain('error=access_denied');
    const answer = await visitor.finish(back);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual(REFUSED);
    expect(await listAttempts()).toEqual([]);
  });

  it.each(['', '?code=x', '?state=x', '?code=x&state=y', '?code=&state=', `?code=x&state=${'%00'}`])(
    'lets nobody in with %j',
    async (query) => {
      const visitor = visit(provider);
      await visitor.begin();
      const answer = await visitor.finish(query);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual(REFUSED);
    },
  );

  it.each([`?state=x&code=${'a'.repeat(4_097)}`, '?code=a&code=b&state=c', '?code=a&state[]=b&state=c&state=d'])(
    'calls a request wrong that is: %.40s',
    async (query) => {
      const answer = await visit(provider).finish(query);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'invalid-parameter' });
    },
  );

  it('gives another login to each of many who would have the same', async () => {
    const names = [];
    for (const domain of ['a.kz', 'b.kz', 'c.kz', 'd.kz', 'e.kz', 'f.kz', 'g.kz']) {
      const answer = await visit(provider).signIn({ email: `Dana@${domain}` });
      names.push((await userOf(answer.json().token)).userName);
    }
    expect(names.slice(0, 5)).toEqual(['dana', 'dana2', 'dana3', 'dana4', 'dana5']);
    expect(names[5]).toMatch(/^dana\d{5,}$/);
    expect(new Set(names).size).toBe(7);
  });

  it('never leaves the site afterwards: 200 other addresses', async () => {
    const starts = [
      '//',
      '/\\',
      '\\\\',
      '\\/',
      '///',
      '/\t/',
      '/\n/',
      '\t//',
      ' //',
      '/.//',
      '/%2e//',
      '/a/..//',
      'https://',
      'http:\\\\',
      'https:',
      '/ /',
    ];
    const hosts = [
      'evil.example',
      'localhost:3000@evil.example',
      'evil。example',
      '[::1]',
      '3232235777',
      'evil.example/%2f..',
      'xn--e1afmkfd.example',
      'evil.example#@localhost:3000',
      'evil.example?/..',
      'EVIL.EXAMPLE:443',
      'localhost.evil.example',
      '%65vil.example',
    ];
    const schemes = [
      'javascript:alert(1)',
      'data:text/html,x',
      'JAVASCRIPT://%0aalert(1)',
      'blob:https://evil.example',
      'vbscript:x',
      'file:///etc/passwd',
      '\u0000//evil.example',
      '／／evil.example',
    ];
    const variants = [...starts.flatMap((start) => hosts.map((host) => `${start}${host}`)), ...schemes];
    expect(variants.length).toBeGreaterThanOrEqual(200);
    const visitor = visit(provider);
    for (const variant of variants) await visitor.begin(variant);
    const paths = new Set((await listAttempts()).map(({ return_to: path }) => path));
    expect([...paths]).toEqual(['/']);
    expect((await visitor.signIn({}, variants[0])).json().returnTo).toBe('/');
  }, 60_000);
});

it('does not let the state of one provider open the other', async () => {
  const visitor = visit('google');
  const back = await visitor.fetchReturn();
  expect((await visitor.finish(back, 'vk')).json()).toEqual(REFUSED);
  expect((await visitor.finish(back)).statusCode).toBe(200);
});

it('compares who Google says sent the visitor back', async () => {
  const visitor = visit('google');
  const back = new URLSearchParams(await visitor.fetchReturn());
  back.set('iss', 'https://accounts.evil.example');
  expect((await visitor.finish(`?${back}`)).json()).toEqual(REFUSED);
  const { code, state } = Object.fromEntries(new URLSearchParams(await visitor.fetchReturn()));
  expect((await visitor.finish(`?${new URLSearchParams({ code: code ?? '', state: state ?? '' })}`)).statusCode).toBe(
    200,
  );
});

it('needs the device that VK names', async () => {
  const visitor = visit('vk');
  const back = new URLSearchParams(await visitor.fetchReturn());
  back.delete('device_id');
  expect((await visitor.finish(`?${back}`)).json()).toEqual(REFUSED);
});

it('takes the language of the request for what it will write', async () => {
  const visitor = visit('vk');
  const back = await visitor.fetchReturn();
  expect((await visitor.finish(`${back}&lng=kk`)).statusCode).toBe(200);
  expect((await listAccounts())[0]?.language).toBe('kz');
});

it('lists whom one can sign in through', async () => {
  const answer = await store.server.inject({ url: '/api/v1/info/sign-in' });
  expect(answer.json()).toEqual(['google', 'vk']);
});
