const UNIQUE = '23505';
const FOREIGN_KEY = '23503';
const CHECK = '23514';
const CONSTRAINTS = [UNIQUE, FOREIGN_KEY, CHECK];

// Invalid data, a broken constraint, a deadlock or conflict, a timeout.
const ROLLED_BACK = /^(22|23|40)|^(55P03|57014)$/;

// Classes: 08 connection, 53 resources, 57 operator intervention (shutdown, cancelled, cannot connect now). 25006 is a write
// on a database that only reads, as a standby does and a leader that gives up its role. 25P03 and 25P04 end the connection
// of a transaction that took too long.
const AWAY = /^(08|53|57)...$|^(25006|25P03|25P04)$/;
const NETWORK_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Errors of pg and its pool, which have no code. */
const POOL_AWAY =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end/;

/** PostgreSQL has refused the work and changed nothing. After a lost connection the outcome is unknown. */
export function isRolledBack(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ROLLED_BACK.test(String(error.code));
}

/** The database cannot be reached, or cannot write now. The same work may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // The socket file of a local PostgreSQL that is stopped does not exist.
  const hasNoSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return AWAY.test(code) || NETWORK_AWAY.has(code) || hasNoSocket || POOL_AWAY.test(error.message);
}

/** The name of the constraint that refused a statement. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return undefined;
  return CONSTRAINTS.includes(String(error.code)) ? String(error.constraint) : undefined;
}
