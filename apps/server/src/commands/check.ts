import type { Command } from 'commander';
import { createClaimAnswersService } from '../features/delivery/claim-answers.service.ts';
import { describeClaimAlerts } from '../features/delivery/claims.commands.ts';
import { notify } from '../features/notifications/notifications.service.ts';
import { check } from '../features/payment/payment.commands.ts';
import { checkTopUps } from '../features/top-up/top-up.commands.ts';
import { jobs } from '../platform/jobs/jobs.ts';
import { JSON_OPTION, print, say } from './output.ts';
import { withMoney } from './store-access.ts';

export function registerCheckCommand(program: Command): void {
  program
    .command('check')
    .option(...JSON_OPTION)
    .description('Check every invariant and compare the books with providers and suppliers.')
    .action((options: { json?: boolean }) =>
      withMoney(async ({ database, config, payments, topUps }) => {
        const lines: string[] = [];
        const collect = options.json ? (line: string) => void lines.push(line) : say;
        const areGood = await check(database, payments, collect);
        const areTopUpsGood = await checkTopUps(database, topUps, config.publicUrl, collect);
        const claims = createClaimAnswersService({
          db: database,
          keys: payments.keys,
          refunds: payments.refunds,
          jobs,
          notify,
        });
        for (const line of await describeClaimAlerts(claims)) collect(line);
        const isGood = areGood && areTopUpsGood;
        if (options.json) print({ isGood, lines }, [], options);
        if (!isGood) process.exitCode = 1;
      }),
    );
}
