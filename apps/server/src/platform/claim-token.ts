import { createHmac, randomBytes } from 'node:crypto';
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
