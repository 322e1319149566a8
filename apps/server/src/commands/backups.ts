import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { currentOperator } from '../platform/audit.ts';
import { sizeOf, verifyBackup } from '../platform/backup/backup-folder.ts';
import { backupFolder, chooseBackup } from './backup.ts';
import { UsageError } from './command-error.ts';
import { JSON_OPTION, print, say } from './output.ts';
import { withStore } from './store-access.ts';

const MAX_NOTE = 500;

export function registerBackupsCommands(program: Command): void {
  const backups = program.command('backups').description('Record backups and rehearsals of a restore.');
  backups
    .command('list')
    .option(...JSON_OPTION)
    .description('List the last backups and rehearsals.')
    .action((options: { json?: boolean }) =>
      withStore(async ({ health }) => {
        const records = await health.listBackups();
        const lines = records.map(({ kind, doneAt, by, note, isOld }) =>
          `${doneAt.toISOString()}  ${kind}  ${by}  ${note}${isOld ? '  OLD' : ''}`.trimEnd(),
        );
        print(records, lines.length === 0 ? ['No backup was recorded'] : lines, options);
      }),
    );
  backups
    .command('verify')
    .argument('[backup]', 'its name in BACKUP_DIR; otherwise the last one')
    .option(...JSON_OPTION)
    .description('Compare the files of a backup with its checksums.')
    .action(async (name: string | undefined, options: { json?: boolean }) => {
      const folder = backupFolder(loadConfig());
      const manifest = await chooseBackup(folder, name, new Date());
      await verifyBackup(folder, manifest);
      const { endedAt, files } = manifest;
      const line = `${folder}/${manifest.name} is complete: ${files.length} files, ended ${endedAt}`;
      print({ name: manifest.name, endedAt, files: files.length, bytes: sizeOf(manifest) }, [line], options);
    });
  backups
    .command('record')
    .option('--rehearsal', 'restoring a backup was tried and worked')
    .option('--note <text>', 'where it is, or what was tried')
    .description('Record that a backup was made by another program. Call it at the end of the backup script.')
    .action(async ({ rehearsal = false, note = '' }: { rehearsal?: boolean; note?: string }) => {
      if (note.length > MAX_NOTE) throw new UsageError(`--note has at most ${MAX_NOTE} characters`);
      const kind = rehearsal ? 'rehearsal' : 'backup';
      await withStore(async ({ health }) => {
        await health.recordBackup(currentOperator(), { kind, note: note.trim() });
        say(`Recorded a ${kind}`);
      });
    });
}
