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

type Work = (database: Database) => Promise<void>;

/** Each looks at its arguments and files first, and only then wants a database. */
const commands: Record<string, (args: string[]) => Work> = {
  'catalogue import'(files) {
    if (files.length === 0) throw new UsageError('catalogue import needs a file');
    const sources = readFiles(files);
    return async (database) => {
      const result = await importCatalogue(database, sources);
      say(
        `Imported ${result.games} games with ${result.offers} offers, ${result.categories} categories, ${result.groups} groups, ${result.news} news`,
      );
    };
  },
  'catalogue export'([file]) {
    return async (database) => {
      const content = await exportCatalogue(database);
      if (!file) return void process.stdout.write(content);
      writeFileSync(file, content);
      say(`Wrote ${file}`);
    };
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
async function withDatabase(config: Config, work: Work): Promise<void> {
  const directory = `${config.dataDir}/postgres`;
  const existing = config.databaseUrl ?? findRunningPostgres(directory);
  if (existing) return useDatabase(existing, work);
  const release = claimDataFolder(config.dataDir, true);
  const own = startEmbeddedPostgres({ directory });
  const close = async () => {
    await own.then(
      (postgres) => postgres.stop(),
      () => {},
    );
    release();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isInterrupted = true;
      void close().then(() => process.exit(1));
    });
  }
  try {
    await useDatabase((await own).url, work);
  } finally {
    await close();
  }
}

async function useDatabase(url: string, work: Work): Promise<void> {
  await migrate(url);
  const database = connect({ url, poolSize: 4 });
  await work(database).finally(() => database.destroy());
}

let isInterrupted = false;
process.stdout.on('error', () => {}); // `… export | head` reads only what it wants

try {
  const [subject = '', verb = '', ...rest] = process.argv.slice(2);
  const command = commands[`${subject} ${verb}`];
  if (!command) throw new UsageError(subject ? `There is no command ${`${subject} ${verb}`.trim()}` : 'Which command?');
  await withDatabase(loadConfig(), command(rest));
} catch (error) {
  const expected = [UsageError, CatalogueFileError, ConfigError, StartError].some((kind) => error instanceof kind);
  const message = expected && error instanceof Error ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(isInterrupted ? 'Interrupted\n' : `${message}\n`);
  if (error instanceof UsageError) process.stderr.write(`\n${USAGE}\n`);
  process.exitCode = 1;
}
