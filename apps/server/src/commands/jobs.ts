import type { Command } from 'commander';
import { currentOperator } from '../platform/audit.ts';
import type { FailedJob } from '../platform/jobs/failed-jobs.ts';
import { UsageError } from './command-error.ts';
import { JSON_OPTION, print, say } from './output.ts';
import { withStore } from './store-access.ts';

const MOST_LISTED = 1_000;
const JOB_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const describeFailedJob = ({ id, queue, at, reason }: FailedJob): string =>
  `${at.toISOString()}  ${queue}  ${id}  ${reason ?? ''}`.trimEnd();

export function registerJobsCommands(program: Command): void {
  const jobs = program.command('jobs').description('List failed background jobs and try them again.');
  jobs
    .command('list')
    .option(...JSON_OPTION)
    .description('List the jobs that failed for good, with the reason.')
    .action((options: { json?: boolean }) =>
      withStore(async ({ failedJobs }) => {
        const { items: failed } = await failedJobs.list({ after: null, limit: MOST_LISTED });
        print(failed, failed.length === 0 ? ['No job was given up'] : failed.map(describeFailedJob), options);
      }),
    );
  jobs
    .command('retry')
    .argument('[job]', 'the id of one job, as in the list')
    .description('Try one of them again, or all.')
    .action(async (id?: string) => {
      if (id !== undefined) checkJobId(id);
      await withStore(async ({ failedJobs }) => {
        if (id !== undefined) await failedJobs.retry(currentOperator(), id);
        const moved = id === undefined ? await failedJobs.retryAll(currentOperator()) : 1;
        say(`Sent back ${moved} ${moved === 1 ? 'job' : 'jobs'}`);
      });
    });
  jobs
    .command('dismiss')
    .argument('<job>', 'its id, as in the list')
    .requiredOption('--reason <text>', 'why it is not needed any more')
    .description('Give a failed job up for good.')
    .action(async (id: string, { reason }: { reason: string }) => {
      checkJobId(id);
      if (reason.trim() === '') throw new UsageError('--reason needs a text');
      await withStore(async ({ failedJobs }) => {
        await failedJobs.dismiss(currentOperator(), id, reason.trim());
        say(`Dismissed ${id}`);
      });
    });
}

function checkJobId(text: string): void {
  if (!JOB_ID.test(text)) throw new UsageError(`${text} is not the id of a job: see them with "jobs list"`);
}
