/** What the server refuses, each with its text. */
const REFUSALS = [
  'account-blocked',
  'alert-in-stock',
  'alert-limit',
  'alert-mail-unconfirmed',
  'alert-price-met',
  'not-found',
  'too-many-requests',
] as const;

export function refusalKey(error: unknown): (typeof REFUSALS)[number] | 'failed' {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return REFUSALS.find((known) => known === code) ?? 'failed';
}
