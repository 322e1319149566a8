import type { Command } from 'commander';
import type { MigrationPlan } from '../platform/database/migrator.ts';
import { UsageError } from './command-error.ts';
import { JSON_OPTION, print, say } from './output.ts';
import { migrateStore, planStore } from './store-access.ts';

export function registerMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .option('--dry-run', 'list what would run, and the tables it would lock; exits with 1 if there is something')
    .option(...JSON_OPTION)
    .description('Bring the schema of the database up to date.')
    .action(async (options: { dryRun?: boolean; json?: boolean }) => {
      if (options.json && !options.dryRun) throw new UsageError('--json needs --dry-run');
      if (options.dryRun) return showPlan(await planStore(), options);
      const ran = await migrateStore();
      say(ran.length === 0 ? 'The schema is up to date' : `Migrated the database: ${ran.join(', ')}`);
    });
}

function showPlan(plan: MigrationPlan, options: { json?: boolean }): void {
  const isCurrent = plan.migrations.length === 0 && !plan.functions;
  const lines = plan.migrations.flatMap(({ name, phase, locks }) => [
    `${name}  ${phase}`,
    ...locks.map(
      ({ on = '?', blocks, isLong, reason, statement }) =>
        `  LOCK  ${on}: blocks ${blocks === 'all' ? 'reading and writing' : 'writing'}${isLong ? ', LONG' : ''} (${reason})  ${statement}`,
    ),
  ]);
  if (plan.functions) lines.push('functions  created again');
  if (plan.migrations.some(({ locks }) => locks.some(({ isLong }) => isLong)))
    lines.push('All of it is one transaction: every lock before a LONG one is held as long as that one.');
  print({ isCurrent, ...plan }, isCurrent ? ['The schema is up to date'] : lines, options);
  if (!isCurrent) process.exitCode = 1;
}
