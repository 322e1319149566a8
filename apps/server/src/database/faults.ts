const UNIQUE = '23505';
const FOREIGN_KEY = '23503';
const CHECK = '23514';
const NAMED = [UNIQUE, FOREIGN_KEY, CHECK];

/** The name of the constraint that refused a statement. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return undefined;
  return NAMED.includes(String(error.code)) ? String(error.constraint) : undefined;
}
