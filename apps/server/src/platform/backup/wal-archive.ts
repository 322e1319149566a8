import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The WAL archive of the embedded PostgreSQL: what was written after a backup, so that any later moment can be restored. */

const SCRIPT = fileURLToPath(new URL('./wal-file.ts', import.meta.url));
/** What a lost disk costs at most. An empty segment takes a few kilobytes in the archive. */
const ARCHIVE_SECONDS = 60;
const SEGMENT = /^[0-9A-F]{24}$/;

export const archiveFolder = (backupFolder: string): string => join(backupFolder, 'wal');

export const archiveSettings = (backupFolder: string): string[] => [
  'archive_mode=on',
  `archive_timeout=${ARCHIVE_SECONDS}`,
  `archive_command=${command('store', archiveFolder(backupFolder))}`,
];

/** `end`: of the backup. `latest`: everything that the archive has. */
export type RestoreTarget = 'end' | 'latest' | Date;

/** Archiving stays on without a command: what the restored database writes waits until the store starts. */
export function recoverySettings(backupFolder: string, target: RestoreTarget, isArchiving: boolean): string[] {
  const settings = [
    'hot_standby=off',
    'recovery_target_action=promote',
    `restore_command=${command('fetch', archiveFolder(backupFolder))}`,
    ...(isArchiving ? ['archive_mode=on', 'archive_command='] : []),
  ];
  if (target === 'end') return [...settings, 'recovery_target=immediate', 'recovery_target_timeline=current'];
  return target === 'latest'
    ? settings
    : [...settings, `recovery_target_time=${target.toISOString().replace('Z', '+00')}`];
}

/** Removes segments that no remaining backup needs. Timelines are short files that are kept. */
export async function removeSegmentsBefore(backupFolder: string, firstSegment: string): Promise<number> {
  const folder = archiveFolder(backupFolder);
  const place = (segment: string) => segment.slice(8); // without the timeline
  const old = (await readdir(folder).catch(() => [])).filter((file) => {
    const segment = file.replace(/\.gz$/, '').slice(0, 24);
    return SEGMENT.test(segment) && place(segment) < place(firstSegment);
  });
  for (const file of old) await rm(join(folder, file), { force: true });
  return old.length;
}

function command(task: 'store' | 'fetch', folder: string): string {
  return [process.execPath, SCRIPT, task, folder].map(quote).concat('"%f"', '"%p"').join(' ');
}

/** For the shell, and for PostgreSQL, which replaces what follows a percent sign. */
function quote(text: string): string {
  const safe = text.replaceAll('%', '%%');
  return process.platform === 'win32' ? `"${safe}"` : `'${safe.replaceAll("'", `'\\''`)}'`;
}
