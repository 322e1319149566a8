import { randomFillSync } from 'node:crypto';
import { REQUEST_ID_LENGTH } from '@oyna/domain/constants';

const BYTES = 16;
const pool = Buffer.alloc(BYTES * 256);
let used = pool.length;

/** 21 characters that nobody can guess. Random bytes are fetched for many ids at once: one by one they cost more. */
export function createRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += BYTES;
  return pool.toString('base64url', used - BYTES, used).slice(0, REQUEST_ID_LENGTH);
}
