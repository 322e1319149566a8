import { randomBytes } from 'node:crypto';
import { AppError } from '@oyna/domain/errors';
import { type Actor, audit, type SignedInOperator } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Device } from '../../platform/network-address.ts';
import { hashToken } from '../../platform/token-hash.ts';
import * as queries from './operator-sessions.queries.ts';

/** A session ends this long after the sign-in, */
const SESSION_HOURS = 12;
/** and when it was not used for this long. */
const IDLE_MINUTES = 30;
const TOKEN_BYTES = 32;
const MAX_USER_AGENT = 300;

/** Runs in the transaction of the caller, who has checked the operator. Returns the token of the cookie. */
export async function openOperatorSession(
  db: Connection,
  operatorId: number,
  device: Device,
  { hasSecondFactor }: { hasSecondFactor: boolean },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await queries.insertSession(db, {
    operatorId,
    tokenHash: hashToken(token),
    userAgent: device.userAgent.slice(0, MAX_USER_AGENT),
    address: device.address,
    hours: SESSION_HOURS,
    hasSecondFactor,
  });
  return token;
}

export type OperatorSessionsService = ReturnType<typeof createOperatorSessionsService>;

export function createOperatorSessionsService(db: Database) {
  return {
    /** Undefined for an unknown, ended or expired session, and for an operator who is disabled. */
    async find(token: string, device: Device): Promise<SignedInOperator | undefined> {
      const found = await queries.findOperatorByToken(db, hashToken(token), IDLE_MINUTES);
      if (!found) return undefined;
      if (found.is_due) {
        const userAgent = device.userAgent.slice(0, MAX_USER_AGENT);
        await queries.touchSession(db, found.session_id, { ...device, userAgent });
      }
      const { session_id: sessionId, second_factor_at: secondFactorAt, role_id: roleId } = found;
      const { id, name, email, permissions, limits, language } = found;
      return { id, sessionId, name, email, roleId, permissions, limits, language, secondFactorAt };
    },

    async list({ id, sessionId }: SignedInOperator) {
      return (await queries.listSessions(db, id, IDLE_MINUTES)).map((row) => ({
        id: row.id,
        isCurrent: row.id === sessionId,
        userAgent: row.user_agent,
        address: row.address,
        createdAt: row.created_at.toISOString(),
        usedAt: row.used_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
      }));
    },

    signOut(actor: Actor, { id, sessionId }: SignedInOperator): Promise<void> {
      return inTransaction(db, async (transaction) => {
        await queries.deleteSessions(transaction, id, { only: sessionId });
        await audit(transaction, { actor, action: 'sign out', subject: `operator ${id}` });
      });
    },

    /** One session of the operator, or all others. */
    endOwn(actor: Actor, { id, sessionId }: SignedInOperator, only?: string): Promise<void> {
      return inTransaction(db, async (transaction) => {
        const choice = only === undefined ? { except: sessionId } : { only };
        const sessions = await queries.deleteSessions(transaction, id, choice);
        if (only !== undefined && sessions === 0) throw new AppError('not-found', { field: 'sessionId' });
        await audit(transaction, { actor, action: 'sessions end', subject: `operator ${id}`, details: { sessions } });
      });
    },

    /** Those of the sessions that have not ended, with their permissions. It does not count as a use of them. */
    listOpen: (ids: readonly string[]) => queries.listOpenSessions(db, ids, IDLE_MINUTES),

    sweep: () => queries.deleteExpiredSessions(db, IDLE_MINUTES),
  };
}

export const { deleteSessions: endOperatorSessions, markSecondFactor } = queries;
