import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listBackups } from './backup-folder.ts';
import { removeSegmentsBefore } from './wal-archive.ts';

/** Keeps the last backups, and the WAL from the first of them on. Returns the names of the removed ones. */
export async function removeOldBackups(folder: string, keep: number): Promise<string[]> {
  const all = await listBackups(folder);
  const [old, kept] = [all.slice(0, -keep), all.slice(-keep)];
  for (const { name } of old) await rm(join(folder, name), { recursive: true, force: true });
  const first = kept.find(({ firstSegment }) => firstSegment !== undefined)?.firstSegment;
  if (first !== undefined) await removeSegmentsBefore(folder, first);
  return old.map(({ name }) => name);
}
