import { createHash, randomBytes } from 'node:crypto';
import type { Connection, Database } from '../../database/connection.ts';
import * as queries from './sessions.queries.ts';

/** A session that is used goes on for as long again; one that is not ends after this. */
const SESSION_DAYS = 30;
/** Writing down every use would make every request a write. */
const RENEW_AFTER_MINUTES = 10;
const TOKEN_BYTES = 32;
const MAX_USER_AGENT = 300;

/** Where a session was opened, for its owner to recognise it. */
export interface Device {
  userAgent: string;
  address: string;
}

export interface OpenedSession {
  token: string;
  /** UTC (spec §3). */
  expired: string;
}

export interface Session {
  id: string;
  accountId: number;
  expiresAt: Date;
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** In the caller's transaction: a session exists only if what led to it does. */
export async function openSession(db: Connection, accountId: number, device: Device): Promise<OpenedSession> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { expires_at: expiresAt } = await queries.insertSession(db, {
    accountId,
    tokenHash: hashToken(token),
    userAgent: device.userAgent.slice(0, MAX_USER_AGENT),
    address: device.address,
    days: SESSION_DAYS,
  });
  return { token, expired: expiresAt.toISOString() };
}

export async function findSession(db: Database, token: string): Promise<Session | undefined> {
  const found = await queries.findSession(db, hashToken(token), RENEW_AFTER_MINUTES);
  if (!found) return undefined;
  const renewed = found.is_due ? await queries.renewSession(db, found.id, SESSION_DAYS) : undefined;
  return { id: found.id, accountId: found.account_id, expiresAt: renewed?.expires_at ?? found.expires_at };
}
