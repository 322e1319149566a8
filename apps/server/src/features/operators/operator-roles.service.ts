import { APPROVAL_KINDS } from '@oyna/domain/approvals';
import { AppError } from '@oyna/domain/errors';
import { includesAll, type OperatorLimits, OWNER_ROLE, type Permission } from '@oyna/domain/permissions';
import { cleanText } from '@oyna/domain/validation';
import { audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { type ApprovalsService, assertSecondPerson, type Caller } from '../approvals/approvals.service.ts';
import * as queries from './operator-roles.queries.ts';

const REFUNDING = [APPROVAL_KINDS.refund, APPROVAL_KINDS['claim-refund']] as const;

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

const limitOf = ({ limits }: Pick<RoleForm, 'limits'>): number => limits.refundPerDay ?? Number.POSITIVE_INFINITY;

type Rights = Pick<RoleForm, 'permissions' | 'limits'>;

/** The permissions that the change gives. A higher limit gives those that it limits. */
export function listGranted(before: Rights, after: Rights): Permission[] {
  const isGranted = (permission: Permission) =>
    !before.permissions.includes(permission) ||
    (REFUNDING.some((name) => name === permission) && limitOf(after) > limitOf(before));
  return after.permissions.filter(isGranted);
}

/** No operator gives away, or takes, more than they have. */
export function assertMayGrant(own: readonly string[], wanted: readonly string[]): void {
  if (!includesAll(own, wanted)) throw new AppError('permission-missing');
}

/**
 * Nor a larger limit. With an approved request the limits of both operators count; commands have none. A role that cannot
 * refund needs no limit.
 */
export async function assertMayGrantRole(
  transaction: Connection,
  { actor, own }: Pick<Caller, 'actor' | 'own'>,
  { permissions, limits }: Rights,
): Promise<void> {
  assertMayGrant(own, permissions);
  if (!REFUNDING.some((permission) => permissions.includes(permission))) return;
  const operatorIds = [actor.id, actor.requestedBy?.id ?? null].filter((id) => id !== null);
  for (const { refundPerDay: most = Number.POSITIVE_INFINITY } of await queries.listLimits(transaction, operatorIds)) {
    if (limitOf({ limits }) > most) {
      throw new AppError('permission-missing', { field: 'limits' });
    }
  }
}

export type OperatorRolesService = ReturnType<typeof createOperatorRolesService>;

export function createOperatorRolesService(db: Database, approvals: Pick<ApprovalsService, 'define'>) {
  const clean = ({ name, permissions, limits }: RoleForm) => ({
    name: cleanText(name),
    permissions: [...new Set(permissions)],
    limits,
  });

  async function lockSeen(transaction: Connection, id: string, version: number) {
    const role = await queries.lockRole(transaction, id, 'update');
    if (!role) throw new AppError('not-found', { field: 'roleId' });
    const { name, permissions, limits } = role;
    const before = { name, permissions, limits };
    if (role.version !== version)
      throw new AppError('changed-meanwhile', { current: { ...before, version: role.version } });
    return before;
  }

  return {
    async list() {
      return (await queries.listRoles(db)).map(({ is_built_in: isBuiltIn, ...role }) => ({
        ...role,
        isBuiltIn,
        isFixed: role.id === OWNER_ROLE,
      }));
    },

    create: approvals.define({
      kind: 'role-create',
      subject: ({ id }: RoleForm & { id: string }) => `role ${id}`,
      async execute(transaction, { actor, own }, { id, ...form }) {
        const after = clean(form);
        await assertMayGrantRole(transaction, { actor, own }, after);
        if (!(await queries.insertRole(transaction, { id, ...after })))
          throw new AppError('state-conflict', { field: 'id' });
        await assertSecondPerson(transaction, actor, 'roles', { after });
        await audit(transaction, { actor, action: 'role create', subject: `role ${id}`, after });
        return { answer: null };
      },
    }),

    /** The change has an effect with the next request of each operator of the role. */
    update: approvals.define({
      kind: 'role-change',
      subject: ({ id }: RoleForm & { id: string; version: number }) => `role ${id}`,
      async execute(transaction, { actor, own }, { id, version, ...form }) {
        const after = clean(form);
        const before = await lockSeen(transaction, id, version);
        if (id === OWNER_ROLE) throw new AppError('last-owner');
        assertMayGrant(own, before.permissions);
        await assertMayGrantRole(transaction, { actor, own }, after);
        await assertSecondPerson(transaction, actor, { granted: listGranted(before, after) }, { before, after });
        await queries.updateRole(transaction, { id, ...after });
        await audit(transaction, { actor, action: 'role change', subject: `role ${id}`, before, after });
        return { answer: null };
      },
    }),

    /** Built-in roles stay, and so does a role that an operator has or that an open invitation names. */
    delete: approvals.define({
      kind: 'role-delete',
      subject: ({ id }: { id: string; version: number }) => `role ${id}`,
      async execute(transaction, { actor, own }, { id, version }) {
        const before = await lockSeen(transaction, id, version);
        assertMayGrant(own, before.permissions);
        if (!(await queries.deleteRole(transaction, id))) throw new AppError('role-in-use');
        await assertSecondPerson(transaction, actor, 'roles', { before });
        await audit(transaction, { actor, action: 'role delete', subject: `role ${id}`, before });
        return { answer: null };
      },
    }),
  };
}
