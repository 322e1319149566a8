import { existsSync } from 'node:fs';
import type { Services } from '../compose.ts';
import { type Config, loadConfig } from '../config.ts';
import { claimDataFolder } from '../platform/data-folder.ts';
import { connect, LONG_STATEMENT_MS } from '../platform/database/connection.ts';
import { assertCurrentSchema, type MigrationPlan, migrate, planMigrations } from '../platform/database/migrator.ts';
import { assertStoreMode } from '../platform/database/store-mode.ts';
import { installJobs, listMissingQueues } from '../platform/jobs/jobs.ts';
import { CommandError } from './command-error.ts';

const MIGRATE_HINT = 'run: npm run shop -- migrate';
let isStopping = false;

/** Whether a signal ended the command. */
export const isInterrupted = (): boolean => isStopping;

interface StoreAccess {
  /** For a command that joins whole tables: with the 4 MB of PostgreSQL each join of millions of rows goes by the disk. */
  workMemory?: string;
}

/** Opens the store for a command. The command never changes the schema. */
export async function withStore(work: (services: Services) => Promise<void>, access?: StoreAccess): Promise<void> {
  const config = loadConfig();
  assertStoreExists(config);
  await withDatabaseUrl(config, (url) => withServices(config, url, work, access));
}

export function assertStoreExists(config: Config): void {
  if (!config.databaseUrl && !existsSync(`${config.dataDir}/postgres/cluster`)) {
    throw new CommandError(`There is no store in ${config.dataDir} yet. Start it with npm start, or ${MIGRATE_HINT}`);
  }
}

/** The services of the store on this database. */
export async function withServices(
  config: Config,
  url: string,
  work: (services: Services) => Promise<void>,
  { workMemory }: StoreAccess = {},
): Promise<void> {
  // Help and refused arguments do not need the services, which take a while to load.
  const { composeServices, QUEUES } = await import('../compose.ts');
  await assertCurrentSchema(url, MIGRATE_HINT);
  // A check of a large store reads whole tables.
  const database = connect({ url, poolSize: 4, statementMs: LONG_STATEMENT_MS, workMemory });
  try {
    await assertStoreMode(database, config.mode);
    const missing = await listMissingQueues(database, QUEUES);
    if (missing.length > 0) throw new CommandError(`The database has no queue ${missing.join(', ')}: ${MIGRATE_HINT}`);
    await work(composeServices(config, database));
  } finally {
    await database.destroy();
  }
}

/** Brings the schema up to date and returns the names of the migrations that ran. */
export async function migrateStore(): Promise<string[]> {
  const { QUEUES } = await import('../compose.ts');
  let ran: string[] = [];
  await withDatabaseUrl(loadConfig(), async (url) => {
    ran = await migrate(url);
    await installJobs(url, QUEUES);
  });
  return ran;
}

/** What `migrateStore` would run. */
export async function planStore(): Promise<MigrationPlan> {
  const config = loadConfig();
  assertStoreExists(config);
  let plan: MigrationPlan = { migrations: [], functions: false };
  await withDatabaseUrl(config, async (url) => {
    plan = await planMigrations(url);
  });
  return plan;
}

/** DATABASE_URL or its address for sessions, the database of the store that runs on this data folder, or one started for the command. */
export async function withDatabaseUrl(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  if (config.databaseUrl) return work(config.databaseSessionUrl ?? config.databaseUrl);
  // Production has a DATABASE_URL, and its installation has no PostgreSQL to start.
  const { findRunningPostgres, startEmbeddedPostgres } = await import('../platform/database/embedded-postgres.ts');
  const directory = `${config.dataDir}/postgres`;
  const running = findRunningPostgres(directory);
  if (running) return work(running);
  const release = claimDataFolder(config.dataDir, true);
  const own = startEmbeddedPostgres({ directory, archiveTo: config.backupDir });
  const close = async () => {
    await own.then(
      (postgres) => postgres.stop(),
      () => {},
    );
    release();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isStopping = true;
      void close().then(() => process.exit(1));
    });
  }
  try {
    await work((await own).url);
  } finally {
    await close();
  }
}
