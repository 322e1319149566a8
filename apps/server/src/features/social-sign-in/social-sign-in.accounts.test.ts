import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '../../platform/token-hash.ts';
import { eventually } from '../../testing/eventually.ts';
import { createSocialVisitor } from '../../testing/social-visitor.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

const VICTIM = 'dana@example.com';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty', environment: { RATE_LIMITS: 'off' } });
  await store.server.inject({ url: '/api/v1/google/oauth' });
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.database.deleteFrom('account').execute();
  await sql`DELETE FROM outbox`.execute(store.database);
});

/** An account with a password, whose owner has or has not proven that the address is theirs. */
async function addAccount(login: string, email: string, isConfirmed: boolean): Promise<number> {
  const { id } = await store.database
    .insertInto('account')
    .values({
      login,
      email,
      email_confirmed_at: isConfirmed ? new Date() : null,
      password_hash: '$argon2id$of-another-person',
      language: 'ru',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function signIn(provider: 'google' | 'vk', filled: { email?: string; name?: string; unverified?: boolean }) {
  const answer = await createSocialVisitor(store, provider).signIn(filled);
  expect(answer.statusCode).toBe(200);
  return store.database
    .selectFrom('account_session')
    .innerJoin('account', 'account.id', 'account_session.account_id')
    .selectAll('account')
    .where('token_hash', '=', hashToken(answer.json().token))
    .executeTakeFirstOrThrow();
}

const getAccount = (id: number) =>
  store.database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function listMessages(): Promise<unknown[]> {
  const { rows } = await sql<{ data: unknown }>`SELECT data FROM outbox WHERE queue = 'account-messages'`.execute(
    store.database,
  );
  return rows.map(({ data }) => data);
}

describe('an account with the same address', () => {
  it('is entered through Google when both have proven it', async () => {
    const id = await addAccount('dana', VICTIM, true);
    const account = await signIn('google', { email: 'DANA@example.com' });
    expect(account.id).toBe(id);
    expect(account.password_hash).not.toBeNull();
    // From now on the identity decides, also after the address has changed.
    await store.database.updateTable('account').set({ email: 'new@example.com' }).execute();
    expect((await signIn('google', { email: VICTIM })).id).toBe(id);
  });

  it('is not entered when its address only reads alike in lower case', async () => {
    const stranger = await addAccount('stranger', 'lİl@example.com', true);
    expect((await signIn('google', { email: 'lil@example.com' })).id).not.toBe(stranger);
    const id = await addAccount('dina', 'dina@example.com', true);
    expect((await signIn('google', { email: 'dİna@example.com' })).id).not.toBe(id);
  });

  it('is not entered when Google does not say that the address is theirs', async () => {
    const id = await addAccount('dana', VICTIM, true);
    const account = await signIn('google', { email: VICTIM, unverified: true });
    expect(account.id).not.toBe(id);
    expect(account.email).toBeNull();
  });

  it('is not entered through VK, which asserts nothing', async () => {
    const id = await addAccount('dana', VICTIM, true);
    const account = await signIn('vk', { email: VICTIM });
    expect(account.id).not.toBe(id);
    expect(account.email).toBeNull();
    expect(await getAccount(id)).toMatchObject({ email: VICTIM, login: 'dana' });
  });

  it('is not entered when another person registered with it before its owner', async () => {
    const trap = await addAccount('mallory', VICTIM, false);
    const account = await signIn('google', { email: VICTIM });
    expect(account.id).not.toBe(trap);
    expect(account).toMatchObject({ password_hash: null, email: null, first_name: 'Аружан' });
    // The two accounts stay separate.
    expect((await signIn('google', { email: VICTIM })).id).toBe(account.id);
    const identities = await store.database.selectFrom('account_identity').selectAll().execute();
    expect(identities.map((identity) => identity.account_id)).toEqual([account.id]);
    expect(await getAccount(trap)).toMatchObject({ email: VICTIM, email_confirmed_at: null });
  });

  it('is not entered either when it was made through VK', async () => {
    const trap = await signIn('vk', { email: VICTIM });
    expect(trap).toMatchObject({ email: VICTIM, email_confirmed_at: null });
    const account = await signIn('google', { email: VICTIM });
    expect(account.id).not.toBe(trap.id);
  });
});

describe('a password set by the link of a mail', () => {
  async function resetPassword(accountId: number, target: string) {
    const token = 'a'.repeat(43);
    await store.database
      .insertInto('account_code')
      .values({
        account_id: accountId,
        purpose: 'password',
        target,
        code_hash: hashToken(token),
        attempts_left: 1,
        expires_at: new Date(Date.now() + 600_000),
      })
      .execute();
    const payload = { token, password: 'Owner!pass1' };
    const answer = await store.server.inject({ method: 'POST', url: '/account/password/reset', payload });
    expect(answer.statusCode).toBe(204);
  }

  it('ends sessions that came through VK with the address before it was proven', async () => {
    const trap = await signIn('vk', { email: VICTIM });
    await resetPassword(trap.id, VICTIM);
    expect((await getAccount(trap.id)).email_confirmed_at).not.toBeNull();
    expect((await signIn('vk', { email: VICTIM })).id).not.toBe(trap.id);
    expect((await signIn('google', { email: VICTIM })).id).toBe(trap.id);
  });

  it('keeps the identities of an account with a proven address', async () => {
    const account = await signIn('google', { email: VICTIM });
    await resetPassword(account.id, VICTIM);
    expect((await signIn('google', { email: VICTIM })).id).toBe(account.id);
  });
});

describe('a new account', () => {
  it('has a proven address through Google, and an unproven one through VK', async () => {
    expect(await signIn('google', { email: 'a@example.com' })).toMatchObject({ email_confirmed_at: expect.any(Date) });
    expect(await signIn('google', { email: 'b@example.com', unverified: true })).toMatchObject({
      email: 'b@example.com',
      email_confirmed_at: null,
    });
    expect(await signIn('vk', { email: 'c@example.com' })).toMatchObject({
      email: 'c@example.com',
      email_confirmed_at: null,
    });
  });

  it('is named after the person when there is no address', async () => {
    const account = await signIn('vk', { email: '', name: 'Ермек Әли' });
    expect(account).toMatchObject({ login: 'ермек.әли', email: null, first_name: 'Ермек', last_name: 'Әли' });
    expect(await signIn('vk', { email: '', name: '🎮' })).toMatchObject({ login: 'player', first_name: '🎮' });
  });

  it('leaves out an address that the store would not take', async () => {
    expect(await signIn('vk', { email: 'dana@localhost' })).toMatchObject({ login: 'dana', email: null });
  });

  it('is welcomed, once', async () => {
    const { id } = await signIn('google', { email: 'a@example.com' });
    await signIn('google', { email: 'a@example.com' });
    expect(await listMessages()).toEqual([{ kind: 'welcome', accountId: id }]);
  });
});

it('opens no session of an account whose identity a password reset takes away at the same moment', async () => {
  const visitor = createSocialVisitor(store, 'vk');
  const { id } = await signIn('vk', { email: VICTIM });
  const sessions = store.database.selectFrom('account_session').select('id').where('account_id', '=', id);
  let isAnswered = false;
  let signedIn: Promise<unknown> | undefined;
  await store.database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('account_identity').where('account_id', '=', id).execute();
    await transaction.deleteFrom('account_session').where('account_id', '=', id).execute();
    signedIn = visitor.signIn({ email: VICTIM }).finally(() => {
      isAnswered = true;
    });
    await eventually(async () => expect(isAnswered || (await hasWaitingQuery())).toBe(true));
  });
  await signedIn;
  expect(await sessions.execute()).toEqual([]);
});

async function hasWaitingQuery(): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%account_identity%'`.execute(
    store.database,
  );
  return rows.length > 0;
}
