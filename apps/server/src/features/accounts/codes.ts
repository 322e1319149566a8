import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Connection } from '../../platform/database/connection.ts';
import * as queries from './codes.queries.ts';
import { hashToken } from './sessions.service.ts';

const ATTEMPTS = 5;
const MINUTES = 15;
const LINK_MINUTES = 24 * 60;
const LINK_BYTES = 32;

export type TypedPurpose = 'email' | 'phone' | 'proof';

/** Makes the six digits that prove an address, in place of any sent before. */
export async function createCode(
  db: Connection,
  accountId: number,
  purpose: TypedPurpose,
  target: string,
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const hash = hashCode(accountId, purpose, code);
  await queries.saveCode(db, { accountId, purpose, target, hash, attempts: ATTEMPTS, minutes: MINUTES });
  return code;
}

/** Makes the secret of a link that proves an e-mail address, in place of any sent before. */
export async function createEmailLink(db: Connection, accountId: number, target: string): Promise<string> {
  const token = randomBytes(LINK_BYTES).toString('base64url');
  await queries.saveCode(db, {
    accountId,
    purpose: 'email-link',
    target,
    hash: hashToken(token),
    attempts: 1,
    minutes: LINK_MINUTES,
  });
  return token;
}

/**
 * What the code proves, and the code is used up; or undefined, and an attempt is. To be called in a transaction that is
 * committed either way.
 */
export async function redeemCode(db: Connection, accountId: number, purpose: TypedPurpose, code: string) {
  const found = await queries.takeAttempt(db, accountId, purpose);
  if (!found || !timingSafeEqual(found.code_hash, hashCode(accountId, purpose, code.trim()))) return undefined;
  await queries.deleteCode(db, accountId, purpose);
  return found.target;
}

function hashCode(accountId: number, purpose: TypedPurpose, code: string): Buffer {
  return createHash('sha256').update(`${accountId}\n${purpose}\n${code}`).digest();
}
