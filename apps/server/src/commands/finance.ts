import type { Command } from 'commander';
import { currentOperator } from '../platform/audit.ts';
import { parseId } from './arguments.ts';
import { UsageError } from './command-error.ts';
import { confirmThen, YES_OPTION } from './confirmation.ts';
import { say } from './output.ts';
import { withStore } from './store-access.ts';

const MAX_DAYS = 36_500;

export function registerFinanceCommands(program: Command): void {
  const finance = program.command('finance').description('Check and correct the figures of finance.');
  finance
    .command('rebuild')
    .option('--days <n>', 'only payments that were begun in the last n days; without it, all')
    .option(...YES_OPTION)
    .description('Compare sales, fees and cost by day with the payments, and correct what differs.')
    .action(async (options: { days?: string; yes?: boolean }) => {
      const days = options.days === undefined ? undefined : parseDays(options.days);
      await withStore(async ({ booking }) => {
        const wrong = await booking.previewRebuild(days);
        if (wrong.payments + wrong.days === 0) return say('Every payment and every day agree. Nothing was changed.');
        await confirmThen([describe('differ', wrong)], options, async () =>
          describe('corrected', await booking.rebuildBy(currentOperator(), days)),
        );
      });
    });
}

function parseDays(text: string): number {
  const days = parseId('--days', text);
  if (days > MAX_DAYS) throw new UsageError(`--days is at most ${MAX_DAYS}`);
  return days;
}

const describe = (what: string, { payments, days }: { payments: number; days: number }): string =>
  `${payments} ${payments === 1 ? 'movement' : 'movements'} of payments and ${days} ${days === 1 ? 'sum' : 'sums'} of days ${what}`;
