import { spawn } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { assertSpace, BackupError, backupName, createBackup, hashFile, type Manifest } from './backup-folder.ts';
import { readContents } from './cluster-backup.ts';

/** Backups of the PostgreSQL of DATABASE_URL, by pg_dump and pg_restore. They hold the moment at which pg_dump began. */

const LOCK = 7_164_963;
const FILE = 'database.dump';
/** A process that renewed its row within this time is running. */
const SILENT_SECONDS = 45;

export async function dumpDatabase({ url, folder }: { url: string; folder: string }): Promise<Manifest> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${LOCK}) AS mine, now() AS now,
      pg_database_size(current_database())::float8 AS size`);
    const { mine, now, size } = rows[0];
    if (!mine) throw new BackupError('Another backup is being made: wait for it');
    await assertSpace(folder, size); // a dump is compressed and without indexes, so it is smaller
    return createBackup(folder, backupName(now), async (draft) => {
      await run('pg_dump', ['--format=custom', '--no-password', `--file=${join(draft, FILE)}`], url);
      await chmod(join(draft, FILE), 0o600);
      return {
        kind: 'dump',
        startedAt: now.toISOString(),
        endedAt: now.toISOString(),
        ...(await readContents(client)),
        folders: [],
        files: [{ path: FILE, ...(await hashFile(join(draft, FILE))) }],
      };
    });
  });
}

interface DumpRestore {
  url: string;
  folder: string;
  manifest: Manifest;
  inspect: (restored: { url: string; oldUrl: string; reachedAt: Date }) => Promise<void>;
}

/** Restores into a new database, then exchanges the names of the two in one transaction. Returns the name of the old one. */
export async function restoreDump({ url, folder, manifest, inspect }: DumpRestore): Promise<string> {
  const name = databaseOf(url);
  const stamp = new Date().toISOString().replace(/[-:TZ]|\.\d+/g, '');
  const [draft, kept] = [`${name}_restore_${stamp}`, `${name}_before_${stamp}`];
  await assertNoStoreRuns(url);
  return withClient(otherDatabase(url, 'postgres'), async (client) => {
    const id = (text: string) => client.escapeIdentifier(text);
    await client.query(`CREATE DATABASE ${id(draft)} TEMPLATE template0 ${await localeOf(client, name)}`);
    try {
      const draftUrl = otherDatabase(url, draft);
      const dump = join(folder, manifest.name, FILE);
      await run('pg_restore', ['--no-password', '--no-owner', '--exit-on-error', `--dbname=${draft}`, dump], draftUrl);
      await inspect({ url: draftUrl, oldUrl: url, reachedAt: new Date(manifest.startedAt) });
      await client.query('BEGIN');
      await client.query(`ALTER DATABASE ${id(name)} RENAME TO ${id(kept)}`);
      await client.query(`ALTER DATABASE ${id(draft)} RENAME TO ${id(name)}`);
      await client.query('COMMIT');
      return kept;
    } catch (error) {
      await client.query('ROLLBACK');
      await client.query(`DROP DATABASE IF EXISTS ${id(draft)} WITH (FORCE)`);
      if (error instanceof Error && 'code' in error && error.code === '55006')
        throw new BackupError(`Other programs use the database ${name}: stop them, and restore again`);
      throw error;
    }
  });
}

/** The restored database sorts and compares as the old one does. */
async function localeOf(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query(
    `SELECT pg_encoding_to_char(encoding) AS encoding, datcollate, datctype, datlocprovider FROM pg_database WHERE datname = $1`,
    [name],
  );
  const [found] = rows;
  if (found?.datlocprovider !== 'c') return '';
  const literal = (text: string) => client.escapeLiteral(text);
  return `ENCODING ${literal(found.encoding)} LC_COLLATE ${literal(found.datcollate)} LC_CTYPE ${literal(found.datctype)}`;
}

/** Processes of the store renew their rows. A database without the table holds no store. */
export async function assertNoStoreRuns(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query("SELECT to_regclass('node') IS NOT NULL AS exists");
    if (!rows[0].exists) return;
    const found = await client.query(
      `SELECT DISTINCT host FROM node WHERE beat_at > now() - make_interval(secs => ${SILENT_SECONDS})`,
    );
    if (found.rows.length > 0)
      throw new BackupError(
        `The store runs on ${found.rows.map(({ host }) => host).join(', ')}: stop it, wait ${SILENT_SECONDS} seconds`,
      );
  });
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new BackupError(`The database cannot be reached: ${error instanceof Error ? error.message : error}`);
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function run(program: 'pg_dump' | 'pg_restore', args: string[], url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...libpqVariables(url) };
    const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.once('error', () =>
      reject(new BackupError(`${program} cannot be run: install the client programs of PostgreSQL`)),
    );
    child.once('close', (code) => {
      if (code === 0) return resolve();
      const line = stderr.split('\n').find((text) => text.includes('error:')) ?? stderr.split('\n')[0] ?? '';
      reject(new BackupError(`${program} failed: ${line.replace(/^.*?error: /, '')}`));
    });
  });
}

/** Not on the command line, where every user of the machine can read the password. */
export function libpqVariables(url: string): Record<string, string> {
  const { hostname, port, username, password, searchParams } = new URL(url);
  const variables: Record<string, string | null> = {
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname).replace(/^\[|\]$/g, ''),
    PGPORT: searchParams.get('port') ?? port,
    PGUSER: searchParams.get('user') ?? decodeURIComponent(username),
    PGPASSWORD: searchParams.get('password') ?? decodeURIComponent(password),
    PGDATABASE: databaseOf(url),
    PGSSLMODE: searchParams.get('sslmode'),
    PGSSLROOTCERT: searchParams.get('sslrootcert'),
    PGSSLCERT: searchParams.get('sslcert'),
    PGSSLKEY: searchParams.get('sslkey'),
  };
  return Object.fromEntries(Object.entries(variables).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

const databaseOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

function otherDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(name)}`;
  return other.href;
}
