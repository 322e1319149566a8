import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@oyna/domain/errors';
import { createBatcher } from '../../platform/batcher.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import type { Announce, Device } from './account-messages.ts';
import * as queries from './sessions.queries.ts';

/** A session that is used goes on for as long again; one that is not ends after this. */
const SESSION_DAYS = 30;
/** However often it is used, a session ends then, and the customer signs in again. */
const MAX_SESSION_DAYS = 90;
/** How long a proof of the present address allows changes. */
const PROOF_MINUTES = 15;
/** Writing down every use would make every request a write. */
const RENEW_AFTER_MINUTES = 10;
const RENEWAL = { days: SESSION_DAYS, maxDays: MAX_SESSION_DAYS };
const TOKEN_BYTES = 32;
const MAX_USER_AGENT = 300;

export type { Device } from './account-messages.ts';

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

/** Two, so that one connection that hangs does not keep everybody out. */
const LOOK_UPS = { maxBatches: 2, batchSize: 100 };
/** A page asks for several things at once, and for each of them who it is. */
export const SESSION_MEMORY_MS = 1_000;

/**
 * What a token stands for. Every request of a member asks, so those who ask at the same moment are answered together,
 * and an answer holds for a moment. A session that is ended on this node is forgotten at once; one that is ended on
 * another node lives on here for as long as an answer holds.
 */
export function createSessionFinder(db: Database, memoryMs: number) {
  const findByHash = createBatcher(async (hashes: Buffer[]) => {
    const rows = await queries.listSessionsByToken(db, hashes, RENEW_AFTER_MINUTES);
    return hashes.map((hash) => rows.find((row) => row.token_hash.equals(hash)));
  }, LOOK_UPS);
  let known = new Map<string, Session>();
  let knownSince = Date.now();

  function forget(): void {
    known = new Map();
    knownSince = Date.now();
  }

  return {
    async find(token: string): Promise<Session | undefined> {
      if (Date.now() - knownSince >= memoryMs) forget();
      // What is forgotten while the database is being asked takes the answer with it.
      const memory = known;
      const remembered = memory.get(token);
      if (remembered) return remembered;
      const found = await findByHash(hashToken(token));
      if (!found) return undefined;
      const renewed = found.is_due ? await queries.renewSession(db, found.id, RENEWAL) : undefined;
      const session = { id: found.id, accountId: found.account_id, expiresAt: renewed?.expires_at ?? found.expires_at };
      memory.set(token, session);
      return session;
    },

    /** After sessions have been ended. */
    forget,
  };
}

export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService(db: Database, forget: () => void) {
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
      forget();
    },

    async endOne(session: Session, id: string): Promise<void> {
      const isEnded = UUID.test(id) && (await queries.deleteSession(db, session.accountId, id));
      if (!isEnded) throw new AppError('not-found', { field: 'id' });
      forget();
    },

    async endOthers(session: Session): Promise<void> {
      await queries.deleteSessions(db, session.accountId, session.id);
      forget();
    },
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const { markProven, forgetProofs } = queries;

/** Whether this session has proven the present e-mail address of its account lately. */
export const isProven = (db: Connection, session: Session): Promise<boolean> =>
  queries.isProvenWithin(db, session.id, PROOF_MINUTES);

/** In the transaction of what makes them untrustworthy. */
export function endAllSessions(db: Connection, accountId: number, { except }: { except?: string } = {}): Promise<void> {
  return queries.deleteSessions(db, accountId, except ?? null);
}

/** Tells the owner when the account is entered from a kind of device that it was not entered from before. */
export async function noticeDevice(
  db: Connection,
  announce: Announce,
  accountId: number,
  device: Device,
): Promise<void> {
  // Without the versions: an update of the browser is no new device.
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

/** The subject of limits per address: an IPv4 address, or the /64 network of an IPv6 address. */
export const networkOf = (address: string): string => prefixOf(address, 4);

/** The /48 network of an IPv6 address, which one customer of a provider may have as a whole. */
export const siteOf = (address: string): string => prefixOf(address, 3);

function prefixOf(address: string, groups: number): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const mapped = left.length === 0 ? mappedIpv4(right) : undefined;
  if (mapped !== undefined) return mapped;
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right]
    .slice(0, groups)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':');
}

/** The IPv4 address in ::ffff:1.2.3.4, which may also be written ::ffff:102:304. */
function mappedIpv4(groups: readonly string[]): string | undefined {
  const last = groups.at(-1);
  if (last?.includes('.')) return last;
  if (groups.length !== 3 || groups[0]?.toLowerCase() !== 'ffff') return undefined;
  const [high = 0, low = 0] = groups.slice(1).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
