import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { QUEUES } from '../compose.ts';
import { parseCatalogueFile } from '../features/catalogue/catalogue.file.ts';
import { importCatalogue } from '../features/catalogue/catalogue-import.service.ts';
import { connect } from '../platform/database/connection.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { migrate } from '../platform/database/migrator.ts';
import { installJobs } from '../platform/jobs/jobs.ts';
import { smallCatalogue } from './small-catalogue.ts';
import { newFolder, START_MS, until } from './store-process.ts';

/** A data folder with one game: a copy of the one that the first test file of the run creates. */
export async function preparedDataFolder(): Promise<string> {
  const shared = inject('sharedFolder');
  const [template, draft] = [join(shared, 'prepared'), join(shared, 'preparing')];
  if (isFirst(draft)) {
    await prepare(draft);
    renameSync(draft, template);
  } else await until(() => existsSync(template), START_MS);
  const dataDir = join(newFolder(), 'data');
  // With owners: PostgreSQL may run as another user.
  execFileSync('cp', ['-a', join(template, 'data'), dataDir]);
  return dataDir;
}

function isFirst(draft: string): boolean {
  try {
    closeSync(openSync(`${draft}.lock`, 'wx'));
    mkdirSync(draft);
    return true;
  } catch {
    return false;
  }
}

async function prepare(folder: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ directory: join(folder, 'data/postgres') });
  try {
    await migrate(postgres.url);
    await installJobs(postgres.url, QUEUES);
    const database = connect({ url: postgres.url, poolSize: 1 });
    await importCatalogue(database, [parseCatalogueFile('prepared', smallCatalogue('Prepared Game'))]);
    await database.destroy();
  } finally {
    await postgres.stop();
  }
}
