const UNIQUE = '23505';
const FOREIGN_KEY = '23503';
const CHECK = '23514';
const NAMED = [UNIQUE, FOREIGN_KEY, CHECK];

// Data that does not fit, a broken constraint, a deadlock or conflict, a wait that was too long.
const UNDONE = /^(22|23|40)|^(55P03|57014)$/;

/** The database has refused it and nothing of it was done; of a connection that was lost nobody knows. */
export function isUndone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNDONE.test(String(error.code));
}

/** The name of the constraint that refused a statement. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return undefined;
  return NAMED.includes(String(error.code)) ? String(error.constraint) : undefined;
}
