import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { forEachAtOnce } from './at-once.ts';

/** A backup cannot be made, read or restored. The message is all that the operator sees. */
export class BackupError extends Error {}

export interface BackupFile {
  path: string;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  format: 1;
  /** `cluster`: the files of the embedded PostgreSQL. `dump`: written by pg_dump. */
  kind: 'cluster' | 'dump';
  name: string;
  startedAt: string;
  endedAt: string;
  storeVersion: string;
  postgresVersion: string;
  lastMigration: string;
  /** The master keys that open the key vault. A restore without one of them is refused before it begins. */
  masterIds: string[];
  /** Of a cluster: its identity, and the first segment of the WAL that a restore reads. */
  systemId?: string;
  firstSegment?: string;
  folders: string[];
  files: BackupFile[];
}

const NAME = /^backup-\d{8}T\d{6}Z$/;
const DRAFT = '.incomplete-';
const MANIFEST = 'manifest.json';
const CHUNK = 1024 * 1024;
const AT_ONCE = 8;
/** Left free on the disk, for the WAL that is written meanwhile. */
const RESERVE = 64 * CHUNK;

/** The first start of a backup in a second has its name. */
export const backupName = (now: Date): string => `backup-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`;

/**
 * Writes a backup into a folder that no one takes for a complete one, and renames it when everything is on the disk. The
 * caller makes sure that one backup is made at a time, so what an interrupted one has left is removed here.
 */
export async function createBackup(
  folder: string,
  name: string,
  write: (draft: string) => Promise<Omit<Manifest, 'format' | 'name'>>,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(folder)) {
    if (entry.startsWith(DRAFT)) await rm(join(folder, entry), { recursive: true, force: true });
  }
  const draft = join(folder, `${DRAFT}${name}`);
  await mkdir(draft, { mode: 0o700 });
  try {
    const manifest: Manifest = { format: 1, name, ...(await write(draft)) };
    await writeDurably(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
    await syncFolder(draft);
    await rename(draft, join(folder, name));
    await syncFolder(folder);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Complete backups, the oldest first. */
export async function listBackups(folder: string): Promise<Manifest[]> {
  const entries = await readdir(folder).catch(() => []);
  const names = entries.filter((entry) => NAME.test(entry) && existsSync(join(folder, entry, MANIFEST))).sort();
  return Promise.all(names.map((name) => readManifest(folder, name)));
}

export async function readManifest(folder: string, name: string): Promise<Manifest> {
  const path = join(folder, name, MANIFEST);
  const text = NAME.test(name) ? await readFile(path, 'utf8').catch(() => undefined) : undefined;
  if (text === undefined) throw new BackupError(`There is no complete backup ${name} in ${folder}`);
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text);
  } catch {
    throw new BackupError(`${path} is damaged: choose another backup`);
  }
  if (manifest.format !== 1) throw new BackupError(`${path} has a format that this version of the store does not know`);
  return manifest;
}

/** Compares every file with the manifest. Throws for the first that is missing or different. */
export async function verifyBackup(folder: string, manifest: Manifest): Promise<void> {
  const root = join(folder, manifest.name);
  await forEachAtOnce(manifest.files, AT_ONCE, async (file) => {
    const found = await hashFile(safeJoin(root, file.path)).catch(() => undefined);
    if (!found) throw new BackupError(`The backup ${manifest.name} is damaged: ${file.path} is missing`);
    if (found.sha256 !== file.sha256)
      throw new BackupError(`The backup ${manifest.name} is damaged: ${file.path} was changed`);
  });
}

/** Copies what the manifest lists below `part` of the backup, and checks it on the way. */
export async function copyOut(
  folder: string,
  manifest: Manifest,
  part: string,
  target: string,
  own: (path: string) => void,
): Promise<void> {
  const root = join(folder, manifest.name);
  const inside = (path: string) => path.startsWith(`${part}/`);
  const place = (path: string) => safeJoin(target, path.slice(part.length + 1));
  for (const path of manifest.folders.filter(inside)) {
    await mkdir(place(path), { recursive: true, mode: 0o700 });
    own(place(path));
  }
  await forEachAtOnce(
    manifest.files.filter(({ path }) => inside(path)),
    AT_ONCE,
    async (file) => {
      const copied = await copyFile(safeJoin(root, file.path), place(file.path));
      if (copied.sha256 !== file.sha256)
        throw new BackupError(`The backup ${manifest.name} is damaged: ${file.path} was changed`);
      own(place(file.path));
    },
  );
}

/** Copies a file, waits until it is on the disk, and returns what was written. */
export async function copyFile(from: string, to: string): Promise<Omit<BackupFile, 'path'>> {
  const source = await open(from, 'r');
  try {
    const target = await open(to, 'wx', 0o600);
    try {
      const read = await readAll(source, (chunk) => target.writeFile(chunk));
      await target.datasync();
      return read;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

export async function hashFile(path: string): Promise<Omit<BackupFile, 'path'>> {
  const source = await open(path, 'r');
  try {
    return await readAll(source, async () => {});
  } finally {
    await source.close();
  }
}

async function readAll(source: FileHandle, onChunk: (chunk: Buffer) => Promise<void>) {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, CHUNK);
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    await onChunk(chunk);
    bytes += bytesRead;
  }
}

export async function writeDurably(path: string, text: string | Buffer): Promise<Omit<BackupFile, 'path'>> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return hashFile(path);
}

export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return; // a folder cannot be opened there
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

/** Refuses to begin what the disk cannot hold. The folder may not exist yet. */
export async function assertSpace(folder: string, bytes: number): Promise<void> {
  let existing = folder;
  while (!(await stat(existing).catch(() => undefined))) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  if (bavail * bsize < bytes + RESERVE) {
    const [needed, free] = [bytes + RESERVE, bavail * bsize].map((size) => Math.ceil(size / CHUNK));
    throw new BackupError(`${folder} needs ${needed} MB of free space and has ${free} MB`);
  }
}

export const sizeOf = ({ files }: Pick<Manifest, 'files'>): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** A manifest from elsewhere must not name a file outside of its folder. */
function safeJoin(root: string, path: string): string {
  const full = join(root, path);
  const inside = relative(root, full);
  if (inside === '' || inside.split(sep)[0] === '..')
    throw new BackupError(`The backup names a file outside of it: ${path}`);
  return full;
}
