import { randomBytes } from 'node:crypto';
import { REQUEST_ID_LENGTH } from '@oyna/domain/constants';

/** 21 characters that cannot be guessed. */
export function createRequestId(): string {
  return randomBytes(16).toString('base64url').slice(0, REQUEST_ID_LENGTH);
}
