import type { Language } from '@oyna/domain/constants';
import type { OperatorLimits, Permission } from '@oyna/domain/permissions';
import { sql } from 'kysely';
import { type Connection, type Database, runPrepared } from '../../platform/database/connection.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Device } from '../../platform/network-address.ts';

interface NewSession extends Device {
  operatorId: number;
  tokenHash: Buffer;
  hours: number;
  hasSecondFactor: boolean;
}

export async function insertSession(db: Connection, session: NewSession): Promise<void> {
  await sql`
    INSERT INTO operator_session (operator_id, token_hash, user_agent, address, expires_at, second_factor_at)
    VALUES (${session.operatorId}, ${session.tokenHash}, ${session.userAgent}, ${session.address},
      now() + make_interval(hours => ${session.hours}), CASE WHEN ${session.hasSecondFactor} THEN now() END)`.execute(
    db,
  );
}

interface FoundOperator {
  session_id: string;
  second_factor_at: Date | null;
  id: number;
  name: string;
  email: string;
  role_id: string;
  language: Language;
  permissions: Permission[];
  limits: OperatorLimits;
  is_due: boolean;
}

const FIND_OPERATOR = `
  SELECT operator_session.id AS session_id, second_factor_at, operator.id, operator.name, email, role_id, language,
    permissions, limits, used_at < now() - interval '1 minute' AS is_due
  FROM operator_session JOIN operator ON operator.id = operator_id JOIN operator_role ON operator_role.id = role_id
  WHERE token_hash = $1 AND expires_at > now() AND used_at > now() - make_interval(mins => $2) AND disabled_at IS NULL`;

/** Runs with every request of the console, so a changed role or an ended session has an effect at once. */
export async function findOperatorByToken(db: Connection, tokenHash: Buffer, idleMinutes: number) {
  const [found] = await runPrepared<FoundOperator>(db, 'operator-by-token', FIND_OPERATOR, [tokenHash, idleMinutes]);
  return found;
}

export async function touchSession(db: Connection, id: string, device: Device): Promise<void> {
  await db
    .updateTable('operator_session')
    .set({ used_at: sql`now()`, user_agent: device.userAgent, address: device.address })
    .where('id', '=', id)
    .execute();
}

export async function listSessions(db: Connection, operatorId: number, idleMinutes: number) {
  return db
    .selectFrom('operator_session')
    .select(['id', 'user_agent', 'address', 'created_at', 'used_at', 'expires_at'])
    .where('operator_id', '=', operatorId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('used_at', '>', sql<Date>`now() - make_interval(mins => ${idleMinutes})`)
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Returns how many were ended. */
export async function deleteSessions(
  db: Connection,
  operatorId: number,
  { only, except }: { only?: string; except?: string } = {},
): Promise<number> {
  let query = db.deleteFrom('operator_session').where('operator_id', '=', operatorId);
  if (only !== undefined) query = query.where('id', '=', only);
  if (except !== undefined) query = query.where('id', '<>', except);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

export async function markSecondFactor(db: Connection, id: string): Promise<void> {
  await db
    .updateTable('operator_session')
    .set({ second_factor_at: sql`now()`, challenge: null, challenge_at: null })
    .where('id', '=', id)
    .execute();
}

export async function deleteExpiredSessions(db: Database, idleMinutes: number): Promise<void> {
  const isOver = sql`expires_at <= now() OR used_at <= now() - make_interval(mins => ${idleMinutes})`;
  await deleteInBatches(db, 'operator_session', isOver);
}

export async function listOpenSessions(
  db: Connection,
  ids: readonly string[],
  idleMinutes: number,
): Promise<Map<string, Permission[]>> {
  const { rows } = await sql<{ id: string; permissions: Permission[] }>`
    SELECT operator_session.id, permissions FROM operator_session JOIN operator ON operator.id = operator_id
    JOIN operator_role ON operator_role.id = operator.role_id
    WHERE operator_session.id = ANY (${ids}::uuid[]) AND expires_at > now()
      AND used_at > now() - make_interval(mins => ${idleMinutes}) AND disabled_at IS NULL`.execute(db);
  return new Map(rows.map(({ id, permissions }) => [id, permissions]));
}
