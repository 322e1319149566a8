import { randomBytes } from 'node:crypto';
import { AppError } from '@oyna/domain/errors';
import { createBatcher } from '../../platform/batcher.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { type Device, networkOf } from '../../platform/network-address.ts';
import { hashToken } from '../../platform/token-hash.ts';
import type { Announce } from '../account-messages/account-messages.service.ts';
import * as queries from './sessions.queries.ts';

/** Each use extends the session by this time. */
const SESSION_DAYS = 30;
/** The longest life of a session, counted from its beginning. */
const MAX_SESSION_DAYS = 90;
/** How long a proof of the current address allows changes. */
const PROOF_MINUTES = 15;
/** A use is stored at most this often, so that not every request is a write. */
const RENEW_AFTER_MINUTES = 10;
const RENEWAL = { afterMinutes: RENEW_AFTER_MINUTES, days: SESSION_DAYS, maxDays: MAX_SESSION_DAYS };
const TOKEN_BYTES = 32;
const MAX_USER_AGENT = 300;

export interface OpenedSession {
  token: string;
  /** UTC (spec §3). */
  expired: string;
}

export interface Session {
  id: string;
  accountId: number;
  /** It belongs to a customer without an account. */
  isGuest: boolean;
  expiresAt: Date;
}

/** Runs in the caller's transaction. */
export async function openSession(db: Connection, accountId: number, device: Device): Promise<OpenedSession> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const session = await queries.insertSession(db, {
    accountId,
    tokenHash: hashToken(token),
    userAgent: device.userAgent.slice(0, MAX_USER_AGENT),
    address: device.address,
    days: SESSION_DAYS,
  });
  if (!session) throw new AppError('account-blocked');
  return { token, expired: session.expires_at.toISOString() };
}

/** Two, so that a connection that hangs does not stop all lookups. */
const BATCHES = { maxBatches: 2, batchSize: 100 };

/** Finds the session of a token. Every request of a member does this, so concurrent lookups share a statement. */
export function createSessionFinder(db: Database): (token: string) => Promise<Session | undefined> {
  const findByHash = createBatcher(async (hashes: Buffer[]) => {
    const rows = await queries.listSessionsByToken(db, hashes, RENEW_AFTER_MINUTES);
    return hashes.map((hash) => rows.find((row) => row.token_hash.equals(hash)));
  }, BATCHES);

  return async (token) => {
    const found = await findByHash(hashToken(token));
    if (!found) return undefined;
    const renewed = found.is_due ? await queries.renewSession(db, found.id, RENEWAL) : undefined;
    const { id, account_id: accountId, is_guest: isGuest } = found;
    return { id, accountId, isGuest, expiresAt: renewed?.expires_at ?? found.expires_at };
  };
}

export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService(db: Database) {
  return {
    async list(session: Session) {
      const rows = await queries.listSessions(db, session.accountId);
      return rows.map((row) => ({
        id: row.id,
        current: row.id === session.id,
        userAgent: row.user_agent,
        address: row.address,
        createdAt: row.created_at.toISOString(),
        usedAt: row.used_at.toISOString(),
      }));
    },

    async end(session: Session): Promise<void> {
      await queries.deleteSession(db, session.accountId, session.id);
    },

    async endOne(session: Session, id: string): Promise<void> {
      const isEnded = UUID.test(id) && (await queries.deleteSession(db, session.accountId, id));
      if (!isEnded) throw new AppError('not-found', { field: 'id' });
    },

    async endOthers(session: Session): Promise<void> {
      await queries.deleteSessions(db, session.accountId, session.id);
    },
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const { hasSession, markProven, deleteProofs } = queries;

/** Whether this session has recently proven the current e-mail address of its account. */
export const isProven = (db: Connection, session: Session): Promise<boolean> =>
  queries.isProvenWithin(db, session.id, PROOF_MINUTES);

/** Runs in the transaction of the change that makes the sessions untrustworthy. */
export async function endAllSessions(
  db: Connection,
  accountId: number,
  { except }: { except?: string } = {},
): Promise<void> {
  await queries.deleteSessions(db, accountId, except ?? null);
}

/** For an operator. */
export const listSessionsOf = queries.listSessions;

/** For an operator: one session, or all of them. Returns how many have ended. */
export async function endSessionsOf(db: Connection, accountId: number, id?: string): Promise<number> {
  if (id !== undefined) return UUID.test(id) && (await queries.deleteSession(db, accountId, id)) ? 1 : 0;
  return queries.deleteSessions(db, accountId, null);
}

/** Sends the owner a notice about a sign-in from a new kind of device. */
export async function announceNewDevice(
  db: Connection,
  announce: Announce,
  accountId: number,
  device: Device,
): Promise<void> {
  // Without version numbers: a browser update is not a new device.
  const kind = device.userAgent.replace(/[\d._]+/g, '');
  const { isNew, isFirst } = await queries.rememberDevice(db, accountId, hashToken(kind));
  if (!isNew || isFirst) return;
  const userAgent = device.userAgent.slice(0, MAX_USER_AGENT);
  await announce(db, {
    kind: 'notice',
    accountId,
    event: 'new-sign-in',
    device: { userAgent, address: device.address },
  });
}

/** Whether the account has a session in the network of this address. IPv6 devices change their address daily. */
export async function hasSessionFrom(db: Connection, accountId: number, address: string): Promise<boolean> {
  const network = networkOf(address);
  const addresses = await queries.listSessionAddresses(db, accountId);
  return addresses.some((known) => networkOf(known) === network);
}
