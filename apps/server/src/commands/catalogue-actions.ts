import { writeFileSync } from 'node:fs';
import { importFiles } from '../features/catalogue/catalogue.commands.ts';
import { describeDiff, diffCatalogue } from '../features/catalogue/catalogue.diff.ts';
import { exportCatalogue } from '../features/catalogue/catalogue.export.ts';
import { type CatalogueSource, parseCatalogueFile } from '../features/catalogue/catalogue.file.ts';
import { CatalogueFileError } from '../features/catalogue/catalogue-file-error.ts';
import { readTextFile } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { confirmThen } from './confirmation.ts';
import { say } from './output.ts';
import { withStore } from './store-access.ts';

/** What the commands of the catalogue do. Loaded by them alone: half of what the CLI loads is the reader of these files. */

export async function runImport(files: string[], options: { dryRun?: boolean; yes?: boolean }): Promise<void> {
  const sources = readFiles(files);
  await withStore(async ({ database }) => {
    const diff = await diffCatalogue(database, sources);
    const warnings = diff.warnings.map((line) => `CHECK      ${line}`);
    if (options.dryRun) return [...describeDiff(diff), ...warnings].forEach(say);
    const change = () => importFiles(database, sources);
    if (warnings.length === 0) return say(await change());
    await confirmThen(warnings, options, change);
  });
}

export function runExport(file: string | undefined): Promise<void> {
  return withStore(async ({ database }) => {
    const content = await exportCatalogue(database);
    if (!file) return void process.stdout.write(content);
    writeFileSync(file, content);
    say(`Wrote ${file}`);
  });
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
