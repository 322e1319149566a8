import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { StartError } from '../data-folder.ts';
import {
  assertSpace,
  BackupError,
  copyFile,
  copyOut,
  type Manifest,
  sizeOf,
  syncFolder,
  writeDurably,
} from './backup-folder.ts';
import { archiveFolder, type RestoreTarget, recoverySettings } from './wal-archive.ts';

const DRAFT = 'postgres.restore';
const RECOVERY_MS = 12 * 3_600_000;
/** Production installs no embedded PostgreSQL. */
const loadEmbedded = () => import('../database/embedded-postgres.ts');
/** PostgreSQL stops when it finds no transaction after the moment. */
const TOO_SHORT = /recovery ended before configured recovery target was reached/;

export interface RestoredDatabase {
  url: string;
  /** The database that it replaces. Undefined when there is none, or when it does not start any more. */
  oldUrl: string | undefined;
  /** The last transaction that was restored. */
  reachedAt: Date;
}

interface RestoreOptions {
  dataDir: string;
  folder: string;
  manifest: Manifest;
  target: RestoreTarget;
  isArchiving: boolean;
  /** Looks at the restored database before it takes the place of the old one. When it throws, nothing has changed. */
  inspect: (restored: RestoredDatabase) => Promise<void>;
}

/**
 * Restores a backup beside the cluster of the data folder, then exchanges the two. The old cluster is kept. The caller holds the
 * data folder. Returns the folder of the old cluster.
 */
export async function restoreCluster(options: RestoreOptions): Promise<string | undefined> {
  const { dataDir, folder, manifest, target, isArchiving, inspect } = options;
  const { findPassword, findPostgresHome, stopOrphan } = await loadEmbedded();
  const [directory, draftDirectory] = [join(dataDir, 'postgres'), join(dataDir, DRAFT)];
  await rm(draftDirectory, { recursive: true, force: true });
  const home = findPostgresHome(directory).directory;
  const cluster = join(home, 'cluster');
  await stopOrphan(cluster);
  const hasOld = existsSync(join(cluster, 'PG_VERSION'));
  const isSame = hasOld && (await readSystemId(cluster)) === manifest.systemId;
  await assertSpace(dataDir, sizeOf(manifest) + (isSame && target !== 'end' ? await sizeOfWal(cluster) : 0));
  const draft = findPostgresHome(draftDirectory);
  try {
    await fill(draft.directory, draft.own, folder, manifest);
    // What the old cluster had written and not archived yet.
    if (isSame && target !== 'end') await copyMissingWal(cluster, join(draft.directory, 'cluster'), draft.own);
    const settings = recoverySettings(folder, target, isArchiving);
    const restored = await recover(draftDirectory, settings, folder, target);
    try {
      const reachedAt = await readReached(restored.url, manifest);
      const old = isSame ? await startOld(directory) : undefined;
      try {
        await inspect({ url: restored.url, oldUrl: old?.url, reachedAt });
      } finally {
        await old?.stop();
      }
      await setPassword(restored.url, findPassword(directory));
    } finally {
      await restored.stop();
    }
    return await exchange(home, join(draft.directory, 'cluster'), hasOld);
  } finally {
    await rm(draft.directory, { recursive: true, force: true });
    await rm(draftDirectory, { recursive: true, force: true });
  }
}

async function fill(home: string, own: (path: string) => void, folder: string, manifest: Manifest): Promise<void> {
  const cluster = join(home, 'cluster');
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  own(cluster);
  await copyOut(folder, manifest, 'cluster', cluster, own);
  await copyFile(join(folder, manifest.name, 'password'), join(home, 'password'));
  await writeDurably(join(cluster, 'recovery.signal'), '');
  for (const path of [join(home, 'password'), join(cluster, 'recovery.signal')]) own(path);
}

async function recover(directory: string, settings: string[], folder: string, target: RestoreTarget) {
  const { startEmbeddedPostgres } = await loadEmbedded();
  try {
    return await startEmbeddedPostgres({ directory, settings, readyMs: RECOVERY_MS });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    if (TOO_SHORT.test(error.message) && target instanceof Date)
      throw new BackupError(
        `The archive ${archiveFolder(folder)} ends before ${target.toISOString()}: choose an earlier moment, or --to latest`,
      );
    // Its log is removed with the draft.
    throw new BackupError(`The backup cannot be restored: ${error.message.replace(/ \(see .*\)$/, '')}`);
  }
}

async function readReached(url: string, { endedAt }: Manifest): Promise<Date> {
  const at = await ask(url, 'SELECT pg_last_xact_replay_timestamp() AS answer');
  return at instanceof Date ? at : new Date(endedAt);
}

/** The old cluster may be the reason for the restore. */
async function startOld(directory: string) {
  const { startEmbeddedPostgres } = await loadEmbedded();
  return startEmbeddedPostgres({ directory }).catch((error: unknown) => {
    if (error instanceof StartError) return undefined;
    throw error;
  });
}

async function setPassword(url: string, password: string): Promise<void> {
  await ask(url, `ALTER ROLE CURRENT_USER PASSWORD '${password}'`); // hexadecimal digits
}

async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows[0]?.answer;
  } finally {
    await client.end();
  }
}

async function exchange(home: string, draft: string, hasOld: boolean): Promise<string | undefined> {
  const { KEPT } = await import('../database/embedded-postgres-files.ts');
  const cluster = join(home, 'cluster');
  const kept = join(home, `${KEPT}${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`);
  if (hasOld) await rename(cluster, kept);
  await rename(draft, cluster);
  await syncFolder(home);
  return hasOld ? kept : undefined;
}

/** The first eight bytes of the control file. */
async function readSystemId(cluster: string): Promise<string | undefined> {
  const file = await open(join(cluster, 'global/pg_control'), 'r').catch(() => undefined);
  if (!file) return undefined;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0).finally(() => file.close());
  return bytesRead === 8 ? buffer.readBigUInt64LE().toString() : undefined;
}

const listWal = async (cluster: string) =>
  (await readdir(join(cluster, 'pg_wal'))).filter((name) => /^([0-9A-F]{24}|[0-9A-F]{8}\.history)$/.test(name));

async function sizeOfWal(cluster: string): Promise<number> {
  const sizes = (await listWal(cluster)).map(async (name) => (await stat(join(cluster, 'pg_wal', name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function copyMissingWal(from: string, to: string, own: (path: string) => void): Promise<void> {
  for (const name of await listWal(from)) {
    const target = join(to, 'pg_wal', name);
    if (existsSync(target)) continue;
    await copyFile(join(from, 'pg_wal', name), target);
    own(target);
  }
}
