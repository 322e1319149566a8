import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, codeIn, lettersTo, letterTo, newName, PASSWORD, register, signIn } from '../../testing/test-account.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ worker: true, environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => store.close());

const post = (body: unknown, headers: Record<string, string> = {}) =>
  call(store, 'POST', '/account/register/user', { body, headers });
const countAccounts = async () =>
  (
    await store.database
      .selectFrom('account')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;
const form = (change: Record<string, unknown> = {}) => {
  const username = newName();
  return { username, email: `${username}@example.com`, password: PASSWORD, countryId: 1, ...change };
};

describe('registration', () => {
  it('makes an account that can be entered by its name and by its address, in any case', async () => {
    const wanted = form();
    const answer = await post(wanted);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ userName: wanted.username, email: wanted.email });
    for (const name of [wanted.username, wanted.username.toUpperCase(), ` ${wanted.email.toUpperCase()} `]) {
      const token = await signIn(store, name);
      const user = await call(store, 'GET', '/api/v1/user/info?lng=en', { token });
      expect(user.json()).toMatchObject({ userName: wanted.username, countryId: 1, countryName: 'Kazakhstan' });
    }
  });

  it('keeps no password, only what argon2id made of it', async () => {
    const { username } = await register(store);
    const { password_hash: hash } = await store.database
      .selectFrom('account')
      .select('password_hash')
      .where('login', '=', username)
      .executeTakeFirstOrThrow();
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('takes names of any alphabet, and tells look-alikes apart', async () => {
    const suffix = newName();
    const names = [`admin-${suffix}`, `аdmin-${suffix}`, `ádmin-${suffix}`, `ａdmin-${suffix}`, `Әлия ${suffix}`];
    for (const [index, username] of names.entries()) {
      expect((await post(form({ username, email: `${index}-${suffix}@example.com` }))).statusCode, username).toBe(201);
    }
    const token = await signIn(store, `ӘЛИЯ ${suffix}`);
    expect((await call(store, 'GET', '/api/v1/user/info', { token })).json().userName).toBe(names[4]);
  });

  it('writes names of different composition as one', async () => {
    const username = `é${newName()}`;
    await register(store, { username, email: `${newName()}@example.com` });
    const answer = await post(form({ username: username.normalize('NFD') }));
    expect(answer.json()).toMatchObject({ code: 'login-taken', field: 'username' });
  });

  it('welcomes in the language of the visitor, with a code that confirms the address', async () => {
    const ru = form({ language: 'ru' });
    const kz = form();
    const en = form();
    await post(ru, { 'accept-language': 'en' });
    await post(kz, { 'accept-language': 'kk-KZ' });
    await post(en, { 'accept-language': 'en-GB' });
    const letters = await Promise.all([ru, kz, en].map(({ email }) => letterTo(store, email)));
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Добро пожаловать в Oyna',
      'Oyna дүкеніне қош келдіңіз',
      'Welcome to Oyna',
    ]);
    for (const letter of letters) {
      expect(letter.from).toBe('Oyna <no-reply@localhost>');
      expect(letter.html).toContain(codeIn(letter));
      expect(letter.text).not.toMatch(/<\w/);
    }
    const token = await signIn(store, en.username);
    const code = codeIn(letters[2] as (typeof letters)[number]);
    const user = await call(store, 'PUT', '/api/v1/user/email', { token, body: { code } });
    expect(user.json()).toMatchObject({ email: en.email, emailConfirmed: true });
  });

  it('has no words of a stranger who registered the address, and neither have the mails after it', async () => {
    const wanted = form({ username: `You won, see https://evil.example ${newName()}`, language: 'en' });
    expect((await post(wanted)).statusCode).toBe(201);
    const { email, username } = wanted;
    await letterTo(store, email, 'Welcome to Oyna');
    const agent = 'Claim it at https://evil.example';
    for (const device of ['first', agent]) await signIn(store, username, PASSWORD, { 'user-agent': device });
    await letterTo(store, email, 'Sign-in from a new device');
    await call(store, 'POST', '/account/password/forgot', { body: { login: email } });
    await letterTo(store, email, 'New password for Oyna');
    const token = await signIn(store, username);
    const next = `${newName()}@example.com`;
    await call(store, 'POST', '/api/v1/user/email', { token, body: { email: next, password: PASSWORD } });
    const code = codeIn(await letterTo(store, next));
    expect((await call(store, 'PUT', '/api/v1/user/email', { token, body: { code } })).statusCode).toBe(200);
    await letterTo(store, email, 'Your email address was changed');
    const letters = [...(await lettersTo(store, email)), ...(await lettersTo(store, next))];
    expect(letters.length).toBeGreaterThanOrEqual(5);
    for (const { subject, text, html } of letters) expect(text + html, subject).not.toContain('evil.example');
  });

  it('is in the list of notifications as well', async () => {
    const { username } = await register(store);
    const token = await signIn(store, username);
    const notifications = await call(store, 'GET', '/api/v1/user/notifications', { token });
    expect(notifications.json()).toMatchObject([{ kind: 'welcome' }]);
  });
});

describe('registration refuses', () => {
  const cases: [what: string, change: Record<string, unknown>, field: string, code: string][] = [
    ['an empty login', { username: '   ' }, 'username', 'login-invalid'],
    ['a login with NUL', { username: 'a\u0000b' }, 'username', 'login-invalid'],
    ['a login with a mark that turns the writing', { username: 'ad\u202Emin' }, 'username', 'login-invalid'],
    ['a login with half a character', { username: 'a\ud800' }, 'username', 'login-invalid'],
    ['a login of 101 characters', { username: 'x'.repeat(101) }, 'username', 'login-invalid'],
    ["a login that is another's address", { username: 'boss@example.com' }, 'username', 'login-invalid'],
    ['an address without a host', { email: 'someone@' }, 'email', 'email-invalid'],
    ['two addresses', { email: 'a@example.com,b@example.com' }, 'email', 'email-invalid'],
    ['an address with a header in it', { email: 'a@example.com\r\nBcc: b@example.com' }, 'email', 'email-invalid'],
    ['a short password', { password: 'A!b' }, 'password', 'password-invalid'],
    ['a password without an uppercase letter', { password: 'secret!pass1' }, 'password', 'password-invalid'],
    ['a password without a symbol', { password: 'Secretpass1' }, 'password', 'password-invalid'],
    ['a password of 129 characters', { password: `A!${'x'.repeat(127)}` }, 'password', 'password-invalid'],
    ['no country', { countryId: 0 }, 'countryId', 'country-invalid'],
    ['a country that is not there', { countryId: 99_999 }, 'countryId', 'country-invalid'],
    ['a country beyond numbers', { countryId: 1e12 }, 'countryId', 'invalid-parameter'],
    ['a language that is not spoken', { language: 'fr' }, 'language', 'invalid-parameter'],
    ['a list for a name', { username: ['a', 'b'] }, 'username', 'invalid-parameter'],
    ['an object for a password', { password: { $ne: '' } }, 'password', 'invalid-parameter'],
    ['a very long name', { username: 'x'.repeat(3_000) }, 'username', 'invalid-parameter'],
    ['a missing address', { email: undefined }, 'email', 'invalid-parameter'],
  ];
  it.each(cases)('%s', async (_what, change, field, code) => {
    const before = await countAccounts();
    const answer = await post(form(change));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code, field, requestId: answer.headers['x-request-id'] });
    expect(await countAccounts()).toBe(before);
  });

  it('a body of a megabyte', async () => {
    const answer = await post(form({ username: 'x'.repeat(1_000_000) }));
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'payload-too-large']);
  });

  it('what is not JSON', async () => {
    const payload = '{"username":';
    const headers = { 'content-type': 'application/json' };
    const answer = await store.server.inject({ method: 'POST', url: '/account/register/user', payload, headers });
    expect(answer.statusCode).toBe(400);
  });

  it('a name or an address that is taken, in any case, at its field', async () => {
    const { username, email } = await register(store);
    const name = await post(form({ username: username.toUpperCase() }));
    expect([name.statusCode, name.json().code, name.json().field]).toEqual([409, 'login-taken', 'username']);
    const address = await post(form({ email: email.toUpperCase() }));
    expect([address.statusCode, address.json().code, address.json().field]).toEqual([409, 'email-taken', 'email']);
  });

  it('all but one of those who come for the same name at the same moment', async () => {
    const username = newName();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => post(form({ username, email: `${index}-${username}@example.com` }))),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409))
      expect(answer.json()).toMatchObject({ code: 'login-taken', field: 'username' });
  });
});

it('accepts an address as a login only from its owner', async () => {
  const email = `${newName()}@example.com`;
  expect((await post(form({ username: email.toUpperCase(), email }))).statusCode).toBe(201);
  await signIn(store, email);
});
