import type { Command } from 'commander';
import { YES_OPTION } from './confirmation.ts';

const loadActions = () => import('./catalogue-actions.ts');

export function registerCatalogueCommands(program: Command): void {
  const catalogue = program.command('catalogue').description('Import and export the catalogue.');
  catalogue
    .command('import')
    .argument('<file...>', 'catalogue files, see docs/catalogue-files.md')
    .option('--dry-run', 'show what would change and change nothing')
    .option(...YES_OPTION)
    .description('Create or update what the files hold. One fault refuses all files. Asks before unusual prices.')
    .action(async (files: string[], options: { dryRun?: boolean; yes?: boolean }) =>
      (await loadActions()).runImport(files, options),
    );
  catalogue
    .command('export')
    .argument('[file]', 'the file to write; the screen without it')
    .description('Write the whole catalogue in the format of import.')
    .action(async (file: string | undefined) => (await loadActions()).runExport(file));
}
