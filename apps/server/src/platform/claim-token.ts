import { createHmac, randomBytes } from 'node:crypto';
import { AppError } from '@oyna/domain/errors';
import type { RateLimit, RateLimits } from './database/rate-limits.ts';
import { networkOf } from './network-address.ts';
import { hashToken } from './token-hash.ts';

/** 128 bits cannot be guessed. */
const TOKEN_BYTES = 16;

/** The secret of a link (domain/claim-link.ts). The token is given out once; the database keeps the hash. */
export function createClaimToken(): { token: string; hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** The same token for the same name: a mail that is sent again after a crash has the same link. */
export function deriveClaimToken(secret: Buffer, name: string): { token: string; hash: Buffer } {
  const token = createHmac('sha256', secret).update(name).digest().subarray(0, TOKEN_BYTES).toString('base64url');
  return { token, hash: hashToken(token) };
}

interface UsedToken {
  token: string;
  /** Of the browser that has it. */
  address: string;
}

/** Links that open nothing, from one network. */
const GUESSES = { max: 60, minutes: 15 };

/**
 * What the link with this token opens. A token that opens nothing counts as a guess. An unknown, a malformed and an ended one
 * get the same answer by the same steps.
 */
export async function findByClaimToken<Found>(
  limits: RateLimits,
  name: RateLimit['name'],
  { token, address }: UsedToken,
  find: (hash: Buffer) => Promise<Found | undefined>,
): Promise<Found> {
  const guess = [{ name, ...GUESSES }, networkOf(address)] as const;
  await limits.take(guess);
  const found = await find(hashToken(token));
  if (!found) throw new AppError('not-found', { field: 'token' });
  await limits.giveBack(guess);
  return found;
}
