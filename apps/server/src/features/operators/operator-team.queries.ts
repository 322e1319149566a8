import { type OperatorLimits, OWNER_ROLE, type Permission } from '@oyna/domain/permissions';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

interface TeamRow {
  id: number;
  email: string;
  name: string;
  role_id: string;
  language: string;
  created_at: Date;
  disabled_at: Date | null;
  seen_at: Date | null;
  sessions: number;
  has_second_factor: boolean;
}

export async function listTeam(db: Connection): Promise<TeamRow[]> {
  const { rows } = await sql<TeamRow>`
    SELECT operator.id, email, name, role_id, language, operator.created_at, disabled_at, seen_at,
      coalesce(sessions, 0)::integer AS sessions, totp_confirmed_at IS NOT NULL
        OR EXISTS (SELECT FROM operator_passkey WHERE operator_id = operator.id) AS has_second_factor
    FROM operator LEFT JOIN LATERAL (
      SELECT max(used_at) AS seen_at, count(*) FILTER (WHERE expires_at > now()) AS sessions
      FROM operator_session WHERE operator_id = operator.id) AS used ON true
    ORDER BY disabled_at IS NOT NULL, lower(name), operator.id`.execute(db);
  return rows;
}

interface LockedOperator {
  id: number;
  name: string;
  role_id: string;
  disabled_at: Date | null;
  permissions: Permission[];
  limits: OperatorLimits;
}

/** Locks the operator and every owner who can sign in, so that two changes cannot remove the last owners together. */
export async function lockWithOwners(db: Connection, id: number): Promise<LockedOperator[]> {
  const { rows } = await sql<LockedOperator>`
    SELECT operator.id, operator.name, role_id, disabled_at, permissions, limits
    FROM operator JOIN operator_role ON operator_role.id = role_id
    WHERE operator.id = ${id} OR (role_id = ${OWNER_ROLE} AND disabled_at IS NULL)
    ORDER BY operator.id FOR NO KEY UPDATE OF operator`.execute(db);
  return rows;
}

export async function saveRole(db: Connection, id: number, roleId: string): Promise<void> {
  await db.updateTable('operator').set({ role_id: roleId }).where('id', '=', id).execute();
}

export async function saveDisabled(db: Connection, id: number, isDisabled: boolean): Promise<void> {
  await db
    .updateTable('operator')
    .set({ disabled_at: isDisabled ? sql`now()` : null })
    .where('id', '=', id)
    .execute();
}
