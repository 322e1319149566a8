import type { Command } from 'commander';
import { sql } from 'kysely';
import { type Config, loadConfig } from '../config.ts';
import { masterIdOf } from '../features/keys/keys.cipher.ts';
import { type Aftermath, prepareRestoredStore } from '../features/payment/restored-store.service.ts';
import { currentOperator } from '../platform/audit.ts';
import { type Manifest, sizeOf, verifyBackup } from '../platform/backup/backup-folder.ts';
import type { RestoredDatabase } from '../platform/backup/cluster-restore.ts';
import type { RestoreTarget } from '../platform/backup/wal-archive.ts';
import { claimDataFolder } from '../platform/data-folder.ts';
import { connect, type Database } from '../platform/database/connection.ts';
import { assertStoreMode } from '../platform/database/store-mode.ts';
import { parseMoment } from './arguments.ts';
import { backupFolder, chooseBackup } from './backup.ts';
import { CommandError, UsageError } from './command-error.ts';
import { isConfirmed, YES_OPTION } from './confirmation.ts';
import { JSON_OPTION, print } from './output.ts';

const WRONG_KEY =
  'KEY_ENCRYPTION_KEY does not open the keys of this backup: set the one of that time. Nothing was changed.';

const SHOWN_ACTIONS = 50;

interface Options {
  to?: string;
  yes?: boolean;
  json?: boolean;
}

export function registerRestoreCommand(program: Command): void {
  program
    .command('restore')
    .argument('[backup]', 'its name in BACKUP_DIR; otherwise the last one before the moment')
    .option('--to <moment>', 'as 2027-12-31T23:59:00Z, or latest; otherwise the end of the backup')
    .option(...YES_OPTION)
    .option(...JSON_OPTION)
    .description('Replace the database by a backup. The store must be stopped; the old data are kept.')
    .action(async (name: string | undefined, options: Options) => {
      const target = parseTarget(options.to);
      const config = loadConfig();
      if (config.databaseUrl && target !== 'end')
        throw new UsageError('--to needs the archive of the embedded database; see docs/operating.md for DATABASE_URL');
      const folder = backupFolder(config);
      const manifest = await chooseBackup(folder, name, target instanceof Date ? target : new Date());
      assertFits(config, manifest, target);
      if (config.databaseUrl) return restore(config, folder, manifest, target, options);
      const release = claimDataFolder(config.dataDir, true);
      try {
        await restore(config, folder, manifest, target, options);
      } finally {
        release();
      }
    });
}

function parseTarget(text: string | undefined): RestoreTarget {
  if (text === undefined) return 'end';
  return text === 'latest' ? 'latest' : parsePastMoment('--to', text);
}

export function parsePastMoment(name: string, text: string): Date {
  const moment = parseMoment(name, text);
  if (+moment > Date.now()) throw new UsageError(`${name} is in the future: ${text}`);
  return moment;
}

function assertFits(config: Config, { name, kind, endedAt, masterIds }: Manifest, target: RestoreTarget): void {
  const { databaseUrl, keyEncryptionKey, previousKeyEncryptionKey } = config;
  const masters = [keyEncryptionKey, previousKeyEncryptionKey].flatMap((key) => (key ? [masterIdOf(key)] : []));
  if (!masterIds.every((id) => masters.includes(id))) throw new CommandError(WRONG_KEY);
  if ((kind === 'dump') !== (databaseUrl !== undefined)) {
    const wanted = kind === 'dump' ? 'the PostgreSQL of DATABASE_URL' : 'the embedded database, without DATABASE_URL';
    throw new CommandError(`${name} is a backup of ${wanted}`);
  }
  if (target instanceof Date && target < new Date(endedAt))
    throw new CommandError(`${name} ended ${endedAt}, after the moment: choose an earlier backup`);
}

async function restore(config: Config, folder: string, manifest: Manifest, target: RestoreTarget, options: Options) {
  await verifyBackup(folder, manifest);
  const place = config.databaseUrl ? 'the database of DATABASE_URL' : `${config.dataDir}/postgres`;
  const preview = [
    `Backup    ${folder}/${manifest.name}, version ${manifest.storeVersion}, ${Math.ceil(sizeOf(manifest) / 1024 / 1024)} MB, verified`,
    `Restores  ${describe(manifest, target)}`,
    `Replaces  ${place}; the old data are kept beside it`,
    'Ends      all sessions of customers and operators',
  ];
  if (options.json && !options.yes) {
    print({ isDone: false, preview }, [], options);
    process.exitCode = 1;
    return;
  }
  if (!options.json && !(await isConfirmed(preview, options))) {
    process.exitCode = 1;
    return;
  }
  let aftermath: Aftermath | undefined;
  let reached = new Date(manifest.endedAt);
  const inspect = async (restored: RestoredDatabase) => {
    reached = restored.reachedAt;
    aftermath = await prepareDatabase(config, manifest.name, restored);
  };
  const kept = await run(config, { folder, manifest, target, inspect });
  const data = { isDone: true, backup: manifest.name, restoredTo: reached, kept: kept ?? null, ...aftermath };
  print(data, [`Restored to ${reached.toISOString()}`, ...explain(aftermath, kept)], options);
}

function describe({ endedAt }: Manifest, target: RestoreTarget): string {
  if (target === 'latest') return 'everything that the archive has';
  return target === 'end' ? `the end of the backup, ${endedAt}` : `the moment ${target.toISOString()}`;
}

interface Run {
  folder: string;
  manifest: Manifest;
  target: RestoreTarget;
  inspect: (restored: RestoredDatabase) => Promise<void>;
}

async function run(config: Config, { folder, manifest, target, inspect }: Run): Promise<string | undefined> {
  if (config.databaseUrl) {
    const { restoreDump } = await import('../platform/backup/dump-backup.ts');
    return restoreDump({ url: config.databaseSessionUrl ?? config.databaseUrl, folder, manifest, inspect });
  }
  const { restoreCluster } = await import('../platform/backup/cluster-restore.ts');
  const { dataDir } = config;
  return restoreCluster({ dataDir, folder, manifest, target, isArchiving: config.backupDir !== undefined, inspect });
}

/** On the restored database, before a store starts on it. With `isOldNeeded` an old one that cannot be read is an error. */
export async function prepareDatabase(
  config: Config,
  backup: string,
  { url, oldUrl, isOldNeeded = false, reachedAt }: RestoredDatabase & { isOldNeeded?: boolean },
): Promise<Aftermath> {
  const { composeServices } = await import('../compose.ts');
  const database = connect({ url, poolSize: 2 });
  const old = oldUrl === undefined ? undefined : connect({ url: oldUrl, poolSize: 1 });
  try {
    await assertStoreMode(database, config.mode);
    const { payments } = composeServices(config, database);
    await payments.keys.openVault().catch(() => {
      throw new CommandError(WRONG_KEY);
    });
    const found = await findStore(old);
    const readable = found && (await isSameStore(found, database)) ? found : undefined;
    if (isOldNeeded && found && !readable)
      throw new CommandError('The old database belongs to another store. Nothing was changed.');
    if (isOldNeeded && !readable) throw new CommandError('The old database cannot be read. Nothing was changed.');
    if (readable && (await nameOf(readable)) === (await nameOf(database)))
      throw new CommandError('The old database is the restored one. Nothing was changed.');
    const providers = [...payments.providers.keys()];
    return await prepareRestoredStore(database, readable, currentOperator(), { backup, reachedAt, providers });
  } finally {
    await database.destroy();
    await old?.destroy();
  }
}

/** Of a database on a running server, however its address is written. */
async function nameOf(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    SELECT concat_ws(' ', pg_postmaster_start_time(), current_database()) AS name`.execute(db);
  return rows[0]?.name ?? '';
}

/** Payments are never deleted, so the first one of a store tells it from another. */
async function isSameStore(old: Database, restored: Database): Promise<boolean> {
  const [before, now] = await Promise.all(
    [old, restored].map((db) => db.selectFrom('payment').select('order_id').orderBy('id').limit(1).executeTakeFirst()),
  );
  return before === undefined || now === undefined || before.order_id === now.order_id;
}

/** A new database has no tables yet, so it gives no information. */
async function findStore(old: ReturnType<typeof connect> | undefined) {
  const isStore = await old
    ?.selectFrom('payment')
    .select('id')
    .limit(1)
    .execute()
    .then(
      () => true,
      () => false,
    );
  return isStore ? old : undefined;
}

export function explain(aftermath: Aftermath | undefined, kept: string | undefined): string[] {
  if (!aftermath) return [];
  const { unknownOrders, refundedOrders, resoldOrders, quarantinedKeys, lostBatches } = aftermath;
  const { lostActions, unerasedCustomers, daysToReconcile } = aftermath;
  const actions = [...new Set(lostActions.map(({ action, subject }) => `  ${action}, ${subject}`))];
  const count = (items: readonly unknown[], line: string) => (items.length === 0 ? [] : [`${items.length} ${line}`]);
  const compared = [
    ...count(unknownOrders, 'payments were made after that and are not known any more: each is an ALERT of shop check'),
    ...count(refundedOrders, 'payments were refunded after that: each is an ALERT of shop check'),
    ...(quarantinedKeys ? [`${quarantinedKeys} keys were handed over after that: they are in quarantine`] : []),
    ...count(resoldOrders, 'keys were returned and sold to others after that: each is an ALERT of shop check'),
    ...count(lostBatches, 'batches of keys were imported after that: import them again'),
    ...count(unerasedCustomers, 'customers were erased after that, and their data are here again. Erase them:'),
    ...unerasedCustomers.map((id) => `  npm run shop -- customers erase '#${id}'`),
    ...count(lostActions, 'actions of operators were lost:'),
    ...actions.slice(0, SHOWN_ACTIONS),
    ...(actions.length > SHOWN_ACTIONS
      ? [`  and ${actions.length - SHOWN_ACTIONS} more, in the audit of the old data`]
      : []),
  ];
  const unread = [
    'The replaced database could not be read. What was paid after that is found in the registries of the providers:',
    `  reconcile ${daysToReconcile.join(', ')}, each provider`,
    'Keys that were handed over after that are not known: take what may have been sold off sale before the store opens.',
  ];
  return [
    ...(aftermath.isCompared ? compared : unread),
    `${aftermath.waitingPayments} payments wait: their providers are asked when the store runs`,
    ...(kept === undefined ? [] : [`The old data: ${kept}`]),
    'Start the store, then run: npm run shop -- check',
  ];
}
