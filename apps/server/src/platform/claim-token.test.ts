import { claimTokenOf } from '@oyna/domain/claim-link';
import { expect, it } from 'vitest';
import { createClaimToken } from './claim-token.ts';
import { hashToken } from './token-hash.ts';

it('creates tokens of 128 random bits that a link can carry', () => {
  const made = Array.from({ length: 1_000 }, createClaimToken);
  expect(new Set(made.map(({ token }) => token)).size).toBe(1_000);
  for (const { token, hash } of made) {
    expect(claimTokenOf(`#${token}`)).toBe(token);
    expect(Buffer.from(token, 'base64url')).toHaveLength(16);
    expect(hash).toEqual(hashToken(token));
  }
});
