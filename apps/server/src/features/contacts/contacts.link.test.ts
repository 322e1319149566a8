import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  codeIn,
  createMemberWithPassword,
  letterTo,
  newcomer,
  newName,
  PASSWORD,
} from '../../testing/test-account.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ worker: true, environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => store.close());

const WELCOME = 'Welcome to Oyna';
const confirm = (token: string, link: unknown) =>
  call(store, 'PUT', '/api/v1/user/email/link', { token, body: { token: link } });
const confirmByCode = (token: string, code: string) =>
  call(store, 'PUT', '/api/v1/user/email', { token, body: { code } });
const userOf = async (token: string) => (await call(store, 'GET', '/api/v1/user/info', { token })).json();
const linkIn = ({ text }: { text: string }) =>
  /^http:\/\/localhost:3000\/confirm-email\?token=([\w-]{43})$/m.exec(text)?.[1] ?? '';

async function createNewcomer() {
  const { token, email } = await newcomer(store);
  const letter = await letterTo(store, email, WELCOME);
  return { token, email, letter, link: linkIn(letter) };
}

describe('the link of the confirmation mail', () => {
  it('confirms the address that was registered, once', async () => {
    const { token, email, letter, link } = await createNewcomer();
    expect(letter.html).toContain(`confirm-email?token=${link}"`);
    expect(codeIn(letter)).toMatch(/^\d{6}$/);
    const answer = await confirm(token, link);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ email, emailConfirmed: true });
    expect((await confirm(token, link)).json()).toMatchObject({ code: 'code-invalid', field: 'token' });
    expect((await confirmByCode(token, codeIn(letter))).json().code).toBe('code-invalid');
  });

  it('is worthless after the code was used', async () => {
    const { token, letter, link } = await createNewcomer();
    expect((await confirmByCode(token, codeIn(letter))).statusCode).toBe(200);
    expect((await confirm(token, link)).json().code).toBe('code-invalid');
  });

  it('confirms a changed address', async () => {
    const { token, email: before } = await createMemberWithPassword(store);
    const email = `${newName()}@example.com`;
    await call(store, 'POST', '/api/v1/user/email', { token, body: { email, password: PASSWORD } });
    const link = linkIn(await letterTo(store, email));
    expect((await confirm(token, link)).json()).toMatchObject({ email, emailConfirmed: true });
    await letterTo(store, before, 'Your email address was changed');
  });

  it('does nothing when it is only opened, as mail scanners do', async () => {
    const { token, link } = await createNewcomer();
    for (const method of ['GET', 'HEAD']) {
      await call(store, method, `/confirm-email?token=${link}`);
      await call(store, method, `/api/v1/user/email/link?token=${link}`, { token });
    }
    expect((await userOf(token)).emailConfirmed).toBe(false);
    expect((await confirm(token, link)).statusCode).toBe(200);
  });

  it('works in a session of its account only', async () => {
    const { token, link } = await createNewcomer();
    const stranger = await createMemberWithPassword(store);
    expect((await confirm(stranger.token, link)).json()).toMatchObject({ code: 'code-invalid', field: 'token' });
    expect((await call(store, 'PUT', '/api/v1/user/email/link', { body: { token: link } })).statusCode).toBe(401);
    expect((await userOf(token)).emailConfirmed).toBe(false);
    expect((await confirm(token, link)).statusCode).toBe(200);
  });

  it('works for a day, longer than the code', async () => {
    const { token, link, letter } = await createNewcomer();
    const age = (interval: string) =>
      sql`UPDATE account_code SET expires_at = expires_at - ${interval}::interval
        WHERE code_hash IN (SELECT code_hash FROM account_code)`.execute(store.database);
    await age('23 hours');
    expect((await confirmByCode(token, codeIn(letter))).json().code).toBe('code-invalid');
    await age('61 minutes');
    expect((await confirm(token, link)).json().code).toBe('code-invalid');
    await age('-2 minutes');
    expect((await confirm(token, link)).statusCode).toBe(200);
  });

  it('is replaced by the link of the next mail', async () => {
    const { token, email, link } = await createNewcomer();
    await call(store, 'POST', '/api/v1/user/email', { token, body: { email, password: PASSWORD } });
    const next = linkIn(await letterTo(store, email, 'Oyna confirmation code'));
    expect((await confirm(token, link)).json().code).toBe('code-invalid');
    expect((await confirm(token, next)).statusCode).toBe(200);
  });

  it('confirms once when code and link are used at the same moment', async () => {
    const { token, link, letter } = await createNewcomer();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 ? confirm(token, link) : confirmByCode(token, codeIn(letter)),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
    expect((await userOf(token)).emailConfirmed).toBe(true);
  });

  it.each(['', 'x', 'x'.repeat(43), '\u0000', "' OR 1=1", 'x'.repeat(300), ['a'], null])(
    'is refused when it is made up: %j',
    async (link) => {
      const { token } = await createMemberWithPassword(store);
      expect((await confirm(token, link)).statusCode).toBe(400);
    },
  );
});
