import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { call } from '../../testing/test-account.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { createTestStore, startTestNode, type TestStore } from '../../testing/test-store.ts';
import { openSession } from './sessions.service.ts';

/** Longer than any test: whatever is forgotten here was forgotten on purpose. */
const FOR_EVER_MS = 3_600_000;
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty', sessionMemoryMs: FOR_EVER_MS });
});
afterAll(() => store.close());

const statusAt = async (node: Pick<TestStore, 'server'>, token: string) =>
  (await call(node, 'GET', '/api/v1/user/info', { token })).statusCode;
const open = async ({ accountId }: Member) =>
  (await openSession(store.database, accountId, { userAgent: 'phone', address: '10.0.0.1' })).token;

/** A member whose two sessions the node knows. */
async function knownMember() {
  const member = await createMember(store);
  const other = await open(member);
  expect([await statusAt(store, member.token), await statusAt(store, other)]).toEqual([200, 200]);
  return { member, other };
}

describe('a node that remembers whose a token is', () => {
  it('does not ask the database again', async () => {
    const { member } = await knownMember();
    await store.database.deleteFrom('account_session').where('account_id', '=', member.accountId).execute();
    expect(await statusAt(store, member.token)).toBe(200);
  });

  it('knows at once when one is signed out', async () => {
    const { member, other } = await knownMember();
    expect((await call(store, 'POST', '/account/logout', { token: other })).statusCode).toBe(204);
    expect([await statusAt(store, other), await statusAt(store, member.token)]).toEqual([401, 200]);
  });

  it('knows at once when another session is ended, or all others are', async () => {
    const { member, other } = await knownMember();
    const third = await open(member);
    await statusAt(store, third);
    const sessions = (await call(store, 'GET', '/api/v1/user/sessions', { token: third })).json();
    const { id } = sessions.find(({ current }: { current: boolean }) => current);
    await call(store, 'DELETE', `/api/v1/user/sessions/${id}`, { token: member.token });
    expect(await statusAt(store, third)).toBe(401);
    await call(store, 'DELETE', '/api/v1/user/sessions', { token: member.token });
    expect([await statusAt(store, other), await statusAt(store, member.token)]).toEqual([401, 200]);
  });

  it('knows at once when the password was changed', async () => {
    const { member, other } = await knownMember();
    // An account with neither password nor address has nothing to prove first.
    await store.database.updateTable('account').set({ email: null }).where('id', '=', member.accountId).execute();
    const form = { next: 'Another!pass1' };
    expect((await call(store, 'PUT', '/api/v1/user/password', { token: member.token, body: form })).statusCode).toBe(
      204,
    );
    expect([await statusAt(store, other), await statusAt(store, member.token)]).toEqual([401, 200]);
  });

  it('has forgotten after its time what was ended on another node', async () => {
    const node = await startTestNode({ url: store.url, sessionMemoryMs: 30 });
    try {
      const { member, other } = await knownMember();
      expect(await statusAt(node, other)).toBe(200);
      await call(store, 'DELETE', '/api/v1/user/sessions', { token: member.token });
      await eventually(async () => expect(await statusAt(node, other)).toBe(401));
    } finally {
      await node.close();
    }
  });
});
