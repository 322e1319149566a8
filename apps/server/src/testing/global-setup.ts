import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { listUntestedWrites } from './recorded-calls.ts';
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
    const untested = (await isWholeRun(project)) ? listUntestedWrites(folder) : [];
    rmSync(folder, { recursive: true, force: true });
    if (untested.length === 0) return;
    process.stderr.write(
      `No test calls these writes of the console with success (TestOperator.call):\n${untested.join('\n')}\n`,
    );
    process.exitCode = 1;
  };
}

/** Whether all tests of the server ran, and passed. */
async function isWholeRun(project: TestProject): Promise<boolean> {
  const { testFiles } = await project.globTestFiles();
  const ran = project.vitest.state.getTestModules().filter((module) => module.project === project);
  const isFiltered = project.config.testNamePattern !== undefined || ran.length < testFiles.length;
  return project.name === 'server' && !isFiltered && ran.every((module) => module.ok());
}
