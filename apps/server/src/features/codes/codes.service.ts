import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Connection } from '../../platform/database/connection.ts';
import { hashToken } from '../../platform/token-hash.ts';
import * as queries from './codes.queries.ts';

const ATTEMPTS = 5;
const CODE_MINUTES: Record<TypedPurpose, number> = { email: 15, phone: 15, proof: 15, order: 10 };
const EMAIL_LINK_MINUTES = 24 * 60;
const RESET_MINUTES = 60;
const LINK_BYTES = 32;

/** Codes of six digits that the customer types. `order` opens the orders of a guest. */
export type TypedPurpose = 'email' | 'phone' | 'proof' | 'order';

export const { deleteAllCodes, deleteCodes, deleteExpiredCodes, findTarget } = queries;

/** Creates the six digits that prove an address. They replace any sent before. */
export async function createCode(
  db: Connection,
  { accountId, purpose, target }: { accountId: number; purpose: TypedPurpose; target: string },
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const hash = hashCode(accountId, purpose, code);
  await queries.saveCode(db, { accountId, purpose, target, hash, attempts: ATTEMPTS, minutes: CODE_MINUTES[purpose] });
  return code;
}

/** Creates the token of a link that proves an e-mail address. It replaces any sent before. */
export const createEmailLink = (db: Connection, accountId: number, email: string): Promise<string> =>
  createLink(db, { accountId, purpose: 'email-link', target: email, minutes: EMAIL_LINK_MINUTES });

/** Creates the token of a link that sets a new password. It replaces any sent before. */
export const createResetLink = (db: Connection, accountId: number, email: string): Promise<string> =>
  createLink(db, { accountId, purpose: 'password', target: email, minutes: RESET_MINUTES });

async function createLink(
  db: Connection,
  link: { accountId: number; purpose: 'email-link' | 'password'; target: string; minutes: number },
): Promise<string> {
  const token = randomBytes(LINK_BYTES).toString('base64url');
  await queries.saveCode(db, { ...link, hash: hashToken(token), attempts: 1 });
  return token;
}

/**
 * Returns the address that the code proves and deletes the code. A wrong code uses an attempt and returns undefined, so
 * the caller's transaction must be committed in both cases.
 */
export async function redeemCode(
  db: Connection,
  { accountId, purpose, code }: { accountId: number; purpose: TypedPurpose; code: string },
): Promise<string | undefined> {
  const found = await queries.takeAttempt(db, accountId, purpose);
  if (!found || !timingSafeEqual(found.code_hash, hashCode(accountId, purpose, code.trim()))) return undefined;
  await queries.deleteCodes(db, accountId, [purpose]);
  return found.target;
}

/** Returns the address that the link proves and deletes the link. */
export const redeemEmailLink = (db: Connection, accountId: number, token: string): Promise<string | undefined> =>
  queries.takeEmailLink(db, accountId, hashToken(token));

export const findResetLink = (db: Connection, token: string) => queries.findReset(db, hashToken(token));

export const redeemResetLink = (db: Connection, token: string) => queries.takeReset(db, hashToken(token));

function hashCode(accountId: number, purpose: TypedPurpose, code: string): Buffer {
  return createHash('sha256').update(`${accountId}\n${purpose}\n${code}`).digest();
}
