const UNIQUE = '23505';
const FOREIGN_KEY = '23503';

/** The name of the unique or foreign key constraint that refused a statement. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return undefined;
  return error.code === UNIQUE || error.code === FOREIGN_KEY ? String(error.constraint) : undefined;
}
