import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** With the pauses of `IS_PAUSED`: over at least eight hours. */
const MAX_FAILURES = 8;
/** After a failure a browser is not asked for four minutes, and after each further one for twice as long. */
const IS_PAUSED = sql<boolean>`coalesce(failed_at + interval '4 minutes' * 2 ^ (failures - 1) > now(), false)`;

export interface NewSubscription {
  accountId: number;
  sessionId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  device: string;
}

/**
 * A browser belongs to the account that is signed in there. The oldest browsers above the limit are forgotten. Failures
 * stay: saving it again does not show that its push service answers. Undefined: the session has ended meanwhile.
 */
export async function saveSubscription(
  db: Connection,
  subscription: NewSubscription,
  limit: number,
): Promise<number | undefined> {
  const { accountId, sessionId, endpoint, p256dh, auth, device } = subscription;
  const { rows } = await sql<{ id: number }>`
    WITH present AS (SELECT id FROM account_session WHERE id = ${sessionId} FOR KEY SHARE)
    INSERT INTO push_subscription (account_id, session_id, endpoint, p256dh, auth, device)
    SELECT ${accountId}, id, ${endpoint}, ${p256dh}, ${auth}, ${device} FROM present
    ON CONFLICT (endpoint) DO UPDATE SET account_id = excluded.account_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, device = excluded.device
    RETURNING id`.execute(db);
  await sql`DELETE FROM push_subscription WHERE account_id = ${accountId} AND id NOT IN (
    SELECT id FROM push_subscription WHERE account_id = ${accountId} ORDER BY id DESC LIMIT ${limit})`.execute(db);
  return rows[0]?.id;
}

export async function listSubscriptions(db: Connection, accountId: number) {
  const { rows } = await sql<{ id: number; device: string; createdAt: Date }>`
    SELECT id, device, created_at AS "createdAt" FROM push_subscription WHERE account_id = ${accountId}
    ORDER BY id DESC`.execute(db);
  return rows;
}

export async function listSubscriptionIds(db: Connection, accountIds: readonly number[]) {
  const { rows } = await sql<{ id: number; account_id: number }>`
    SELECT id, account_id FROM push_subscription WHERE account_id = ANY (${accountIds}::bigint[]) ORDER BY id`.execute(
    db,
  );
  return rows;
}

/** Only of the account that the message is for: a browser may belong to another one by now. */
export async function findSubscription(db: Connection, id: number, accountId: number) {
  return db
    .selectFrom('push_subscription')
    .select(['id', 'endpoint', 'p256dh', 'auth', IS_PAUSED.as('is_paused')])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function deleteSubscription(db: Connection, id: number, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    DELETE FROM push_subscription WHERE id = ${id} AND account_id = ${accountId} RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Those of the account in browsers of this name whose session has expired, or is not known. */
export async function deleteUnboundSubscriptions(db: Connection, accountId: number, device: string): Promise<void> {
  await db
    .deleteFrom('push_subscription')
    .where('account_id', '=', accountId)
    .where('session_id', 'is', null)
    .where('device', '=', device)
    .execute();
}

/** Several messages that fail at the same time are one failure. */
export async function noteFailure(db: Connection, id: number): Promise<void> {
  await sql`UPDATE push_subscription SET failures = failures + 1, failed_at = now()
    WHERE id = ${id} AND NOT ${IS_PAUSED}`.execute(db);
  await sql`DELETE FROM push_subscription WHERE id = ${id} AND failures >= ${MAX_FAILURES}`.execute(db);
}

export async function noteSuccess(db: Connection, id: number): Promise<void> {
  await sql`UPDATE push_subscription SET failures = 0, failed_at = NULL WHERE id = ${id} AND failures > 0`.execute(db);
}
