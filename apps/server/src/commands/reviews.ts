import { AppError } from '@oyna/domain/errors';
import type { Command } from 'commander';
import { describeReview, describeReviewLine } from '../features/reviews/reviews.commands.ts';
import { currentOperator } from '../platform/audit.ts';
import { parseId } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { JSON_OPTION, print, say } from './output.ts';
import { withStore } from './store-access.ts';

const LISTED = 100;

export function registerReviewsCommands(program: Command): void {
  const reviews = program.command('reviews').description('Moderate reviews of customers.');
  reviews
    .command('list')
    .option('--published', 'list published reviews instead of those that wait')
    .option('--hidden', 'list hidden reviews instead of those that wait')
    .option(...JSON_OPTION)
    .description('List the reviews that wait for an operator, the oldest first.')
    .action((options: { published?: boolean; hidden?: boolean; json?: boolean }) =>
      withStore(async ({ moderation }) => {
        const queue = options.hidden ? 'hidden' : options.published ? 'published' : 'waiting';
        const found = await moderation.list({ queue, after: null, limit: LISTED });
        print(found, found.length === 0 ? ['There are no such reviews'] : found.map(describeReviewLine), options);
      }),
    );
  reviews
    .command('show')
    .argument('<review>', 'number of the review')
    .option(...JSON_OPTION)
    .description('Show one review.')
    .action((review: string, options: { json?: boolean }) =>
      withReview(review, async ({ moderation }, id) => {
        const found = await moderation.get(id);
        print(found, describeReview(found), options);
      }),
    );
  reviews
    .command('publish')
    .argument('<review>', 'number of the review')
    .description('Publish a review that waits or is hidden.')
    .action((review: string) =>
      withReview(review, async ({ moderation }, id) => {
        await moderation.show(currentOperator(), { id });
        say(`Review ${id} is published`);
      }),
    );
  reviews
    .command('hide')
    .argument('<review>', 'number of the review')
    .requiredOption('--reason <text>', 'why; the author reads it')
    .description('Hide a review.')
    .action((review: string, { reason }: { reason: string }) =>
      withReview(review, async ({ moderation }, id) => {
        await moderation.hide(currentOperator(), { id }, reason);
        say(`Review ${id} is hidden`);
      }),
    );
}

type Store = Parameters<Parameters<typeof withStore>[0]>[0];

/** Says in one line why a review cannot be found or changed. */
async function withReview(review: string, run: (store: Store, id: number) => Promise<void>): Promise<void> {
  const id = parseId('The review', review);
  await withStore(async (store) => {
    try {
      await run(store, id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'not-found') throw new CommandError(`There is no review ${id}`);
      if (error.code === 'message-invalid') throw new CommandError('--reason needs 1 to 300 characters');
      if (error.code === 'state-conflict') throw new CommandError(`Review ${id} is in this state already`);
      throw error;
    }
  });
}
