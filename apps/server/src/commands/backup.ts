import type { Command } from 'commander';
import { type Config, loadConfig } from '../config.ts';
import { currentOperator } from '../platform/audit.ts';
import { listBackups, type Manifest, sizeOf } from '../platform/backup/backup-folder.ts';
import { removeOldBackups } from '../platform/backup/old-backups.ts';
import { parseId } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { JSON_OPTION, print } from './output.ts';
import { assertStoreExists, withDatabaseUrl, withServices } from './store-access.ts';

export function registerBackupCommand(program: Command): void {
  program
    .command('backup')
    .option('--keep <count>', 'then remove all but the last backups, and the WAL that they do not need')
    .option(...JSON_OPTION)
    .description('Back up the database into BACKUP_DIR. The store may run.')
    .action(async (options: { keep?: string; json?: boolean }) => {
      const keep = options.keep === undefined ? undefined : parseId('--keep', options.keep);
      const config = loadConfig();
      assertStoreExists(config);
      const folder = backupFolder(config);
      await withDatabaseUrl(config, async (url) => {
        const manifest = await backUp(config, url, folder);
        const place = `${folder}/${manifest.name}`;
        const size = `${Math.ceil(sizeOf(manifest) / 1024 / 1024)} MB`;
        await withServices(config, url, ({ health }) =>
          health.recordBackup(currentOperator(), { kind: 'backup', note: `${place.slice(-400)}, ${size}` }),
        );
        const removed = keep === undefined ? [] : await removeOldBackups(folder, keep);
        const lines = [`Backed up: ${place} (${size}, ${manifest.files.length} files)`];
        if (removed.length > 0) lines.push(`Removed: ${removed.join(', ')}`);
        lines.push('Keep KEY_ENCRYPTION_KEY in another place: without it the keys of this backup cannot be opened.');
        const { kind, name, startedAt, endedAt } = manifest;
        print({ place, name, kind, startedAt, endedAt, bytes: sizeOf(manifest), removed }, lines, options);
      });
    });
}

/** Without BACKUP_DIR beside the database: a backup on the same disk helps against mistakes only. */
export const backupFolder = ({ backupDir, dataDir }: Config): string => backupDir ?? `${dataDir}/backups`;

async function backUp(config: Config, url: string, folder: string): Promise<Manifest> {
  if (config.databaseUrl) {
    const { dumpDatabase } = await import('../platform/backup/dump-backup.ts');
    return dumpDatabase({ url, folder });
  }
  const { backUpCluster } = await import('../platform/backup/cluster-backup.ts');
  const { findPostgresHome } = await import('../platform/database/embedded-postgres.ts');
  return backUpCluster({ url, home: findPostgresHome(`${config.dataDir}/postgres`).directory, folder });
}

/** The backup of this name, or the last one that ended before the moment. */
export async function chooseBackup(folder: string, name: string | undefined, before: Date): Promise<Manifest> {
  const all = await listBackups(folder);
  const chosen =
    name === undefined
      ? all.findLast(({ endedAt }) => new Date(endedAt) <= before)
      : all.find((one) => one.name === name);
  if (chosen) return chosen;
  if (name !== undefined) throw new CommandError(`There is no complete backup ${name} in ${folder}`);
  const first = all[0] ? `: the first one ended ${all[0].endedAt}` : '';
  throw new CommandError(`There is no complete backup before ${before.toISOString()} in ${folder}${first}`);
}
