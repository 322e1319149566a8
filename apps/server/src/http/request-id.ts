import { randomUUID } from 'node:crypto';
import { REQUEST_ID_LENGTH } from '@oyna/domain/constants';

/** 21 characters that cannot be guessed. Node makes random UUIDs in advance, 128 at a time. */
export function createRequestId(): string {
  return randomUUID().replaceAll('-', '').slice(0, REQUEST_ID_LENGTH);
}
