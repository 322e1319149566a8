import type { Command } from 'commander';
import {
  describeStuckTopUp,
  describeTopUp,
  getTopUpFacts,
  listStuckTopUps,
  settleTopUp,
} from '../features/top-up/top-up.commands.ts';
import { parseVerdict } from './arguments.ts';
import { confirmThen, YES_OPTION } from './confirmation.ts';
import { JSON_OPTION, print } from './output.ts';
import { withStore } from './store-access.ts';

export function registerTopUpsCommands(program: Command): void {
  const topUps = program.command('top-ups').description('List and settle top-ups that do not end by themselves.');
  topUps
    .command('list', { isDefault: true })
    .option(...JSON_OPTION)
    .description('List top-ups that do not end by themselves, with the reason.')
    .action((options: { json?: boolean }) =>
      withStore(async ({ database }) => {
        const stuck = await listStuckTopUps(database);
        print(stuck, stuck.length === 0 ? ['No top-up needs you'] : stuck.map(describeStuckTopUp), options);
      }),
    );
  topUps
    .command('settle')
    .argument('<order>')
    .option('--delivered', 'the panel of the supplier shows it as delivered')
    .option('--failed', 'the panel shows it as failed; the money is refunded')
    .option(...YES_OPTION)
    .description('Decide a top-up whose supplier does not answer.')
    .action(async (orderId: string, options: { delivered?: boolean; failed?: boolean; yes?: boolean }) => {
      const outcome = parseVerdict(options, ['delivered', 'failed']);
      await withStore(async ({ database, topUps: services }) => {
        const preview = [...describeTopUp(await getTopUpFacts(database, orderId)), SETTLE_PREVIEW[outcome]];
        await confirmThen(preview, options, () => settleTopUp(database, services, orderId, outcome));
      });
    });
}

const SETTLE_PREVIEW = {
  delivered: 'The top-up is booked as delivered.',
  failed: 'The top-up is booked as failed, and the whole amount is refunded.',
} as const;
