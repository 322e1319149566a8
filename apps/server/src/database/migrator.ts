import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const FOLDER = new URL('../../migrations/', import.meta.url);
const LOCK = 7_164_962; // any number, the same on every node: one node migrates, the others wait

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
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const version = Number((await client.query('SHOW server_version_num')).rows[0].server_version_num);
    if (version < 150_000) throw new Error(`PostgreSQL 15 or newer is needed; this one says ${version}`);
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    return await applyMissing(client);
  } finally {
    await client.end();
  }
}

async function applyMissing(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; hash: string }>('SELECT name, hash FROM schema_migration');
  const applied = new Map(rows.map((row) => [row.name, row.hash]));
  const migrations = listMigrations();
  const known = new Set(migrations.map(({ name }) => name));
  const newer = rows.find((row) => !known.has(row.name));
  if (newer) throw new Error(`The database has ${newer.name}, which this version of the store does not know`);

  const ran: string[] = [];
  for (const { name, sql, hash } of migrations) {
    const before = applied.get(name);
    if (before === hash) continue;
    if (before) throw new Error(`Migration ${name} was changed after it had been applied`);
    await client.query('BEGIN');
    try {
      await client.query(sql);
      await client.query('INSERT INTO schema_migration (name, hash) VALUES ($1, $2)', [name, hash]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`);
    }
    ran.push(name);
  }
  return ran;
}
