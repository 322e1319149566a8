import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { StartError } from '../data-folder.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
const LOCK = 7_164_962; // any number, the same on every node: one node migrates, the others wait
const OLDEST_MAJOR = 15;
const CONNECT_MS = 10_000;

interface Migration {
  name: string;
  sql: string;
  hash: string;
}

export function listMigrations(): Migration[] {
  return readdirSync(fileURLToPath(FOLDER))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, FOLDER), 'utf8');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Brings the database to the newest shape, forward only, each file in a transaction of its own. Returns what it ran. */
export function migrate(url: string): Promise<string[]> {
  return withClient(url, 'The database cannot be prepared', async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    return applyMissing(client);
  });
}

/** Reads the schema and changes nothing. Throws when a migration is missing, changed or unknown. */
export function assertCurrentSchema(url: string, hint: string): Promise<void> {
  return withClient(url, 'The schema of the database cannot be read', async (client) => {
    const { rows } = await client.query("SELECT to_regclass('schema_migration') IS NOT NULL AS is_there");
    const applied = rows[0].is_there ? await readApplied(client) : new Map<string, string>();
    const missing = findMissing(applied).map(({ name }) => name);
    if (missing.length > 0)
      throw new StartError(`The database has an older schema, without ${missing.join(', ')}: ${hint}`);
  });
}

async function withClient<Result>(url: string, failure: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => {}); // a connection that breaks is told by the query that was waiting on it
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`The database cannot be reached: ${reasonOf(error)}`);
  }
  try {
    assertSupportedVersion((await client.query('SHOW server_version_num')).rows[0].server_version_num);
    return await work(client);
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${failure}: ${reasonOf(error)}`);
  } finally {
    await client.end();
  }
}

/** 150004 is how PostgreSQL 15.4 counts itself. */
export function assertSupportedVersion(number: string): void {
  const [major, minor] = [Math.floor(Number(number) / 10_000), Number(number) % 10_000];
  if (major < OLDEST_MAJOR)
    throw new StartError(`PostgreSQL ${OLDEST_MAJOR} or newer is needed; this is ${major}.${minor}`);
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; hash: string }>('SELECT name, hash FROM schema_migration');
  return new Map(rows.map((row) => [row.name, row.hash]));
}

/** The files that were not applied yet, in order. */
function findMissing(applied: ReadonlyMap<string, string>): Migration[] {
  const migrations = listMigrations();
  const known = new Set(migrations.map(({ name }) => name));
  const newer = [...applied.keys()].find((name) => !known.has(name));
  if (newer) throw new StartError(`The database has ${newer}, which this version of the store does not know`);
  return migrations.filter(({ name, hash }) => {
    const before = applied.get(name);
    if (before !== undefined && before !== hash) {
      throw new StartError(`Migration ${name} was changed after it had been applied`);
    }
    return before === undefined;
  });
}

async function applyMissing(client: pg.Client): Promise<string[]> {
  const ran: string[] = [];
  for (const { name, sql, hash } of findMissing(await readApplied(client))) {
    await client.query('BEGIN');
    try {
      await client.query(sql);
      await client.query('INSERT INTO schema_migration (name, hash) VALUES ($1, $2)', [name, hash]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      throw new StartError(`Migration ${name} failed: ${reasonOf(error)}`);
    }
    ran.push(name);
  }
  return ran;
}

/** One line; an address that means several machines fails with several errors and no message of its own. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text =
    error instanceof AggregateError && !error.message ? error.errors.map(reasonOf).join(', ') : error.message;
  return text.replaceAll('\n', ' ');
}
