import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { importFiles } from '../features/catalogue/catalogue.commands.ts';
import { describeDiff, diffCatalogue } from '../features/catalogue/catalogue.diff.ts';
import { exportCatalogue } from '../features/catalogue/catalogue.export.ts';
import { CatalogueFileError, type CatalogueSource, parseCatalogueFile } from '../features/catalogue/catalogue.file.ts';
import { readTextFile } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { confirmThen, YES_OPTION } from './confirmation.ts';
import { say } from './output.ts';
import { withStore } from './store-access.ts';

export function registerCatalogueCommands(program: Command): void {
  const catalogue = program.command('catalogue').description('Import and export the catalogue.');
  catalogue
    .command('import')
    .argument('<file...>', 'catalogue files, see docs/catalogue-files.md')
    .option('--dry-run', 'show what would change and change nothing')
    .option(...YES_OPTION)
    .description('Create or update what the files hold. One fault refuses all files. Asks before unusual prices.')
    .action(async (files: string[], options: { dryRun?: boolean; yes?: boolean }) => {
      const sources = readFiles(files);
      await withStore(async ({ database }) => {
        const diff = await diffCatalogue(database, sources);
        const warnings = diff.warnings.map((line) => `CHECK      ${line}`);
        if (options.dryRun) return [...describeDiff(diff), ...warnings].forEach(say);
        const change = () => importFiles(database, sources);
        if (warnings.length === 0) return say(await change());
        await confirmThen(warnings, options, change);
      });
    });
  catalogue
    .command('export')
    .argument('[file]', 'the file to write; the screen without it')
    .description('Write the whole catalogue in the format of import.')
    .action((file: string | undefined) =>
      withStore(async ({ database }) => {
        const content = await exportCatalogue(database);
        if (!file) return void process.stdout.write(content);
        writeFileSync(file, content);
        say(`Wrote ${file}`);
      }),
    );
}

/** Collects the faults of all files, so that the operator corrects them at once. */
function readFiles(paths: string[]): CatalogueSource[] {
  const faults: string[] = [];
  const sources = paths.flatMap((path) => {
    try {
      return [parseCatalogueFile(path, readTextFile(path))];
    } catch (error) {
      if (error instanceof CatalogueFileError) faults.push(...error.faults);
      else if (error instanceof CommandError) faults.push(error.message);
      else throw error;
      return [];
    }
  });
  if (faults.length > 0) throw new CatalogueFileError(faults);
  return sources;
}
