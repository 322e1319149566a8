import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { TestProject } from 'vitest/node';
import { QUEUES } from '../compose.ts';
import { parseConfig } from '../config.ts';
import { stockDemo } from '../demo/demo-keys.ts';
import { importCatalogue } from '../features/catalogue/catalogue-import.service.ts';
import { createKeysService } from '../features/keys/keys.service.ts';
import { connect } from '../platform/database/connection.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { migrate } from '../platform/database/migrator.ts';
import { installJobs } from '../platform/jobs/jobs.ts';
import { readDemoCatalogue } from './demo-catalogue.ts';
import { keepRecordedCalls, listUntestedWrites } from './recorded-calls.ts';
import { createDatabase, databaseUrl } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** For files that several test files use. */
    sharedFolder: string;
  }
}

/** One cluster for all tests. A test that needs a database copies one of its two templates. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'oyna-test-'));
  // For a PostgreSQL that runs as another user.
  chmodSync(folder, 0o755);
  // A test cluster is deleted afterwards, so nothing in it has to survive a crash.
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];
  const postgres = await startEmbeddedPostgres({ directory: join(folder, 'postgres'), settings });
  await migrate(postgres.url);
  await installJobs(postgres.url, QUEUES);
  await createDatabase(postgres.url, 'seeded', 'oyna');
  const database = connect({ url: databaseUrl(postgres.url, 'seeded'), poolSize: 2 });
  await importCatalogue(database, readDemoCatalogue());
  await stockDemo(database, createKeysService(database, { current: parseConfig({}).keyEncryptionKey }));
  await database.destroy();
  project.provide('postgresUrl', postgres.url);
  project.provide('sharedFolder', folder);
  return async () => {
    await postgres.stop();
    const kept = process.env['KEPT_CALLS'];
    if (kept && project.name === 'server') keepRecordedCalls(folder, kept);
    const calls = await findWholeRun(project, folder, kept);
    const untested = calls === undefined ? [] : listUntestedWrites(calls);
    rmSync(folder, { recursive: true, force: true });
    if (untested.length > 0) {
      reportFault(
        `No test calls these writes of the console with success (TestOperator.call):\n${untested.join('\n')}`,
      );
    }
    for (const error of project.vitest.state.getUnhandledErrors()) reportFault(`Unhandled: ${inspect(error)}`);
  };
}

/** What is wrong with a run but belongs to no test. `npm test` reads the list, because a second run of failed files may pass. */
function reportFault(text: string): void {
  process.stderr.write(`${text}\n`);
  const list = process.env['RUN_FAULTS'];
  if (list) appendFileSync(list, `${JSON.stringify(text)}\n`);
  process.exitCode = 1;
}

/**
 * The folder with the calls of all tests of the server, if all ran and passed. Those that failed and passed in a second run count
 * as well; `npm test` keeps the calls of both.
 */
async function findWholeRun(project: TestProject, folder: string, kept?: string): Promise<string | undefined> {
  const ran = project.vitest.state.getTestModules().filter((module) => module.project === project);
  if (project.name !== 'server' || !ran.every((module) => module.ok())) return undefined;
  if (kept && process.env['IS_SECOND_RUN'] === 'true') return kept;
  const { testFiles } = await project.globTestFiles();
  const isFiltered = project.config.testNamePattern !== undefined || ran.length < testFiles.length;
  return isFiltered ? undefined : folder;
}
