import { AppError } from '@oyna/domain/errors';
import { OWNER_ROLE } from '@oyna/domain/permissions';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type ApprovalsService, assertSecondPerson } from '../approvals/approvals.service.ts';
import { revokeInvitationsOf } from './operator-invitations.queries.ts';
import { assertMayGrant, assertMayGrantRole, getRole, listGranted } from './operator-roles.service.ts';
import type { SecondFactorService } from './operator-second-factor.service.ts';
import { endOperatorSessions } from './operator-sessions.service.ts';
import * as queries from './operator-team.queries.ts';

interface RoleChange {
  id: number;
  roleId: string;
  /** The role that the actor saw. */
  seenRoleId: string;
}

interface TeamParts {
  db: Database;
  secondFactor: Pick<SecondFactorService, 'removeAll'>;
  approvals: Pick<ApprovalsService, 'define'>;
  /** Returns the ids of the changes of prices that it has cancelled. */
  cancelPlannedPrices(transaction: Connection, operatorId: number): Promise<number[]>;
}

export type OperatorTeamService = ReturnType<typeof createOperatorTeamService>;

/** What owners do with other operators. `own` are the permissions of the one who acts. */
export function createOperatorTeamService({ db, secondFactor, approvals, cancelPlannedPrices }: TeamParts) {
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

    changeRole: approvals.define({
      kind: 'operator-role',
      subject: ({ id }: RoleChange) => `operator ${id}`,
      async execute(transaction, { actor, own }, { id, roleId, seenRoleId }) {
        const { operator, assertNotLastOwner } = await lock(transaction, own, id);
        const before = { roleId: operator.role_id };
        if (before.roleId !== seenRoleId) throw new AppError('changed-meanwhile', { current: before });
        const role = await getRole(transaction, roleId);
        await assertMayGrantRole(transaction, { actor, own }, role);
        if (role.id !== OWNER_ROLE) assertNotLastOwner();
        const after = { roleId: role.id };
        const granted = listGranted(operator, role);
        await assertSecondPerson(transaction, actor, { granted }, { name: operator.name, before, after });
        await queries.saveRole(transaction, id, role.id);
        await audit(transaction, { actor, action: 'operator role', subject: `operator ${id}`, before, after });
        return { answer: null };
      },
    }),

    /**
     * Ends the sessions and the open invitations of the operator at once, and cancels the changes of prices that they have planned:
     * the others may not know of them. It never waits for a second person. Returns how many changes were cancelled.
     */
    disable(actor: Actor, own: readonly string[], id: number, reason?: string): Promise<number> {
      return inTransaction(db, async (transaction) => {
        const { operator, assertNotLastOwner } = await lock(transaction, own, id);
        if (operator.disabled_at !== null) throw new AppError('changed-meanwhile', { current: { isDisabled: true } });
        assertNotLastOwner();
        await endOperatorSessions(transaction, id);
        await queries.saveDisabled(transaction, id, true);
        const revokedInvitations = await revokeInvitationsOf(transaction, id);
        const cancelledPriceChanges = await cancelPlannedPrices(transaction, id);
        await auditState(transaction, actor, id, true, {
          reason,
          details: { revokedInvitations, cancelledPriceChanges },
        });
        return cancelledPriceChanges.length;
      });
    },

    enable: approvals.define({
      kind: 'operator-enable',
      subject: ({ id }: { id: number; reason?: string | undefined }) => `operator ${id}`,
      reason: ({ reason }) => reason ?? '',
      async execute(transaction, { actor, own }, { id, reason }) {
        const { operator } = await lock(transaction, own, id);
        if (operator.disabled_at === null) throw new AppError('changed-meanwhile', { current: { isDisabled: false } });
        const role = await getRole(transaction, operator.role_id);
        await assertMayGrantRole(transaction, { actor, own }, role);
        const after = { roleId: role.id };
        await assertSecondPerson(transaction, actor, { granted: role.permissions }, { name: operator.name, after });
        await queries.saveDisabled(transaction, id, false);
        await auditState(transaction, actor, id, false, { reason });
        return { answer: null };
      },
    }),

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

const auditState = (
  transaction: Connection,
  actor: Actor,
  id: number,
  isDisabled: boolean,
  more: { reason: string | undefined; details?: object },
) =>
  audit(transaction, {
    actor,
    action: isDisabled ? 'operator disable' : 'operator enable',
    subject: `operator ${id}`,
    ...more,
    before: { isDisabled: !isDisabled },
    after: { isDisabled },
  });
