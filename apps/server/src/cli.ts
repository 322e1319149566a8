import { readFileSync, writeFileSync } from 'node:fs';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { claimDataFolder, StartError } from './data-folder.ts';
import { connect, type Database } from './database/connection.ts';
import { findRunningPostgres, startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { migrate } from './database/migrator.ts';
import { exportCatalogue } from './features/catalogue/catalogue.export.ts';
import { CatalogueFileError, type CatalogueSource, parseCatalogueFile } from './features/catalogue/catalogue.file.ts';
import { importCatalogue } from './features/catalogue/catalogue.import.ts';

const USAGE = `Usage: npm run shop -- COMMAND

  catalogue import FILE …   create or update what the files hold; all or nothing, every fault with its line
  catalogue export [FILE]   write the whole catalogue in the same format, to FILE or to the screen`;

class UsageError extends Error {}

const say = (line: string) => process.stdout.write(`${line}\n`);

const commands: Record<string, (database: Database, args: string[]) => Promise<void>> = {
  async 'catalogue import'(database, files) {
    if (files.length === 0) throw new UsageError('catalogue import needs a file');
    const result = await importCatalogue(database, readFiles(files));
    say(
      `Imported ${result.games} games with ${result.offers} offers, ${result.categories} categories, ${result.groups} groups, ${result.news} news`,
    );
  },
  async 'catalogue export'(database, [file]) {
    const content = await exportCatalogue(database);
    if (!file) return void process.stdout.write(content);
    writeFileSync(file, content);
    say(`Wrote ${file}`);
  },
};

/** Faults of all files at once: the operator mends them in one go. */
function readFiles(paths: string[]): CatalogueSource[] {
  const faults: string[] = [];
  const sources = paths.flatMap((path) => {
    try {
      return [parseCatalogueFile(path, readFileSync(path, 'utf8'))];
    } catch (error) {
      if (error instanceof CatalogueFileError) faults.push(...error.faults);
      else faults.push(`${path}: cannot be read (${error instanceof Error && 'code' in error ? error.code : error})`);
      return [];
    }
  });
  if (faults.length > 0) throw new CatalogueFileError(faults);
  return sources;
}

/** The database of DATABASE_URL, of the store that runs on this data folder, or one started for the command. */
async function withDatabase(config: Config, work: (database: Database) => Promise<void>): Promise<void> {
  const directory = `${config.dataDir}/postgres`;
  const existing = config.databaseUrl ?? findRunningPostgres(directory);
  const release = existing ? undefined : claimDataFolder(config.dataDir, true);
  const own = existing ? undefined : await startEmbeddedPostgres({ directory });
  const url = existing ?? own?.url ?? '';
  try {
    await migrate(url);
    const database = connect({ url, poolSize: 4 });
    await work(database).finally(() => database.destroy());
  } finally {
    await own?.stop();
    release?.();
  }
}

try {
  const [subject = '', verb = '', ...rest] = process.argv.slice(2);
  const command = commands[`${subject} ${verb}`];
  if (!command) throw new UsageError(subject ? `There is no command ${`${subject} ${verb}`.trim()}` : 'Which command?');
  await withDatabase(loadConfig(), (database) => command(database, rest));
} catch (error) {
  const expected = [UsageError, CatalogueFileError, ConfigError, StartError].some((kind) => error instanceof kind);
  process.stderr.write(
    `${expected && error instanceof Error ? error.message : error instanceof Error ? error.stack : error}\n`,
  );
  if (error instanceof UsageError) process.stderr.write(`\n${USAGE}\n`);
  process.exitCode = 1;
}
