import { randomBytes } from 'node:crypto';
import type { Language } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { includesAll } from '@oyna/domain/permissions';
import { cleanText, validateEmail } from '@oyna/domain/validation';
import { type Actor, audit, requesterOf } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import type { RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Device } from '../../platform/network-address.ts';
import { networkOf } from '../../platform/network-address.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { hashToken } from '../../platform/token-hash.ts';
import { type ApprovalsService, assertSecondPerson } from '../approvals/approvals.service.ts';
import * as queries from './operator-invitations.queries.ts';
import { type CheckPassword, cleanOperatorName } from './operator-profile.service.ts';
import { assertMayGrantRole, getRole } from './operator-roles.service.ts';
import { openOperatorSession } from './operator-sessions.service.ts';
import * as operatorQueries from './operators.queries.ts';

const INVITATION_HOURS = 72;
const TOKEN_BYTES = 32;
const ATTEMPTS: RateLimit = { name: 'operator-invitation', max: 30, minutes: 15 };

interface InvitationParts {
  db: Database;
  limits: RateLimits;
  approvals: Pick<ApprovalsService, 'define'>;
  consoleUrl: string | undefined;
  checkPassword: CheckPassword;
  /** Whether a session opens nothing without a second factor. */
  isSecondFactorRequired: boolean;
}

interface Acceptance {
  token: string;
  name: string;
  password: string;
  language: Language;
}

export type OperatorInvitationsService = ReturnType<typeof createOperatorInvitationsService>;

export function createOperatorInvitationsService(parts: InvitationParts) {
  const { db, limits, approvals, consoleUrl, checkPassword, isSecondFactorRequired } = parts;

  async function getOpen(token: string, address: string) {
    await limits.take([ATTEMPTS, networkOf(address)]);
    const invitation = await queries.findOpenInvitation(db, hashToken(token));
    if (!invitation) throw new AppError('invitation-invalid');
    return invitation;
  }

  /** The inviter is in the team and could invite to this role now. An invitation by a command has no inviter. */
  async function assertInviter(transaction: Connection, inviterId: number | null, roleId: string): Promise<void> {
    if (inviterId === null) return;
    const own = await queries.lockInviter(transaction, inviterId);
    const { permissions } = await getRole(transaction, roleId);
    if (!own || !includesAll(own, ['team:write', ...permissions])) throw new AppError('invitation-invalid');
  }

  return {
    /** Returns the link, which is shown once. The token is behind `#`, so it is in no log. */
    invite: approvals.define({
      kind: 'operator-invite',
      subject: ({ email }: { email: string; roleId: string }) => `invitation ${cleanText(email).toLowerCase()}`,
      async execute(transaction, { actor, own }, form) {
        const email = cleanText(form.email);
        const fault = validateEmail(email);
        if (fault) throw new AppError(fault, { field: 'email' });
        if (consoleUrl === undefined) throw new AppError('unavailable');
        const token = randomBytes(TOKEN_BYTES).toString('base64url');
        const role = await getRole(transaction, form.roleId);
        await assertMayGrantRole(transaction, { actor, own }, role);
        if (await operatorQueries.findOperatorByEmail(transaction, email)) {
          throw new AppError('email-taken', { field: 'email' });
        }
        const after = { email, roleId: role.id };
        await assertSecondPerson(transaction, actor, { granted: role.permissions }, { after });
        const invitation = await queries.insertInvitation(transaction, {
          email,
          roleId: role.id,
          tokenHash: hashToken(token),
          invitedBy: actor.requestedBy?.name ?? actor.name,
          inviterId: requesterOf(actor),
          hours: INVITATION_HOURS,
        });
        if (!invitation) throw new Error('an invitation was not stored');
        await audit(transaction, { actor, action: 'operator invite', subject: `invitation ${invitation.id}`, after });
        const expiresAt = invitation.expires_at.toISOString();
        return { answer: { id: invitation.id, link: `${consoleUrl}/invitation#${token}`, expiresAt } };
      },
    }),

    revoke(actor: Actor, id: number): Promise<void> {
      return inTransaction(db, async (transaction) => {
        const before = await queries.markRevoked(transaction, id);
        if (!before) throw new AppError('not-found', { field: 'invitationId' });
        await audit(transaction, { actor, action: 'invitation revoke', subject: `invitation ${id}`, before });
      });
    },

    async list() {
      return (await queries.listInvitations(db)).map((row) => ({
        id: row.id,
        email: row.email,
        roleId: row.role_id,
        invitedBy: row.invited_by,
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        isExpired: row.expires_at.getTime() <= Date.now(),
      }));
    },

    /** Whom the invitation is for. */
    async show(token: string, address: string) {
      const { email, role_id: roleId, expires_at: expiresAt } = await getOpen(token, address);
      return { email, roleId, expiresAt: expiresAt.toISOString() };
    },

    /** Creates the operator and returns the token of a session. A second factor is set up in that session. */
    async accept(form: Acceptance, device: Device): Promise<string> {
      const invitation = await getOpen(form.token, device.address);
      const { id: invitationId, email, role_id: roleId, inviter_id: inviterId } = invitation;
      const name = cleanOperatorName(form.name);
      checkPassword(form.password, { email, name }, 'password');
      const passwordHash = await hashPassword(form.password);
      return inTransaction(db, async (transaction) => {
        await assertInviter(transaction, inviterId, roleId);
        const isFirst = await queries.markAccepted(transaction, invitationId);
        const operator = { email, name, passwordHash, roleId, language: form.language };
        const id = isFirst ? await operatorQueries.insertOperator(transaction, operator) : undefined;
        if (id === undefined) throw new AppError('invitation-invalid');
        const opened = await openOperatorSession(transaction, id, device, { hasSecondFactor: !isSecondFactorRequired });
        const actor: Actor = { kind: 'operator', id, name };
        const after = { invitationId, roleId };
        await audit(transaction, { actor, action: 'invitation accept', subject: `operator ${id}`, after });
        return opened;
      });
    },
  };
}
