import { randomBytes } from 'node:crypto';
import { openSession } from '../features/sessions/sessions.service.ts';
import { hashToken } from '../platform/token-hash.ts';
import type { TestStore } from './test-store.ts';

export interface Member {
  accountId: number;
  token: string;
  /** The headers of a request by this member. */
  headers: { authorization: string };
}

/** A member with a session, created in the database: for tests that are not about registration or sign-in. */
export async function createMember({ database }: Pick<TestStore, 'database'>): Promise<Member> {
  const login = `member-${randomBytes(6).toString('hex')}`;
  const { id: accountId } = await database
    .insertInto('account')
    .values({ login, email: `${login}@example.com`, language: 'ru' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { token } = await openSession(database, accountId, { userAgent: 'test', address: '127.0.0.1' });
  return { accountId, token, headers: { authorization: `Bearer ${token}` } };
}

/** Many members in two statements, because one by one would be too slow. */
export async function createMembers({ database }: Pick<TestStore, 'database'>, count: number): Promise<Member[]> {
  const crowd = randomBytes(6).toString('hex');
  const accounts = await database
    .insertInto('account')
    .values(Array.from({ length: count }, (_, index) => ({ login: `crowd-${crowd}-${index}`, language: 'ru' })))
    .returning('id')
    .execute();
  const members = accounts.map(({ id: accountId }) => {
    const token = randomBytes(32).toString('base64url');
    return { accountId, token, headers: { authorization: `Bearer ${token}` } };
  });
  await database
    .insertInto('account_session')
    .values(
      members.map(({ accountId, token }) => ({
        account_id: accountId,
        token_hash: hashToken(token),
        user_agent: 'test',
        address: '127.0.0.1',
        expires_at: new Date(Date.now() + 3_600_000),
      })),
    )
    .execute();
  return members;
}

/** Makes all sessions of a member expire. */
export async function expireSessions({ database }: Pick<TestStore, 'database'>, { accountId }: Member): Promise<void> {
  await database
    .updateTable('account_session')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('account_id', '=', accountId)
    .execute();
}
