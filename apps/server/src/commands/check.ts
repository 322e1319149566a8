import type { Command } from 'commander';
import { ACCOUNT_INVARIANTS } from '../features/accounts/accounts.check.ts';
import { describeClaimAlerts } from '../features/delivery/claims.commands.ts';
import { FINANCE_INVARIANTS, QUIET_FINANCE_INVARIANTS } from '../features/finance/finance.check.ts';
import { checkInvariants } from '../features/payment/payment.check.ts';
import { check } from '../features/payment/payment.commands.ts';
import { REVIEW_INVARIANTS } from '../features/reviews/reviews.check.ts';
import { checkTopUps } from '../features/top-up/top-up.commands.ts';
import { checkAuditChain } from '../platform/audit.ts';
import { JSON_OPTION, print, say } from './output.ts';
import { withStore } from './store-access.ts';

export function registerCheckCommand(program: Command): void {
  program
    .command('check')
    .option('--full', 'compare the counts of all products with their keys, not only of those that changed')
    .option(...JSON_OPTION)
    .description('Check every invariant and the audit log, and compare the books with providers and suppliers.')
    .action((options: { full?: boolean; json?: boolean }) =>
      withStore(async ({ database, config, payments, topUps, claimAnswers, stock }) => {
        const lines: string[] = [];
        const collect = options.json ? (line: string) => void lines.push(line) : say;
        const areGood = await check(database, payments, collect);
        const areTopUpsGood = await checkTopUps(database, topUps, config.publicUrl, collect);
        const financeInvariants = { ...FINANCE_INVARIANTS, ...QUIET_FINANCE_INVARIANTS };
        const financeFaults = await checkInvariants(database, financeInvariants);
        for (const fault of financeFaults) collect(`FAULT  ${fault}`);
        collect(`${Object.keys(financeInvariants).length} invariants of finance`);
        const reviewFaults = await checkInvariants(database, REVIEW_INVARIANTS);
        for (const fault of reviewFaults) collect(`FAULT  ${fault}`);
        collect(`${Object.keys(REVIEW_INVARIANTS).length} invariants of reviews`);
        const accountFaults = await checkInvariants(database, ACCOUNT_INVARIANTS);
        for (const fault of accountFaults) collect(`FAULT  ${fault}`);
        for (const line of await describeClaimAlerts(claimAnswers)) collect(line);
        const audited = await checkAuditChain(database);
        for (const fault of audited.faults) collect(`FAULT  ${fault}`);
        collect(`${audited.entries} audit entries follow each other`);
        if (await payments.keys.isComparisonDue())
          collect('REMINDER  keys of an earlier release may be in the vault twice: run npm run shop -- keys compare');
        const counted = await stock.levels.check({ isFull: options.full === true });
        for (const fault of counted.faults) collect(`FAULT  ${fault}`);
        collect(`The stock of ${counted.products ?? 'all'} products was compared with their keys`);
        const others = [...audited.faults, ...counted.faults, ...financeFaults, ...reviewFaults, ...accountFaults];
        const isGood = areGood && areTopUpsGood && others.length === 0;
        if (options.json) print({ isGood, lines }, [], options);
        if (!isGood) process.exitCode = 1;
      }),
    );
}
