import { AppError } from '@oyna/domain/errors';
import { includesAll, type OperatorLimits, OWNER_ROLE, type Permission } from '@oyna/domain/permissions';
import { cleanText } from '@oyna/domain/validation';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import * as queries from './operator-roles.queries.ts';

interface RoleForm {
  name: string;
  permissions: Permission[];
  limits: OperatorLimits;
}

/** The role stays as it is until the transaction ends. */
export async function getRole(transaction: Connection, id: string) {
  const role = await queries.lockRole(transaction, id, 'share');
  if (!role) throw new AppError('not-found', { field: 'roleId' });
  return role;
}

/** No operator gives away, or takes, more than they have. */
export function assertMayGrant(own: readonly string[], wanted: readonly string[]): void {
  if (!includesAll(own, wanted)) throw new AppError('permission-missing');
}

export type OperatorRolesService = ReturnType<typeof createOperatorRolesService>;

export function createOperatorRolesService(db: Database) {
  const clean = ({ name, permissions, limits }: RoleForm) => ({
    name: cleanText(name),
    permissions: [...new Set(permissions)],
    limits,
  });

  return {
    async list() {
      return (await queries.listRoles(db)).map(({ is_built_in: isBuiltIn, ...role }) => ({
        ...role,
        isBuiltIn,
        isFixed: role.id === OWNER_ROLE,
      }));
    },

    create(actor: Actor, own: readonly string[], { id, ...form }: RoleForm & { id: string }): Promise<void> {
      const after = clean(form);
      assertMayGrant(own, after.permissions);
      return inTransaction(db, async (transaction) => {
        if (!(await queries.insertRole(transaction, { id, ...after })))
          throw new AppError('state-conflict', { field: 'id' });
        await audit(transaction, { actor, action: 'role create', subject: `role ${id}`, after });
      });
    },

    /** The change has an effect with the next request of each operator of the role. */
    update(
      actor: Actor,
      own: readonly string[],
      id: string,
      { version, ...form }: RoleForm & { version: number },
    ): Promise<void> {
      const after = clean(form);
      return inTransaction(db, async (transaction) => {
        const role = await queries.lockRole(transaction, id, 'update');
        if (!role) throw new AppError('not-found', { field: 'roleId' });
        const { name, permissions, limits } = role;
        const before = { name, permissions, limits };
        if (role.version !== version)
          throw new AppError('changed-meanwhile', { current: { ...before, version: role.version } });
        if (id === OWNER_ROLE) throw new AppError('last-owner');
        assertMayGrant(own, [...permissions, ...after.permissions]);
        await queries.updateRole(transaction, { id, ...after });
        await audit(transaction, { actor, action: 'role change', subject: `role ${id}`, before, after });
      });
    },
  };
}
