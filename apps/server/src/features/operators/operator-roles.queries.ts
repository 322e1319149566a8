import type { OperatorLimits, Permission } from '@oyna/domain/permissions';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

interface RoleRow {
  id: string;
  name: string;
  permissions: Permission[];
  limits: OperatorLimits;
  is_built_in: boolean;
  version: number;
  operators: number;
}

export async function listRoles(db: Connection): Promise<RoleRow[]> {
  const { rows } = await sql<RoleRow>`
    SELECT id, name, permissions, limits, is_built_in, version,
      (SELECT count(*)::integer FROM operator WHERE role_id = operator_role.id AND disabled_at IS NULL) AS operators
    FROM operator_role ORDER BY NOT is_built_in, cardinality(permissions) DESC, id`.execute(db);
  return rows;
}

/** The role stays as it is until the transaction ends. */
export async function lockRole(db: Connection, id: string, mode: 'share' | 'update'): Promise<RoleRow | undefined> {
  const { rows } = await sql<RoleRow>`
    SELECT id, name, permissions, limits, is_built_in, version, 0 AS operators FROM operator_role
    WHERE id = ${id} ${sql.raw(mode === 'share' ? 'FOR SHARE' : 'FOR UPDATE')}`.execute(db);
  return rows[0];
}

/** Of the roles that these operators have. */
export async function listLimits(db: Connection, operatorIds: readonly number[]): Promise<OperatorLimits[]> {
  const { rows } = await sql<{ limits: OperatorLimits }>`
    SELECT limits FROM operator JOIN operator_role ON operator_role.id = role_id
    WHERE operator.id = ANY (${operatorIds})`.execute(db);
  return rows.map(({ limits }) => limits);
}

interface RoleForm {
  id: string;
  name: string;
  permissions: Permission[];
  limits: OperatorLimits;
}

/** False when there is one of this id. */
export async function insertRole(db: Connection, { id, name, permissions, limits }: RoleForm): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO operator_role (id, name, permissions, limits)
    VALUES (${id}, ${name}, ${permissions}, ${JSON.stringify(limits)}) ON CONFLICT DO NOTHING`.execute(db);
  return numAffectedRows === 1n;
}

export async function updateRole(db: Connection, { id, name, permissions, limits }: RoleForm): Promise<void> {
  await sql`UPDATE operator_role SET name = ${name}, permissions = ${permissions}, limits = ${JSON.stringify(limits)},
    version = version + 1 WHERE id = ${id}`.execute(db);
}

/** False when the role is built in, or when an operator or an open invitation has it. */
export async function deleteRole(db: Connection, id: string): Promise<boolean> {
  await sql`DELETE FROM operator_invitation WHERE role_id = ${id} AND (accepted_at IS NOT NULL OR revoked_at IS NOT NULL)`.execute(
    db,
  );
  const { numAffectedRows } = await sql`
    DELETE FROM operator_role WHERE id = ${id} AND NOT is_built_in
      AND NOT EXISTS (SELECT FROM operator WHERE role_id = ${id})
      AND NOT EXISTS (SELECT FROM operator_invitation WHERE role_id = ${id})`.execute(db);
  return numAffectedRows === 1n;
}
