const UNIQUE = '23505';
const FOREIGN_KEY = '23503';
const CHECK = '23514';
const CONSTRAINTS = [UNIQUE, FOREIGN_KEY, CHECK];

// Invalid data, a broken constraint, a deadlock or conflict, a timeout.
const ROLLED_BACK = /^(22|23|40)|^(55P03|57014)$/;

/** PostgreSQL has refused the work and changed nothing. After a lost connection the outcome is unknown. */
export function isRolledBack(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ROLLED_BACK.test(String(error.code));
}

/** The name of the constraint that refused a statement. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return undefined;
  return CONSTRAINTS.includes(String(error.code)) ? String(error.constraint) : undefined;
}
