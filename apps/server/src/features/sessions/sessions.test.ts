import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hookStatements } from '../../../../../tests/resilience/statement-hook.ts';
import { networkOf } from '../../platform/network-address.ts';
import { call } from '../../testing/test-account.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { accountsSweepJob } from './sessions.jobs.ts';
import { openSession } from './sessions.service.ts';

let store: TestStore;
let member: Member;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
});
afterAll(() => store.close());
beforeEach(async () => {
  member = await createMember(store);
});

const list = async (token = member.token) => (await call(store, 'GET', '/api/v1/user/sessions', { token })).json();
const open = async ({ accountId }: Member, userAgent = 'phone') =>
  (await openSession(store.database, accountId, { userAgent, address: '10.0.0.1' })).token;
const statusOf = async (token: string) => (await call(store, 'GET', '/api/v1/user/info', { token })).statusCode;
/** Moves the last use of all sessions of the member, and their end with it, into the past. */
const age = ({ accountId }: Member, minutes: number) =>
  sql`UPDATE account_session SET used_at = used_at - make_interval(mins => ${minutes}),
      expires_at = expires_at - make_interval(mins => ${minutes}) WHERE account_id = ${accountId}`.execute(
    store.database,
  );

describe('the list of sessions', () => {
  it('shows where one is signed in, and which of them asks', async () => {
    await open(member, 'phone');
    await open(await createMember(store), 'stranger');
    const sessions = await list();
    expect(sessions.map(({ userAgent, current }: Record<string, unknown>) => [userAgent, current]).toSorted()).toEqual([
      ['phone', false],
      ['test', true],
    ]);
    expect(sessions[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      current: expect.any(Boolean),
      userAgent: expect.any(String),
      address: expect.any(String),
      createdAt: expect.stringMatching(/Z$/),
      usedAt: expect.stringMatching(/Z$/),
    });
  });

  it('does not show expired sessions', async () => {
    await age(member, 31 * 24 * 60);
    const token = await open(member);
    expect(await list(token)).toHaveLength(1);
  });
});

it('a session is renewed once by requests that come together', async () => {
  await age(member, 11);
  let renewals = 0;
  const hook = hookStatements(async ({ text, send }) => {
    const answer = await send();
    if (text.startsWith('update "account_session"')) renewals += (answer as { rows: unknown[] }).rows.length;
    return answer;
  });
  const statuses = await Promise.all(Array.from({ length: 5 }, () => statusOf(member.token))).finally(hook.remove);
  expect([statuses, renewals]).toEqual([[200, 200, 200, 200, 200], 1]);
});

describe('ending', () => {
  const end = (id: string, token = member.token) => call(store, 'DELETE', `/api/v1/user/sessions/${id}`, { token });

  it('one session ends that one', async () => {
    const other = await open(member);
    const { id } = (await list()).find(({ current }: { current: boolean }) => !current);
    expect((await end(id)).statusCode).toBe(204);
    expect([await statusOf(other), await statusOf(member.token)]).toEqual([401, 200]);
    expect((await end(id)).statusCode).toBe(404);
  });

  it('does not find the session of another account, which stays open', async () => {
    const stranger = await createMember(store);
    const [{ id }] = await list(stranger.token);
    const answer = await end(id);
    expect([answer.statusCode, answer.json().code, answer.json().field]).toEqual([404, 'not-found', 'id']);
    expect(await statusOf(stranger.token)).toBe(200);
  });

  it.each(['1', 'current', "' OR 1=1", '%00', '00000000-0000-4000-8000-000000000000', 'x'.repeat(150)])(
    'what is no session is not found: %s',
    async (id) => {
      expect((await end(encodeURIComponent(id))).statusCode).toBe(404);
      expect(await statusOf(member.token)).toBe(200);
    },
  );

  it('the others leaves the one that asks, and strangers', async () => {
    const [first, second, stranger] = [await open(member), await open(member), await createMember(store)];
    expect((await call(store, 'DELETE', '/api/v1/user/sessions', { token: member.token })).statusCode).toBe(204);
    const tokens = [first, second, member.token, stranger.token];
    expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401, 200, 200]);
  });
});

describe('a session', () => {
  const expiryOf = async (token: string) =>
    new Date((await call(store, 'GET', '/api/v1/user/info', { token })).json().expired).getTime();

  it('is extended while it is used, and the answer says until when', async () => {
    const before = await expiryOf(member.token);
    await age(member, 11);
    expect(await expiryOf(member.token)).toBeGreaterThanOrEqual(before);
  });

  it('is not written for every use', async () => {
    await age(member, 5);
    const before = await expiryOf(member.token);
    expect(await expiryOf(member.token)).toBe(before);
  });

  it('ends when it was not used for thirty days', async () => {
    await age(member, 30 * 24 * 60 - 1);
    expect(await statusOf(member.token)).toBe(200);
    await age(member, 30 * 24 * 60 + 1);
    expect(await statusOf(member.token)).toBe(401);
  });

  it('ends 90 days after the sign-in although it is used all the time', async () => {
    const begin = (days: number) =>
      sql`UPDATE account_session SET created_at = now() - make_interval(days => ${days}) WHERE account_id = ${member.accountId}`.execute(
        store.database,
      );
    await begin(89);
    await age(member, 11);
    const end = await expiryOf(member.token);
    expect(end).toBeGreaterThan(Date.now());
    expect(end).toBeLessThanOrEqual(Date.now() + 86_400_000);
    await begin(91);
    await age(member, 11);
    await statusOf(member.token);
    expect(await statusOf(member.token)).toBe(401);
    expect(await list((await createMember(store)).token)).toHaveLength(1);
  });
});

it('deletes expired rows, and no others', async () => {
  const { database } = store;
  const gone = await createMember(store);
  await age(gone, 31 * 24 * 60);
  const past = new Date(Date.now() - 1000);
  const future = new Date(Date.now() + 60_000);
  for (const [accountId, expires] of [
    [gone.accountId, past],
    [member.accountId, future],
  ] as const) {
    const code = { purpose: 'email' as const, target: 'a@example.com', code_hash: Buffer.alloc(32), attempts_left: 1 };
    await database
      .insertInto('account_code')
      .values({ ...code, account_id: accountId, expires_at: expires })
      .execute();
    await database
      .insertInto('rate_limit')
      .values({ name: `n:${accountId}`, used: 1, resets_at: expires })
      .execute();
  }
  await accountsSweepJob(database).run();
  const codes = await database.selectFrom('account_code').select('account_id').execute();
  const limits = await database.selectFrom('rate_limit').select('name').where('name', 'like', 'n:%').execute();
  expect(codes).toEqual([{ account_id: member.accountId }]);
  expect(limits).toEqual([{ name: `n:${member.accountId}` }]);
  const left = database.selectFrom('account_session').select('id').where('account_id', '=', gone.accountId);
  expect(await left.execute()).toEqual([]);
  expect(await statusOf(member.token)).toBe(200);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:a:b:1:2:3:4', '2001:db8:a:b'],
  ['2001:0db8:000a::1', '2001:db8:a:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
