import type { Command } from 'commander';
import { say } from './output.ts';
import { migrateStore } from './store-access.ts';

export function registerMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('Bring the schema of the database up to date.')
    .action(async () => {
      const ran = await migrateStore();
      say(ran.length === 0 ? 'The schema is up to date' : `Migrated the database: ${ran.join(', ')}`);
    });
}
