import { randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { expect, inject } from 'vitest';
import { openOperatorSession } from '../features/operators/operator-sessions.service.ts';
import { SESSION_COOKIE } from '../http/operator-auth.ts';
import type { Actor } from '../platform/audit.ts';
import { isRecorded, noteRecordedCall } from './recorded-calls.ts';
import { PASSWORD, PASSWORD_HASH } from './test-account.ts';
import type { TestStore } from './test-store.ts';

/** Who acts in tests that are not about who acts. */
export const OPERATOR: Actor = { kind: 'command', id: null, name: 'operator' };

/** The password of every test operator. */
export const OPERATOR_PASSWORD = PASSWORD;

interface CallOptions {
  headers?: Record<string, string>;
  /** Several calls of the same operator run at once, so their audit entries cannot be distinguished. */
  isParallel?: boolean;
}

export interface TestOperator {
  id: number;
  email: string;
  actor: Actor;
  /** What a request of the console's page has. */
  headers: Record<string, string>;
  get(url: string, options?: CallOptions): Promise<LightMyRequestResponse>;
  /** Asserts that a write that succeeds leaves exactly one audit entry, and one that fails leaves none. */
  call(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
    options?: CallOptions,
  ): Promise<LightMyRequestResponse>;
}

interface SignInOptions {
  /** `fresh`: just proven. `stale`: proven an hour ago. `none`: not proven. */
  secondFactor?: 'fresh' | 'stale' | 'none';
}

export const headersOf = (token: string): Record<string, string> => ({
  cookie: `${SESSION_COOKIE}=${token}`,
  'sec-fetch-site': 'same-origin',
  'user-agent': 'test',
});

export async function createOperator({ database }: Pick<TestStore, 'database'>, roleId: string) {
  const name = `${roleId}-${randomBytes(6).toString('hex')}`;
  const email = `${name}@example.com`;
  const row = await database
    .insertInto('operator')
    .values({ name, email, role_id: roleId, password_hash: PASSWORD_HASH, language: 'en' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: row.id, name, email };
}

/** An operator of this role who is signed in to the console of the store. */
export async function signInOperator(
  store: Pick<TestStore, 'database' | 'openConsole'>,
  roleId: string,
  { secondFactor = 'fresh' }: SignInOptions = {},
): Promise<TestOperator> {
  const { database } = store;
  const server = await store.openConsole();
  const { id, name, email } = await createOperator(store, roleId);
  const hasSecondFactor = secondFactor !== 'none';
  const token = await openOperatorSession(
    database,
    id,
    { userAgent: 'test', address: '127.0.0.1' },
    { hasSecondFactor },
  );
  if (secondFactor === 'stale') {
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await database
      .updateTable('operator_session')
      .set({ second_factor_at: anHourAgo })
      .where('operator_id', '=', id)
      .execute();
  }
  const headers = headersOf(token);
  const countEntries = async () => {
    const entries = database.selectFrom('audit_entry').where('actor_id', '=', id);
    return (await entries.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
  };
  return {
    id,
    email,
    actor: { kind: 'operator', id, name },
    headers,
    get: (url, options = {}) => server.inject({ method: 'GET', url, headers: { ...headers, ...options.headers } }),
    async call(method, url, body, { headers: more, isParallel = false } = {}) {
      const before = isParallel ? 0 : await countEntries();
      const payload = body && { payload: body };
      const answer = await server.inject({ method, url, headers: { ...headers, ...more }, ...payload });
      if (isParallel || !isRecorded(server, method, url)) return answer;
      const recorded = (await countEntries()) - before;
      const isDone = answer.statusCode < 300;
      expect(recorded, `audit entries of ${method} ${url} (${answer.statusCode})`).toBe(isDone ? 1 : 0);
      if (isDone) noteRecordedCall(inject('sharedFolder'), server, method, url);
      return answer;
    },
  };
}
