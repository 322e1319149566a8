import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Connection } from '../../database/connection.ts';
import * as queries from './codes.queries.ts';

const ATTEMPTS = 5;
const MINUTES = 15;

type Purpose = 'email' | 'phone';

/** Makes the six digits that prove a new address, in place of any sent before. */
export async function createCode(db: Connection, accountId: number, purpose: Purpose, target: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const hash = hashCode(accountId, purpose, code);
  await queries.saveCode(db, { accountId, purpose, target, hash, attempts: ATTEMPTS, minutes: MINUTES });
  return code;
}

/**
 * What the code proves, and the code is used up; or undefined, and an attempt is. To be called in a transaction that is
 * committed either way.
 */
export async function redeemCode(db: Connection, accountId: number, purpose: Purpose, code: string) {
  const found = await queries.takeAttempt(db, accountId, purpose);
  if (!found || !timingSafeEqual(found.code_hash, hashCode(accountId, purpose, code.trim()))) return undefined;
  await queries.deleteCode(db, accountId, purpose);
  return found.target;
}

function hashCode(accountId: number, purpose: Purpose, code: string): Buffer {
  return createHash('sha256').update(`${accountId}\n${purpose}\n${code}`).digest();
}
