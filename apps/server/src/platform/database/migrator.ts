import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { StartError } from '../data-folder.ts';
import { fillDomainValues } from './domain-values.ts';
import { findStrongLocks, type StrongLock } from './migration-plan.ts';
import { hasSqlState, retryConflicts } from './retry.ts';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);
const FUNCTIONS = new URL('./functions/', import.meta.url);
const PACKAGE = new URL('../../../package.json', import.meta.url);
/** The first file that only versions before 0.2.0 had. Each of their databases has applied it. */
const UNRELEASED_MIGRATION = '0003_shopping.sql';
const LOCK = 7_164_962; // any number that is the same on every node
const OLDEST_MAJOR = 15;
const CONNECT_MS = 10_000;
/** While a migration waits for the lock of a table, all customers wait for that table. */
const LOCK_TIMEOUT = '5s';
const LOCK_NOT_AVAILABLE = '55P03';
const LOCK_TRIES = 30;
const LOCK_PAUSE_MS = 2_000;

interface SqlFile {
  name: string;
  sql: string;
  hash: string;
}

/**
 * `expand` only adds, so the release before it runs on the new schema. `contract` removes what no release in use needs; the file
 * says so in a line `-- contract`.
 */
type Phase = 'expand' | 'contract';
const phaseOf = ({ sql }: SqlFile): Phase => (/^-- contract\b/m.test(sql) ? 'contract' : 'expand');

export function listMigrations(): SqlFile[] {
  return readSqlFiles(MIGRATIONS);
}

/**
 * Brings the database to the newest schema, forward only: runs the missing migrations, then creates all functions and
 * views again if one of them or a table has changed. One transaction does all of it. Concurrent calls wait for each other.
 * It locks tables in another order than purchases do, so a busy store can end it, and it gives up a lock that it does not
 * get soon, such as during a backup. Then it begins again. Returns what it ran.
 */
export async function migrate(url: string): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await retryConflicts(() => migrateOnce(url));
    } catch (error) {
      if (!hasSqlState(error, LOCK_NOT_AVAILABLE) || attempt === LOCK_TRIES) throw error;
      await wait(LOCK_PAUSE_MS);
    }
  }
}

function migrateOnce(url: string): Promise<string[]> {
  return withClient(url, 'The database cannot be prepared', async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    const { missing, areFunctionsCurrent } = await compareSchema(client);
    await client.query(`
      CREATE TABLE IF NOT EXISTS schema_migration (
        name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(),
        phase text NOT NULL DEFAULT 'contract');
      CREATE TABLE IF NOT EXISTS schema_function (name text PRIMARY KEY, hash text NOT NULL, version text NOT NULL)`);
    // Databases of earlier versions have no phase.
    if (missing.length > 0)
      await client.query(
        `ALTER TABLE schema_migration ADD COLUMN IF NOT EXISTS phase text NOT NULL DEFAULT 'contract'`,
      );
    for (const file of missing) {
      await run(client, `Migration ${file.name}`, file.sql);
      const values = [file.name, file.hash, phaseOf(file)];
      await client.query('INSERT INTO schema_migration (name, hash, phase) VALUES ($1, $2, $3)', values);
    }
    const isChanged = missing.length > 0 || !areFunctionsCurrent;
    if (isChanged) await replaceFunctions(client);
    await client.query('COMMIT');
    return isChanged ? [...missing.map(({ name }) => name), 'functions'] : [];
  });
}

export interface MigrationPlan {
  migrations: { name: string; phase: Phase; locks: StrongLock[] }[];
  /** Whether functions and views would be created again. */
  functions: boolean;
}

/** What `migrate` would run. Reads the schema and changes nothing. */
export function planMigrations(url: string): Promise<MigrationPlan> {
  return withClient(url, 'The schema of the database cannot be read', async (client) => {
    const { missing, areFunctionsCurrent } = await compareSchema(client);
    const created = new Set<string>();
    const migrations = missing.map((file) => ({
      name: file.name,
      phase: phaseOf(file),
      locks: findStrongLocks(file.sql, created),
    }));
    return { migrations, functions: missing.length > 0 || !areFunctionsCurrent };
  });
}

/** Reads the schema and changes nothing. Throws when a migration or a function is missing, changed or unknown. */
export function assertCurrentSchema(url: string, hint: string): Promise<void> {
  return withClient(url, 'The schema of the database cannot be read', async (client) => {
    const { missing, areFunctionsCurrent } = await compareSchema(client);
    const names = missing.map(({ name }) => name);
    if (!areFunctionsCurrent) names.push('the current functions');
    if (names.length > 0)
      throw new StartError(`The database has an older schema, without ${names.join(', ')}: ${hint}`);
  });
}

async function withClient<Result>(url: string, failure: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => {}); // the query that waits on a broken connection fails and reports it
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`The database cannot be reached: ${reasonOf(error)}`);
  }
  try {
    assertSupportedVersion((await client.query('SHOW server_version_num')).rows[0].server_version_num);
    return await work(client);
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${failure}: ${reasonOf(error)}`, { cause: error });
  } finally {
    await client.end(); // also rolls back
  }
}

/** The number of PostgreSQL 15.4 is 150004. */
export function assertSupportedVersion(number: string): void {
  const [major, minor] = [Math.floor(Number(number) / 10_000), Number(number) % 10_000];
  if (major < OLDEST_MAJOR)
    throw new StartError(`PostgreSQL ${OLDEST_MAJOR} or newer is needed; this is ${major}.${minor}`);
}

/** Compares the database with the files and writes nothing. Refuses a database of another line of versions. */
async function compareSchema(client: pg.Client) {
  const applied = await readTable(client, 'schema_migration');
  if (applied.has(UNRELEASED_MIGRATION)) {
    throw new StartError(
      'This database was made by an unreleased version before 0.2.0 and cannot be upgraded. Choose another DATA_DIR or ' +
        'DATABASE_URL, or delete the old data yourself. Nothing was changed.',
    );
  }
  const { newer, changed, missing } = compareMigrations(listMigrations(), applied);
  if (newer) throw new StartError(`The database has ${newer}, which this version of the store does not know`);
  if (changed) throw new StartError(`Migration ${changed.name} was changed after it had been applied`);
  const created = await readTable(client, 'schema_function');
  const later = [...created.values()].find(({ version }) => isNewer(version ?? '', ownVersion()));
  // A newer version has run every migration of this one.
  if (later && missing.length > 0)
    throw new StartError(`The database has the functions of version ${later.version}, which is newer than this`);
  return { missing, areFunctionsCurrent: later !== undefined || areFunctionsCurrent(created) };
}

function compareMigrations(migrations: readonly SqlFile[], applied: ReadonlyMap<string, Created>) {
  const known = new Set(migrations.map(({ name }) => name));
  return {
    // What only adds does not disturb this version: during an upgrade both run.
    newer: [...applied].find(([name, { phase }]) => !known.has(name) && phase !== 'expand')?.[0],
    changed: migrations.find(({ name, hash }) => applied.has(name) && applied.get(name)?.hash !== hash),
    missing: migrations.filter(({ name }) => !applied.has(name)),
  };
}

/** Whether this version runs on a database with these migrations, by the rule of a start. Rows of `schema_migration`. */
export function fitsMigrations(migrations: readonly SqlFile[], rows: readonly AppliedMigration[]): boolean {
  const { newer, changed, missing } = compareMigrations(migrations, toMap(rows));
  return !newer && !changed && missing.length === 0;
}

/** An older version never replaces the functions of a newer one, which keeps those that the older one calls. */
function areFunctionsCurrent(created: ReadonlyMap<string, Created>): boolean {
  const files = listFunctions();
  return files.length === created.size && files.every(({ name, hash }) => created.get(name)?.hash === hash);
}

interface Created {
  hash: string;
  version?: string;
  phase?: string;
}
export type AppliedMigration = Created & { name: string };
const toMap = (rows: readonly AppliedMigration[]) => new Map(rows.map((row): [string, Created] => [row.name, row]));

async function readTable(client: pg.Client, table: 'schema_migration' | 'schema_function') {
  const { rows } = await client.query('SELECT to_regclass($1) IS NOT NULL AS exists', [table]);
  const created = rows[0].exists ? await client.query<AppliedMigration>(`SELECT * FROM ${table}`) : { rows: [] };
  return toMap(created.rows);
}

/** Views read functions, so they are created after them and dropped before them. */
async function replaceFunctions(client: pg.Client): Promise<void> {
  const old = [...(await readTable(client, 'schema_function')).keys()];
  // A name is one function or one view. Dropping it also removes a signature that has changed.
  for (const name of old) await client.query(`DROP VIEW IF EXISTS ${name}`);
  for (const name of old) await client.query(`DROP FUNCTION IF EXISTS ${name}`);
  await client.query('DELETE FROM schema_function');
  for (const { name, sql, hash } of listFunctions()) {
    await run(client, `Function ${name}`, sql);
    await client.query('INSERT INTO schema_function VALUES ($1, $2, $3)', [name, hash, ownVersion()]);
  }
}

/**
 * In the order of their creation, with values of the domain; a changed value creates them again. A function in LANGUAGE sql may only use what
 * comes before it; plpgsql may use all.
 */
function listFunctions(): SqlFile[] {
  const files = readSqlFiles(FUNCTIONS, fillDomainValues).map((file) => ({
    ...file,
    name: file.name.replace('.sql', ''),
  }));
  const isView = ({ sql }: SqlFile) => sql.includes('\nCREATE VIEW ');
  return [...files.filter((file) => !isView(file)), ...files.filter(isView)];
}

function readSqlFiles(folder: URL, fill = (sql: string) => sql): SqlFile[] {
  return readdirSync(fileURLToPath(folder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = fill(readFileSync(new URL(name, folder), 'utf8'));
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    });
}

async function run(client: pg.Client, what: string, sql: string): Promise<void> {
  await client.query(sql).catch((error: unknown) => {
    throw new StartError(`${what} failed: ${reasonOf(error)}`, { cause: error });
  });
}

/** The version of this program. */
export const ownVersion = (): string => JSON.parse(readFileSync(PACKAGE, 'utf8')).version;
const isNewer = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true }) > 0;

/** One line. An address with several machines fails with several errors and an empty message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text =
    error instanceof AggregateError && !error.message ? error.errors.map(reasonOf).join(', ') : error.message;
  return text.replaceAll('\n', ' ');
}
