import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../platform/password-hash.ts';
import { eventually } from '../../testing/eventually.ts';
import {
  call,
  codeIn,
  createMemberWithPassword,
  lettersTo,
  letterTo,
  newName,
  PASSWORD,
  signIn,
} from '../../testing/test-account.ts';
import { createMember } from '../../testing/test-member.ts';
import { createTestStore, startTestNode, type TestStore } from '../../testing/test-store.ts';
import { accountMessagesTask } from '../account-messages/account-messages.jobs.ts';
import { createResetLink } from '../codes/codes.service.ts';
import { hasSession } from '../sessions/sessions.service.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ worker: true, environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => store.close());

const NEXT = 'Another@pass2';
const RESET = 'New password for Oyna';
const CHANGED = 'Your password was changed';
const statusOf = async (token: string) => (await call(store, 'GET', '/api/v1/user/info', { token })).statusCode;
const login = async (username: string, password: string) =>
  (await call(store, 'POST', '/account/login', { body: { username, password } })).statusCode;

const hasWaitingQuery = async () => {
  const waiting = sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%"account"%'`;
  return (await waiting.execute(store.database)).rows.length > 0;
};

const linkIn = ({ text }: { text: string }) => /\/confirm-email\?token=([\w-]{43})$/m.exec(text)?.[1] ?? '';

/** A change of the address that waits for its confirmation. */
async function requestedChange(token: string) {
  const email = `${newName()}@example.com`;
  await call(store, 'POST', '/api/v1/user/email', { token, body: { email, password: PASSWORD } });
  const letter = await letterTo(store, email);
  return { email, code: codeIn(letter), link: linkIn(letter) };
}

async function expectNoChange(token: string, { code, link }: { code: string; link: string }) {
  const before = (await call(store, 'GET', '/api/v1/user/info', { token })).json();
  expect(before.pendingEmail).toBeNull();
  const answers = [
    await call(store, 'PUT', '/api/v1/user/email/link', { token, body: { token: link } }),
    await call(store, 'PUT', '/api/v1/user/email', { token, body: { code } }),
  ];
  expect(answers.map((answer) => answer.json().code)).toEqual(['code-invalid', 'code-invalid']);
  expect((await call(store, 'GET', '/api/v1/user/info', { token })).json().email).toBe(before.email);
}

describe('changing the password', () => {
  const change = (token: string, body: unknown) => call(store, 'PUT', '/api/v1/user/password', { token, body });

  it('ends the other sessions and tells the owner', async () => {
    const { token, username, email } = await createMemberWithPassword(store);
    const elsewhere = await signIn(store, username);
    expect((await change(token, { current: PASSWORD, next: NEXT })).statusCode).toBe(204);
    expect([await statusOf(token), await statusOf(elsewhere)]).toEqual([200, 401]);
    expect([await login(username, PASSWORD), await login(username, NEXT)]).toEqual([401, 200]);
    await letterTo(store, email, CHANGED);
  });

  it('ends a change of the address that was begun before', async () => {
    const { token } = await createMemberWithPassword(store);
    const pending = await requestedChange(token);
    expect((await call(store, 'GET', '/api/v1/user/info', { token })).json().pendingEmail).toBe(pending.email);
    expect((await change(token, { current: PASSWORD, next: NEXT })).statusCode).toBe(204);
    await expectNoChange(token, pending);
  });

  it('makes no code for a session that the new password has ended', async () => {
    const { token, username, accountId } = await createMemberWithPassword(store);
    const parts = { db: store.database, mailer: undefined, sms: undefined, storeName: 'Oyna', publicUrl: '' };
    const task = accountMessagesTask({ ...parts, hasSession });
    const sessions = store.database.selectFrom('account_session').select('id').where('account_id', '=', accountId);
    const codes = store.database.selectFrom('account_code').select('purpose').where('account_id', '=', accountId);
    const [kept] = await sessions.execute();
    await signIn(store, username);
    const [ended] = await sessions.where('id', '<>', kept?.id ?? '').execute();
    await change(token, { current: PASSWORD, next: NEXT });
    for (const purpose of ['email', 'phone', 'proof'] as const)
      await task.run({ kind: 'code', accountId, purpose, target: 'b@example.com', sessionId: ended?.id ?? '' }, 'job');
    expect(await codes.execute()).toEqual([]);
    await task.run(
      { kind: 'code', accountId, purpose: 'phone', target: '+77011234567', sessionId: kept?.id ?? '' },
      'job',
    );
    expect(await codes.execute()).toEqual([{ purpose: 'phone' }]);
  });

  it.each([
    [{ next: NEXT }, 'current', 'pass-err'],
    [{ current: '', next: NEXT }, 'current', 'pass-err'],
    [{ current: 'Wrong!pass1', next: NEXT }, 'current', 'password-wrong'],
    [{ current: PASSWORD, next: 'weak' }, 'next', 'password-invalid'],
    [{ current: PASSWORD, next: '' }, 'next', 'password-invalid'],
    [{ current: PASSWORD }, 'next', 'invalid-parameter'],
    [{ current: PASSWORD, next: ['A!bcdef'] }, 'next', 'invalid-parameter'],
  ])('by %j is refused, and nothing changes', async (body, field, code) => {
    const { token, username } = await createMemberWithPassword(store);
    const answer = await change(token, body);
    expect([answer.statusCode, answer.json().code, answer.json().field]).toEqual([400, code, field]);
    expect(await login(username, PASSWORD)).toBe(200);
  });

  it('needs no present one where the account has neither a password nor an address', async () => {
    const { token, accountId } = await createMember(store);
    await store.database.updateTable('account').set({ email: null }).where('id', '=', accountId).execute();
    expect((await change(token, { next: NEXT })).statusCode).toBe(204);
    expect((await call(store, 'GET', '/api/v1/user/info', { token })).json().hasPassword).toBe(true);
    expect((await change(token, { next: PASSWORD })).json().code).toBe('pass-err');
  });

  it('twice at once changes it once', async () => {
    const { token, username } = await createMemberWithPassword(store);
    const nexts = ['First!pass1', 'Second!pass2', 'Third!pass3'];
    const answers = await Promise.all(nexts.map((next) => change(token, { current: PASSWORD, next })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 400, 400]);
    const winner = nexts[answers.findIndex(({ statusCode }) => statusCode === 204)] ?? '';
    expect(await login(username, winner)).toBe(200);
  });

  it('refuses a sign-in that compared the old password while it was being changed', async () => {
    const { username, accountId } = await createMemberWithPassword(store);
    const sessions = store.database.selectFrom('account_session').select('id').where('account_id', '=', accountId);
    let status: number | undefined;
    let signedIn: Promise<unknown> | undefined;
    await store.database.transaction().execute(async (transaction) => {
      const account = transaction.updateTable('account').where('id', '=', accountId);
      await account.set({ password_hash: await hashPassword(NEXT) }).execute();
      await transaction.deleteFrom('account_session').where('account_id', '=', accountId).execute();
      // The sign-in still reads the old hash. Before it opens a session it waits for this transaction.
      signedIn = login(username, PASSWORD).then((answer) => {
        status = answer;
      });
      await eventually(async () => expect(status !== undefined || (await hasWaitingQuery())).toBe(true));
    });
    await signedIn;
    expect(status).toBe(401);
    expect(await sessions.execute()).toEqual([]);
    expect([await login(username, PASSWORD), await login(username, NEXT)]).toEqual([401, 200]);
  });

  it('cannot be tried without end', async () => {
    const strict = await startTestNode({ url: store.url, environment: { RATE_LIMITS: 'on' } });
    try {
      const { token } = await createMemberWithPassword(store);
      const guess = () =>
        call(strict, 'PUT', '/api/v1/user/password', { token, body: { current: 'Wrong!pass1', next: NEXT } });
      for (let index = 0; index < 10; index += 1) expect((await guess()).statusCode).toBe(400);
      expect((await guess()).statusCode).toBe(429);
    } finally {
      await strict.close();
    }
  });
});

describe('a forgotten password', () => {
  const forget = (name: unknown) => call(store, 'POST', '/account/password/forgot', { body: { login: name } });
  const reset = (token: unknown, password: unknown = NEXT) =>
    call(store, 'POST', '/account/password/reset', { body: { token, password } });
  const linkTo = async (email: string, count = 1) => {
    const letter = await letterTo(store, email, RESET, count);
    return /^http:\/\/localhost:3000\/reset-password\?token=([\w-]{43})$/m.exec(letter.text)?.[1] ?? '';
  };

  it('is replaced by the link in the mail, which ends every session', async () => {
    const { token, username, email } = await createMemberWithPassword(store);
    expect((await forget(email.toUpperCase())).statusCode).toBe(202);
    const link = await linkTo(email);
    expect((await letterTo(store, email, RESET)).html).toContain(`reset-password?token=${link}"`);
    expect((await reset(link)).statusCode).toBe(204);
    expect(await statusOf(token)).toBe(401);
    expect([await login(username, PASSWORD), await login(username, NEXT)]).toEqual([401, 200]);
    await letterTo(store, email, CHANGED);
    // The link has proven the address as well.
    const user = await call(store, 'GET', '/api/v1/user/info', { token: await signIn(store, username, NEXT) });
    expect(user.json().emailConfirmed).toBe(true);
  });

  it('ends a change of the address that was begun before', async () => {
    const { token, username, email } = await createMemberWithPassword(store);
    const pending = await requestedChange(token);
    await forget(username);
    expect((await reset(await linkTo(email))).statusCode).toBe(204);
    await expectNoChange(await signIn(store, username, NEXT), pending);
  });

  it('is asked for alike, whether there is such an account or not', async () => {
    const { username, email } = await createMemberWithPassword(store);
    const answers = [];
    for (const name of [
      username,
      newName(),
      `${newName()}@example.com`,
      '',
      'a\u0000b',
      "' OR 1=1",
      'x'.repeat(1_000),
    ]) {
      const { statusCode, body } = await forget(name);
      answers.push({ statusCode, body });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ statusCode: 202, body: answers[0]?.body })]),
    );
    await linkTo(email);
  });

  it('works once, however many use the link at once', async () => {
    const { username, email } = await createMemberWithPassword(store);
    await forget(username);
    const link = await linkTo(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => reset(link)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      204,
      ...Array.from({ length: 19 }, () => 400),
    ]);
    expect((await reset(link)).json()).toMatchObject({ code: 'code-invalid', field: 'token' });
  });

  it('works for an hour', async () => {
    const { username, email } = await createMemberWithPassword(store);
    await forget(username);
    const link = await linkTo(email);
    await store.database
      .updateTable('account_code')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('purpose', '=', 'password')
      .execute();
    expect((await reset(link)).json()).toMatchObject({ code: 'code-invalid', field: 'token' });
    expect(await login(username, PASSWORD)).toBe(200);
  });

  it('keeps its link when the new password is not good enough', async () => {
    const { username, email } = await createMemberWithPassword(store);
    await forget(username);
    const link = await linkTo(email);
    expect((await reset(link, 'weak')).json()).toMatchObject({ code: 'password-invalid', field: 'password' });
    expect((await reset(link)).statusCode).toBe(204);
  });

  it('has one good link at a time, and none after the address or the password has changed', async () => {
    const { token, username, email } = await createMemberWithPassword(store);
    await forget(username);
    const first = await linkTo(email);
    await forget(username);
    const second = await linkTo(email, 2);
    expect((await reset(first)).json().code).toBe('code-invalid');
    const next = `${newName()}@example.com`;
    await call(store, 'POST', '/api/v1/user/email', { token, body: { email: next, password: PASSWORD } });
    const code = codeIn(await letterTo(store, next));
    expect((await call(store, 'PUT', '/api/v1/user/email', { token, body: { code } })).statusCode).toBe(200);
    expect((await reset(second)).json().code).toBe('code-invalid');

    await forget(username);
    const third = await linkTo(next);
    await call(store, 'PUT', '/api/v1/user/password', { token, body: { current: PASSWORD, next: NEXT } });
    expect((await reset(third)).json().code).toBe('code-invalid');
  });

  it('is not replaced by a link that went to the old address', async () => {
    const { username, email, accountId } = await createMemberWithPassword(store);
    const late = await createResetLink(store.database, accountId, `old-${email}`);
    expect((await reset(late)).json()).toMatchObject({ code: 'code-invalid', field: 'token' });
    expect([await login(username, NEXT), await login(username, PASSWORD)]).toEqual([401, 200]);
    const present = await createResetLink(store.database, accountId, email.toUpperCase());
    expect((await reset(present)).statusCode).toBe(204);
  });

  it.each(['', 'x', 'x'.repeat(43), '\u0000', "' OR 1=1"])('is not replaced by a made-up link: %j', async (link) => {
    const answer = await reset(link);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'code-invalid']);
  });

  it('is asked for a few times only', async () => {
    const strict = await startTestNode({ url: store.url, environment: { RATE_LIMITS: 'on' } });
    try {
      const ask = (name: string) => call(strict, 'POST', '/account/password/forgot', { body: { login: name } });
      const name = newName();
      for (let index = 0; index < 5; index += 1) expect((await ask(name)).statusCode).toBe(202);
      expect((await ask(name.toUpperCase())).statusCode).toBe(429);
      expect((await ask(newName())).statusCode).toBe(202);
    } finally {
      await strict.close();
    }
  });

  it('of an account without an address is not sent anywhere', async () => {
    const name = newName();
    await store.database.insertInto('account').values({ login: name, language: 'ru' }).execute();
    const { username, email } = await createMemberWithPassword(store);
    await forget(name);
    await forget(username);
    await linkTo(email);
    expect(await lettersTo(store, name)).toEqual([]);
  });
});
