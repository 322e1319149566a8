import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../testing/test-account.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { createTestStore, startTestNode, type TestStore } from '../../testing/test-store.ts';
import { openSession } from './sessions.service.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
});
afterAll(() => store.close());

const statusAt = async (node: Pick<TestStore, 'server'>, token: string) =>
  (await call(node, 'GET', '/api/v1/user/info', { token })).statusCode;
const open = async ({ accountId }: Member) =>
  (await openSession(store.database, accountId, { userAgent: 'phone', address: '10.0.0.1' })).token;

/** A member with two sessions that are in use. */
async function memberWithTwoSessions() {
  const member = await createMember(store);
  const other = await open(member);
  expect([await statusAt(store, member.token), await statusAt(store, other)]).toEqual([200, 200]);
  return { member, other };
}

describe('a session in use', () => {
  it('ends at once when the member signs out', async () => {
    const { member, other } = await memberWithTwoSessions();
    expect((await call(store, 'POST', '/account/logout', { token: other })).statusCode).toBe(204);
    expect([await statusAt(store, other), await statusAt(store, member.token)]).toEqual([401, 200]);
  });

  it('ends at once when another session ends it, alone or with all others', async () => {
    const { member, other } = await memberWithTwoSessions();
    const third = await open(member);
    await statusAt(store, third);
    const sessions = (await call(store, 'GET', '/api/v1/user/sessions', { token: third })).json();
    const { id } = sessions.find(({ current }: { current: boolean }) => current);
    await call(store, 'DELETE', `/api/v1/user/sessions/${id}`, { token: member.token });
    expect(await statusAt(store, third)).toBe(401);
    await call(store, 'DELETE', '/api/v1/user/sessions', { token: member.token });
    expect([await statusAt(store, other), await statusAt(store, member.token)]).toEqual([401, 200]);
  });

  it('ends at once when another session changes the password', async () => {
    const { member, other } = await memberWithTwoSessions();
    // An account without a password and an address needs no proof.
    await store.database.updateTable('account').set({ email: null }).where('id', '=', member.accountId).execute();
    const form = { next: 'Another!pass1' };
    expect((await call(store, 'PUT', '/api/v1/user/password', { token: member.token, body: form })).statusCode).toBe(
      204,
    );
    expect([await statusAt(store, other), await statusAt(store, member.token)]).toEqual([401, 200]);
  });

  it('ends at once on all nodes', async () => {
    const node = await startTestNode({ url: store.url });
    try {
      const { member, other } = await memberWithTwoSessions();
      expect(await statusAt(node, other)).toBe(200);
      await call(store, 'DELETE', '/api/v1/user/sessions', { token: member.token });
      expect(await statusAt(node, other)).toBe(401);
    } finally {
      await node.close();
    }
  });
});
