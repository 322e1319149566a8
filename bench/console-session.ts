import { openOperatorSession } from '../apps/server/src/features/operators/operator-sessions.service.ts';
import { SESSION_COOKIE } from '../apps/server/src/http/operator-auth.ts';
import type { Database } from '../apps/server/src/platform/database/connection.ts';

/** The headers of an owner who is signed in to the console. */
export async function signInBench(database: Database): Promise<Record<string, string>> {
  const email = `bench-${Date.now()}@example.com`;
  const values = { name: 'bench', email, role_id: 'owner', password_hash: 'none' };
  const { id } = await database.insertInto('operator').values(values).returning('id').executeTakeFirstOrThrow();
  const device = { userAgent: 'bench', address: '127.0.0.1' };
  const token = await openOperatorSession(database, id, device, { hasSecondFactor: true });
  return { cookie: `${SESSION_COOKIE}=${token}`, 'sec-fetch-site': 'same-origin' };
}
