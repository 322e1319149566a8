import type { Command } from 'commander';
import { describeVisits, listDailyVisits } from '../features/statistics/statistics.commands.ts';
import { JSON_OPTION, print } from './output.ts';
import { withStore } from './store-access.ts';

export function registerVisitsCommand(program: Command): void {
  program
    .command('visits')
    .option(...JSON_OPTION)
    .description('Show the visits of the last 30 days by language.')
    .action((options: { json?: boolean }) =>
      withStore(async ({ database }) => {
        const days = await listDailyVisits(database);
        print(days, days.length === 0 ? ['There are no visits yet'] : days.map(describeVisits), options);
      }),
    );
}
