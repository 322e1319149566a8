import type { Command } from 'commander';
import { describeClaimAlerts } from '../features/delivery/claims.commands.ts';
import { check } from '../features/payment/payment.commands.ts';
import { checkTopUps } from '../features/top-up/top-up.commands.ts';
import { checkStore } from './check-store.ts';
import { JSON_OPTION, print, say } from './output.ts';
import { withStore } from './store-access.ts';

const WORK_MEMORY = { workMemory: '256MB' };

export function registerCheckCommand(program: Command): void {
  program
    .command('check')
    .option('--full', 'check everything, not only what has changed since the last check without a fault')
    .option(...JSON_OPTION)
    .description('Check every invariant and the audit log, and compare the books with providers and suppliers.')
    .action((options: { full?: boolean; json?: boolean }) =>
      withStore(async ({ database, config, payments, topUps, claimAnswers, stock }) => {
        const lines: string[] = [];
        const collect = options.json ? (line: string) => void lines.push(line) : say;
        const { changed, audited, counted, ...checked } = await checkStore({ database, stock }, options.full === true);
        collect(describeExtent(changed, options.full === true));
        const areGood = await check(database, payments, checked.payments, collect);
        const areTopUpsGood = await checkTopUps(database, topUps, config.publicUrl, checked.topUps, collect);
        for (const fault of checked.finance.faults) collect(`FAULT  ${fault}`);
        collect(`${checked.finance.count} invariants of finance`);
        for (const fault of checked.reviews.faults) collect(`FAULT  ${fault}`);
        collect(`${checked.reviews.count} invariants of reviews`);
        for (const fault of checked.accounts.faults) collect(`FAULT  ${fault}`);
        for (const line of await describeClaimAlerts(claimAnswers)) collect(line);
        for (const fault of audited.faults) collect(`FAULT  ${fault}`);
        collect(`${audited.entries} audit entries follow each other`);
        if (await payments.keys.isComparisonDue())
          collect('REMINDER  keys of an earlier release may be in the vault twice: run npm run shop -- keys compare');
        for (const fault of counted.faults) collect(`FAULT  ${fault}`);
        collect(`The stock of ${counted.products ?? 'all'} products was compared with their keys`);
        const isGood = areGood && areTopUpsGood && !checked.hasFaults;
        if (options.json) print({ isGood, lines }, [], options);
        if (!isGood) process.exitCode = 1;
      }, WORK_MEMORY),
    );
}

function describeExtent(changed: { orders: number; keys: number } | undefined, isAsked: boolean): string {
  if (changed) {
    const { orders, keys } = changed;
    return `What has changed since the last check is checked: ${orders} orders and ${keys} keys. --full checks everything`;
  }
  return isAsked
    ? 'Everything is checked'
    : 'Everything is checked, because the store is new, upgraded or restored, or a check of everything found a fault';
}
