import { AppError } from '@oyna/domain/errors';
import { OWNER_ROLE } from '@oyna/domain/permissions';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { assertMayGrant, getRole } from './operator-roles.service.ts';
import type { SecondFactorService } from './operator-second-factor.service.ts';
import { endOperatorSessions } from './operator-sessions.service.ts';
import * as queries from './operator-team.queries.ts';

export type OperatorTeamService = ReturnType<typeof createOperatorTeamService>;

/** What owners do with other operators. `own` are the permissions of the one who acts. */
export function createOperatorTeamService(db: Database, secondFactor: Pick<SecondFactorService, 'removeAll'>) {
  async function lock(transaction: Connection, own: readonly string[], id: number) {
    const locked = await queries.lockWithOwners(transaction, id);
    const operator = locked.find((row) => row.id === id);
    if (!operator) throw new AppError('not-found', { field: 'operatorId' });
    assertMayGrant(own, operator.permissions);
    const otherOwners = locked.filter((row) => row.id !== id && row.role_id === OWNER_ROLE);
    /** The store keeps an owner who can sign in. */
    const assertNotLastOwner = () => {
      const isOwner = operator.role_id === OWNER_ROLE && operator.disabled_at === null;
      if (isOwner && otherOwners.length === 0) throw new AppError('last-owner');
    };
    return { operator, assertNotLastOwner };
  }

  return {
    async list() {
      return (await queries.listTeam(db)).map((row) => ({
        id: row.id,
        email: row.email,
        name: row.name,
        roleId: row.role_id,
        createdAt: row.created_at.toISOString(),
        disabledAt: row.disabled_at?.toISOString() ?? null,
        seenAt: row.seen_at?.toISOString() ?? null,
        sessions: row.sessions,
        hasSecondFactor: row.has_second_factor,
      }));
    },

    /** `seenRoleId` is the role that the actor saw. */
    changeRole(
      actor: Actor,
      own: readonly string[],
      id: number,
      { roleId, seenRoleId }: { roleId: string; seenRoleId: string },
    ): Promise<void> {
      return inTransaction(db, async (transaction) => {
        const { operator, assertNotLastOwner } = await lock(transaction, own, id);
        const before = { roleId: operator.role_id };
        if (before.roleId !== seenRoleId) throw new AppError('changed-meanwhile', { current: before });
        const role = await getRole(transaction, roleId);
        assertMayGrant(own, role.permissions);
        if (role.id !== OWNER_ROLE) assertNotLastOwner();
        await queries.saveRole(transaction, id, role.id);
        const after = { roleId: role.id };
        await audit(transaction, { actor, action: 'operator role', subject: `operator ${id}`, before, after });
      });
    },

    /** Ends the sessions of the operator at once. */
    setDisabled(actor: Actor, own: readonly string[], id: number, isDisabled: boolean, reason?: string): Promise<void> {
      return inTransaction(db, async (transaction) => {
        const { operator, assertNotLastOwner } = await lock(transaction, own, id);
        const before = { isDisabled: operator.disabled_at !== null };
        if (before.isDisabled === isDisabled) throw new AppError('changed-meanwhile', { current: before });
        if (isDisabled) {
          assertNotLastOwner();
          await endOperatorSessions(transaction, id);
        }
        await queries.saveDisabled(transaction, id, isDisabled);
        const action = isDisabled ? 'operator disable' : 'operator enable';
        await audit(transaction, { actor, action, subject: `operator ${id}`, reason, before, after: { isDisabled } });
      });
    },

    endSessions(actor: Actor, own: readonly string[], id: number): Promise<number> {
      return inTransaction(db, async (transaction) => {
        await lock(transaction, own, id);
        const sessions = await endOperatorSessions(transaction, id);
        await audit(transaction, { actor, action: 'sessions end', subject: `operator ${id}`, details: { sessions } });
        return sessions;
      });
    },

    /** For an operator who has lost the second factor: they set up a new one at the next sign-in. */
    resetSecondFactor(actor: Actor, own: readonly string[], id: number): Promise<void> {
      return inTransaction(db, async (transaction) => {
        await lock(transaction, own, id);
        await secondFactor.removeAll(transaction, id);
        await endOperatorSessions(transaction, id);
        await audit(transaction, { actor, action: 'second factor reset', subject: `operator ${id}` });
      });
    },
  };
}
