import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { ownVersion } from '../database/migrator.ts';
import { forEachAtOnce } from './at-once.ts';
import {
  assertSpace,
  BackupError,
  type BackupFile,
  backupName,
  copyFile,
  createBackup,
  type Manifest,
  writeDurably,
} from './backup-folder.ts';

const LOCK = 7_164_963;
const AT_ONCE = 8;
/** PostgreSQL creates the contents of these folders anew. The WAL is copied separately. */
const EMPTIED = new Set(
  ['dynshmem', 'notify', 'replslot', 'serial', 'snapshots', 'stat_tmp', 'subtrans', 'wal'].map((name) => `pg_${name}`),
);
const SKIPPED =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|\.s\.PGSQL\..*|.*\.old|.*\.signal|current_logfiles.*)$/;
const CONTROL = 'global/pg_control';

/**
 * Copies the files of a PostgreSQL that runs, between pg_backup_start and pg_backup_stop, and the WAL of that time, so that the
 * backup is complete without the archive. The embedded PostgreSQL has neither pg_basebackup nor pg_dump.
 */
export async function backUpCluster(options: { url: string; home: string; folder: string }): Promise<Manifest> {
  const { url, home, folder } = options;
  const cluster = join(home, 'cluster');
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the query that waits fails and reports it
  await client.connect();
  try {
    const ask = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows[0];
    if (!(await ask('SELECT pg_try_advisory_lock($1) AS mine', [LOCK])).mine)
      throw new BackupError('Another backup is being made: wait for it');
    await assertSpace(folder, (await sizesOf(cluster, (await listFiles(cluster)).files)) + 32 * 1024 * 1024);
    const { now } = await ask('SELECT now() AS now');
    // The slot keeps the WAL until this connection ends.
    await ask(`SELECT pg_create_physical_replication_slot('oyna_backup_' || pg_backend_pid(), true, true)`);
    return await createBackup(folder, backupName(now), async (draft) => {
      await ask('SELECT pg_backup_start($1, true)', ['oyna']);
      const { folders, copied } = await copyCluster(cluster, join(draft, 'cluster'));
      const stopped = await ask(`SELECT labelfile, now() AS ended, lsn - 1 AS last_byte,
        (SELECT system_identifier::text FROM pg_control_system()) AS system_id FROM pg_backup_stop(true)`);
      const { name: last } = await ask('SELECT pg_walfile_name($1::pg_lsn) AS name', [stopped.last_byte]);
      const firstSegment = /\(file ([0-9A-F]{24})\)/.exec(stopped.labelfile)?.[1] ?? '';
      copied.push({
        path: 'backup_label',
        ...(await writeDurably(join(draft, 'cluster/backup_label'), stopped.labelfile)),
      });
      copied.push(...(await copyWal(cluster, join(draft, 'cluster'), firstSegment, last)));
      const password = await copyFile(join(home, 'password'), join(draft, 'password'));
      return {
        kind: 'cluster',
        startedAt: now.toISOString(),
        endedAt: new Date(stopped.ended).toISOString(),
        ...(await readContents(client)),
        systemId: stopped.system_id,
        firstSegment,
        folders: folders.map((path) => `cluster/${path}`),
        files: [
          { path: 'password', ...password },
          ...copied.map((file) => ({ ...file, path: `cluster/${file.path}` })),
        ],
      };
    });
  } finally {
    await client.end();
  }
}

/** What a manifest says about the contents of the database. */
export async function readContents(client: pg.Client) {
  const { rows } = await client.query(`SELECT current_setting('server_version') AS version,
    (SELECT max(name) FROM schema_migration) AS migration, ARRAY(SELECT DISTINCT master_id FROM vault_secret) AS ids`);
  const [{ version, migration, ids }] = rows;
  return { storeVersion: ownVersion(), postgresVersion: version, lastMigration: migration, masterIds: ids };
}

async function listFiles(cluster: string): Promise<{ folders: string[]; files: string[] }> {
  const [folders, files]: [string[], string[]] = [[], []];
  const visit = async (inside: string): Promise<void> => {
    for (const entry of await readdir(join(cluster, inside), { withFileTypes: true })) {
      const path = inside ? `${inside}/${entry.name}` : entry.name;
      if (SKIPPED.test(entry.name)) continue;
      if (entry.isSymbolicLink())
        throw new BackupError(`${path} is a link: a cluster with tablespaces is not supported`);
      if (entry.isDirectory()) {
        folders.push(path);
        if (!EMPTIED.has(path)) await visit(path);
      } else if (entry.isFile()) files.push(path);
    }
  };
  await visit('');
  return { folders, files };
}

async function sizesOf(cluster: string, files: string[]): Promise<number> {
  let bytes = 0;
  await forEachAtOnce(files, AT_ONCE, async (path) => {
    bytes += (await stat(join(cluster, path)).catch(() => ({ size: 0 }))).size;
  });
  return bytes;
}

/** Pages may change while they are copied: the WAL of the backup repairs them. The control file has no such repair. */
async function copyCluster(cluster: string, draft: string): Promise<{ folders: string[]; copied: BackupFile[] }> {
  const { folders, files } = await listFiles(cluster);
  for (const path of ['', ...folders]) await mkdir(join(draft, path), { recursive: true, mode: 0o700 });
  const copied: BackupFile[] = [];
  await forEachAtOnce(
    files.filter((path) => path !== CONTROL),
    AT_ONCE,
    async (path) => {
      const file = await copyFile(join(cluster, path), join(draft, path)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined; // dropped meanwhile, as the WAL says too
        throw error;
      });
      if (file) copied.push({ path, ...file });
    },
  );
  let control = await readFile(join(cluster, CONTROL));
  for (let again = await readFile(join(cluster, CONTROL)); !again.equals(control); ) {
    control = again;
    again = await readFile(join(cluster, CONTROL));
  }
  copied.push({ path: CONTROL, ...(await writeDurably(join(draft, CONTROL), control)) });
  return { folders, copied };
}

async function copyWal(cluster: string, draft: string, first: string, last: string): Promise<BackupFile[]> {
  const names = (await readdir(join(cluster, 'pg_wal'))).sort();
  const segments = names.filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last);
  if (!first || segments[0] !== first || segments.at(-1) !== last)
    throw new BackupError('The WAL of the backup is not complete: make the backup again');
  const copied: BackupFile[] = [];
  for (const name of [...segments, ...names.filter((entry) => entry.endsWith('.history'))]) {
    const path = `pg_wal/${name}`;
    copied.push({ path, ...(await copyFile(join(cluster, path), join(draft, path))) });
  }
  return copied;
}
