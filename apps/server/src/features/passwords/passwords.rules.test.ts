import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../platform/password-hash.ts';
import { call, createMemberWithPassword, letterTo, newName, PASSWORD } from '../../testing/test-account.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ worker: true, environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => store.close());

const COMMON = [
  'Password1!',
  'Qwerty123!',
  'P@ssw0rd',
  'Йцукен1!',
  'Iloveyou!',
  'Minecraft2024!',
  'Almaty!1',
  '1Q2w3e4r!',
];
const login = async (username: string, password: string) =>
  (await call(store, 'POST', '/account/login', { body: { username, password } })).statusCode;

describe('registration', () => {
  const register = (change: Record<string, unknown>) => {
    const username = newName();
    const body = { username, email: `${username}@example.com`, password: PASSWORD, countryId: 1, ...change };
    return call(store, 'POST', '/account/register/user', { body });
  };

  it.each(COMMON)('refuses the common password %s at its field', async (password) => {
    const username = newName();
    const answer = await register({ username, password });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'password-common', field: 'password' });
    expect(await login(username, password)).toBe(401);
  });

  it.each([
    [{ username: 'Zhuldyz_77', password: 'Zhuldyz_77!' }],
    [{ username: 'Zhuldyz_78', password: 'zhuldyZ!' }],
    [{ email: 'bolat.ermekov@example.kz', password: 'Bolat.ermekov@example.kz' }],
    [{ email: 'bolat.ermekov@example.kz', password: 'BolatErmekov!1' }],
  ])('refuses a password that repeats login or address: %j', async (form) => {
    const answer = await register(form);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'password-personal', field: 'password' });
  });

  it('names the rule of the spec first', async () => {
    expect((await register({ password: 'password' })).json()).toMatchObject({ code: 'password-invalid' });
  });
});

describe('a new password', () => {
  const change = (token: string, next: string) =>
    call(store, 'PUT', '/api/v1/user/password', { token, body: { current: PASSWORD, next } });

  it('that is common or repeats the login or the address is refused, and the old one stays', async () => {
    const { token, username, email } = await createMemberWithPassword(store);
    for (const [next, code] of [
      ['Password1!', 'password-common'],
      [`${username.toUpperCase()}!`, 'password-personal'],
      [email.replace('m', 'M'), 'password-personal'],
    ] as const) {
      const answer = await change(token, next);
      expect([answer.statusCode, answer.json().code, answer.json().field]).toEqual([400, code, 'next']);
    }
    expect(await login(username, PASSWORD)).toBe(200);
  });

  it('by the link of a mail follows the same rules, and the link stays good', async () => {
    const { username, email } = await createMemberWithPassword(store);
    await call(store, 'POST', '/account/password/forgot', { body: { login: username } });
    const letter = await letterTo(store, email, 'New password for Oyna');
    const token = /token=([\w-]{43})/.exec(letter.text)?.[1];
    const reset = (password: string) => call(store, 'POST', '/account/password/reset', { body: { token, password } });
    for (const [password, code] of [
      ['Qwerty123!', 'password-common'],
      [`!${username.toUpperCase()}`, 'password-personal'],
    ] as const) {
      const answer = await reset(password);
      expect([answer.statusCode, answer.json().code, answer.json().field]).toEqual([400, code, 'password']);
    }
    expect((await reset('Another@pass2')).statusCode).toBe(204);
  });
});

it('an account whose old password is common can still sign in', async () => {
  const { username, accountId } = await createMemberWithPassword(store);
  await sql`UPDATE account SET password_hash = ${await hashPassword('Password1!')} WHERE id = ${accountId}`.execute(
    store.database,
  );
  expect(await login(username, 'Password1!')).toBe(200);
});
