import { hash } from 'node:crypto';

/** Tokens are random and long, so one round of SHA-256 is enough. Only the hash is stored. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
