import { randomBytes } from 'node:crypto';
import { hashToken } from './token-hash.ts';

/** 128 bits cannot be guessed. */
const TOKEN_BYTES = 16;

/** The secret of a link (domain/claim-link.ts). The token is given out once; the database keeps the hash. */
export function createClaimToken(): { token: string; hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashToken(token) };
}
