import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { CommandError } from './command-error.ts';
import { isConfirmed, YES_OPTION } from './confirmation.ts';
import { JSON_OPTION, print } from './output.ts';
import { explain, parsePastMoment, prepareDatabase } from './restore.ts';

interface Options {
  to: string;
  old?: string;
  yes?: boolean;
  json?: boolean;
}

/** For a database that pgBackRest or a promoted standby has brought back: what `restore` does after it has restored a backup. */
export function registerRestoredCommand(program: Command): void {
  program
    .command('restored')
    .requiredOption('--to <moment>', 'the last moment that the database knows, as 2027-12-31T23:59:00Z')
    .option('--old <url>', 'the database before that, if it still runs; its password is in PGPASSWORD')
    .option(...YES_OPTION)
    .option(...JSON_OPTION)
    .description('After another tool has restored the database of DATABASE_URL: find what it does not know.')
    .action(async ({ to, old, ...options }: Options) => {
      const reachedAt = parsePastMoment('--to', to);
      const config = loadConfig();
      if (!config.databaseUrl)
        throw new CommandError('This is for DATABASE_URL: shop restore does it for the embedded database');
      const url = config.databaseSessionUrl ?? config.databaseUrl;
      const { assertNoStoreRuns } = await import('../platform/backup/dump-backup.ts');
      await assertNoStoreRuns(url);
      if (old !== undefined) await assertNoStoreRuns(old);
      const preview = [
        `Prepares  the database of DATABASE_URL, restored to ${reachedAt.toISOString()}`,
        `Compares  ${old === undefined ? 'with nothing: the registries of the providers are asked for' : 'with the database of --old'}`,
        'Ends      all sessions of customers and operators',
      ];
      if (options.json && !options.yes) print({ isDone: false, preview }, [], options);
      if (!options.yes && (options.json || !(await isConfirmed(preview, options)))) {
        process.exitCode = 1;
        return;
      }
      const place = { url, oldUrl: old, isOldNeeded: old !== undefined, reachedAt };
      const aftermath = await prepareDatabase(config, 'another tool', place);
      print({ isDone: true, restoredTo: reachedAt, ...aftermath }, explain(aftermath, undefined), options);
    });
}
