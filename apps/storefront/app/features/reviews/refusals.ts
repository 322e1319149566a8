/** What the server refuses, each with its text. */
const REFUSALS = [
  'account-blocked',
  'not-found',
  'review-exists',
  'review-key-unopened',
  'review-link',
  'review-nickname-invalid',
  'review-not-buyer',
  'review-own',
  'review-rating-invalid',
  'review-text-invalid',
  'too-many-requests',
] as const;

export function refusalKey(error: unknown): (typeof REFUSALS)[number] | 'failed' {
  const code = error instanceof Error && 'code' in error ? error.code : error;
  return REFUSALS.find((known) => known === code) ?? 'failed';
}
