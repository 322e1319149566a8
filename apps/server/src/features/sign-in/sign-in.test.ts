import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, lettersTo, letterTo, newName, PASSWORD, register, signIn } from '../../testing/test-account.ts';
import { createTestStore, startTestNode, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ worker: true });
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.database.deleteFrom('rate_limit').execute();
});

const login = (username: unknown, password: unknown = PASSWORD, options: { from?: string } = {}, at = store) =>
  call(at, 'POST', '/account/login', { body: { username, password }, ...options });

describe('signing in', () => {
  it('answers a token and when it ends, in UTC', async () => {
    const { username } = await register(store);
    const answer = await login(username);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      expired: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(new Date(answer.json().expired).getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  });

  it('keeps only the hash of the token', async () => {
    const { username } = await register(store);
    const token = await signIn(store, username);
    const rows = await store.database.selectFrom('account_session').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.map((row) => row.token_hash.toString('base64url'))).not.toContain(token);
  });

  it('answers an unknown name and a wrong password alike, after the same work', async () => {
    const { username } = await register(store);
    // Counts the real calls of the hashing thread.
    const sent = vi.spyOn(Worker.prototype, 'postMessage');
    const answers = [];
    for (const [name, password] of [
      [username, 'Wrong!pass1'],
      [newName(), PASSWORD],
      [`${newName()}@example.com`, PASSWORD],
    ]) {
      sent.mockClear();
      const answer = await login(name, password);
      answers.push({ status: answer.statusCode, body: { ...answer.json(), requestId: '' } });
      const passwordHash = expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(sent.mock.calls).toEqual([[{ id: expect.any(Number), order: { password, passwordHash } }]]);
    }
    sent.mockRestore();
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'auth-error' } });
  });

  it('refuses an account without a password', async () => {
    const name = newName();
    await store.database.insertInto('account').values({ login: name, language: 'ru' }).execute();
    const answer = await login(name);
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'auth-error']);
  });

  it('prefers the owner of an e-mail address to an account that has it as login', async () => {
    const reached = await register(store);
    const other = await register(store);
    await store.database
      .updateTable('account')
      .set({ login: reached.email })
      .where('login', '=', other.username)
      .execute();
    const token = await signIn(store, reached.email);
    expect((await call(store, 'GET', '/api/v1/user/info', { token })).json().userName).toBe(reached.username);
  });

  it.each([
    ['an empty name', '', PASSWORD],
    ['NUL in the name', 'a\u0000b', PASSWORD],
    ['half a character', 'a\ud800', PASSWORD],
    ['SQL', "' OR 1=1 --", PASSWORD],
    ['a wildcard', '%', PASSWORD],
    ['an empty password', 'demo', ''],
    ['NUL in the password', 'demo', 'Secret!\u0000'],
    ['a password without symbols', 'demo', 'Secretpass'],
    ['null', null, null],
  ])('refuses %s like a wrong password', async (_what, username, password) => {
    const answer = await login(username, password);
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'auth-error']);
  });

  it.each([
    ['a list', ['demo']],
    ['an object', { $gt: '' }],
    ['a very long text', 'x'.repeat(10_000)],
    ['nothing', undefined],
  ])('refuses %s as a name', async (_what, username) => {
    const answer = await login(username);
    expect([answer.statusCode, answer.json().field]).toEqual([400, 'username']);
  });

  it('tells the owner of a sign-in from a new kind of device, but not of an update', async () => {
    const { username, email } = await register(store);
    const account = store.database.updateTable('account').where('login', '=', username);
    await account.set({ email_confirmed_at: new Date() }).execute();
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
    await signIn(store, username, PASSWORD, { 'user-agent': firefox });
    await signIn(store, username, PASSWORD, { 'user-agent': firefox.replaceAll('143', '144') });
    await signIn(store, username, PASSWORD, { 'user-agent': 'curl/8.1 <b>' });
    const letter = await letterTo(store, email, 'Sign-in from a new device');
    expect(letter.text).toContain('curl/8.1 <b>');
    expect(letter.html).not.toContain('<b>');
    expect(await lettersTo(store, email)).toHaveLength(2);
  });
});

describe('signing out', () => {
  it('ends the session at once', async () => {
    const { username } = await register(store);
    const [token, other] = [await signIn(store, username), await signIn(store, username)];
    expect((await call(store, 'POST', '/account/logout', { token })).statusCode).toBe(204);
    for (const [method, url] of [
      ['GET', '/api/v1/user/info'],
      ['POST', '/account/logout'],
    ] as const) {
      const answer = await call(store, method, url, { token });
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'not-authorized']);
    }
    expect((await call(store, 'GET', '/api/v1/user/info', { token: other })).statusCode).toBe(200);
  });

  it('needs a token', async () => {
    expect((await call(store, 'POST', '/account/logout')).statusCode).toBe(401);
  });
});

describe('guessing', () => {
  const times = async (count: number, guess: (index: number) => Promise<{ statusCode: number }>) => {
    const statuses = [];
    for (let index = 0; index < count; index += 1) statuses.push((await guess(index)).statusCode);
    return statuses;
  };

  /** Uses the limit up. Returns how many attempts were counted before. */
  async function useUp(limit: string): Promise<number[]> {
    const rows = store.database.selectFrom('rate_limit').select('used').where('name', 'like', `${limit}:%`);
    const before = await rows.execute();
    await store.database.updateTable('rate_limit').set({ used: 100 }).where('name', 'like', `${limit}:%`).execute();
    return before.map(({ used }) => used);
  }

  it('is stopped after ten failures from one address, known name or not, and says when to come back', async () => {
    const { username } = await register(store);
    for (const name of [username, newName()]) {
      const statuses = await times(11, () => login(name, 'Wrong!pass1'));
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    }
    const refused = await login(username);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
    // The same account can sign in from another address.
    expect((await login(username, PASSWORD, { from: '10.1.1.1' })).statusCode).toBe(200);
  });

  it('counts the name and the address of one account together', async () => {
    const { username, email } = await register(store);
    await times(5, () => login(username, 'Wrong!pass1'));
    await times(5, () => login(email.toUpperCase(), 'Wrong!pass1'));
    // The answer is that of a wrong password: 429 would tell that both are of one account.
    expect((await login(username)).statusCode).toBe(401);
  });

  it('is counted exactly for concurrent attempts', async () => {
    const { username } = await register(store);
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(username, 'Wrong!pass1')));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20);
  });

  it('is forgotten when the owner signs in', async () => {
    const { username } = await register(store);
    for (let round = 0; round < 3; round += 1) {
      await times(8, () => login(username, 'Wrong!pass1'));
      expect((await login(username)).statusCode).toBe(200);
    }
  });

  it('is allowed again after a while', async () => {
    const { username } = await register(store);
    await times(11, () => login(username, 'Wrong!pass1'));
    await store.database
      .updateTable('rate_limit')
      .set({ resets_at: new Date(Date.now() - 1) })
      .execute();
    expect((await login(username)).statusCode).toBe(200);
  });

  it('from everywhere is stopped too, except where the owner is signed in', async () => {
    const { username } = await register(store);
    expect((await login(username, PASSWORD, { from: '10.9.9.9' })).statusCode).toBe(200);
    await store.database.deleteFrom('rate_limit').execute();
    await times(5, (index) => login(username, 'Wrong!pass1', { from: `10.2.${index}.1` }));
    expect([await useUp('sign-in-account'), await useUp('sign-in-name-all')]).toEqual([[5], [5]]);
    expect((await login(username, PASSWORD, { from: '10.3.0.1' })).statusCode).toBe(429);
    expect((await login(username, PASSWORD, { from: '10.9.9.9' })).statusCode).toBe(200);
    expect((await login(username, PASSWORD, { from: '10.3.0.1' })).statusCode).toBe(200);
  });

  it('of many names from one address is stopped, and of its neighbours in IPv6', async () => {
    await times(5, (index) => login(newName(), PASSWORD, { from: `2001:db8:1:2::${index + 1}` }));
    expect(await useUp('sign-in-address')).toEqual([5]);
    expect((await login(newName(), PASSWORD, { from: '2001:db8:1:2:ffff::1' })).statusCode).toBe(429);
    expect((await login(newName(), PASSWORD, { from: '2001:db8:1:3::1' })).statusCode).toBe(401);
  });

  it('is counted by all nodes together', async () => {
    const node = await startTestNode({ url: store.url });
    try {
      const { username } = await register(store);
      await times(5, () => login(username, 'Wrong!pass1'));
      await times(5, () => login(username, 'Wrong!pass1', {}, node));
      expect((await login(username)).statusCode).toBe(429);
      expect((await login(username, PASSWORD, {}, node)).statusCode).toBe(429);
    } finally {
      await node.close();
    }
  });

  it('keeps neither names nor addresses in the counts', async () => {
    const { username } = await register(store);
    await login(username, 'Wrong!pass1', { from: '10.77.66.55' });
    const rows = await store.database.selectFrom('rate_limit').select('name').execute();
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toContain(username);
    expect(JSON.stringify(rows)).not.toContain('10.77.66.55');
  });

  it('is not limited with RATE_LIMITS=off', async () => {
    const free = await startTestNode({ url: store.url, environment: { RATE_LIMITS: 'off' } });
    try {
      const { username } = await register(store);
      expect(new Set(await times(12, () => login(username, 'Wrong!pass1', {}, free)))).toEqual(new Set([401]));
    } finally {
      await free.close();
    }
  });
});
