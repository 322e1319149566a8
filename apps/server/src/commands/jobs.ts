import type { Command } from 'commander';
import { describeDeadLetter, listDeadLetters, retryDeadLetters } from '../platform/jobs/jobs.commands.ts';
import { JSON_OPTION, print, say } from './output.ts';
import { withStore } from './store-access.ts';

export function registerJobsCommands(program: Command): void {
  const jobs = program.command('jobs').description('Look after background jobs.');
  jobs
    .command('list')
    .option(...JSON_OPTION)
    .description('List the jobs that failed for good, with the reason.')
    .action((options: { json?: boolean }) =>
      withStore(async ({ database }) => {
        const letters = await listDeadLetters(database);
        print(letters, letters.length === 0 ? ['No job was given up'] : letters.map(describeDeadLetter), options);
      }),
    );
  jobs
    .command('retry')
    .description('Try all of them again.')
    .action(() => withStore(async ({ database }) => say(await retryDeadLetters(database))));
}
