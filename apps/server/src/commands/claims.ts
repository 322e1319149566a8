import type { Command } from 'commander';
import { commandCaller } from '../features/approvals/approvals.service.ts';
import type { ClaimAnswersService } from '../features/delivery/claim-answers.service.ts';
import { answerClaim, describeClaim, describeClaimLine } from '../features/delivery/claims.commands.ts';
import { describeRefund } from '../features/payment/refund.commands.ts';
import { currentOperator } from '../platform/audit.ts';
import { parseId } from './arguments.ts';
import { UsageError } from './command-error.ts';
import { confirmThen, YES_OPTION } from './confirmation.ts';
import { JSON_OPTION, print } from './output.ts';
import { withStore } from './store-access.ts';

export function registerClaimsCommands(program: Command): void {
  const claims = program.command('claims').description('Answer claims about keys that do not work.');
  claims
    .command('list')
    .option('--all', 'list answered claims, too')
    .option(...JSON_OPTION)
    .description('List the claims that wait for an operator, the oldest first.')
    .action((options: { all?: boolean; json?: boolean }) =>
      withClaims(async (service) => {
        const found = await service.list({ isOpen: options.all !== true });
        print(found, found.length === 0 ? ['There are no claims'] : found.map(describeClaimLine), options);
      }),
    );
  claims
    .command('show')
    .argument('<key>', 'number of the key')
    .option(...JSON_OPTION)
    .description('Show the claim about one key.')
    .action(async (key: string, options: { json?: boolean }) => {
      const keyId = parseId('The key', key);
      await withClaims(async (service) => {
        const claim = await answerClaim(service, keyId, () => service.get(keyId));
        print(claim, describeClaim(claim), options);
      });
    });
  claims
    .command('replace')
    .argument('<key>', 'number of the key')
    .option(...YES_OPTION)
    .description('Deliver another key and mail the buyer.')
    .action((key: string, options: { yes?: boolean }) =>
      answer(
        key,
        options,
        ['Another key of the product is delivered. The buyer gets a mail.'],
        async (service, keyId) => {
          const { answer: replaced } = await service.replace(commandCaller(currentOperator()), { keyId });
          return `Key ${replaced?.newKeyId} was delivered instead of key ${keyId}`;
        },
      ),
    );
  claims
    .command('refund')
    .argument('<key>', 'number of the key')
    .option(...YES_OPTION)
    .description('Refund the price of the key, revoke it and mail the buyer.')
    .action(async (key: string, options: { yes?: boolean }) => {
      const keyId = parseId('The key', key);
      await withClaims(async (service) => {
        const refund = await answerClaim(service, keyId, () => service.previewRefund(keyId));
        await answer(key, options, describeRefund(refund), async () => {
          await service.refund(commandCaller(currentOperator()), { keyId });
          return `The refund for key ${keyId} is on its way`;
        });
      });
    });
  claims
    .command('refuse')
    .argument('<key>', 'number of the key')
    .option('--text <text>', 'what the buyer reads, in their language')
    .option(...YES_OPTION)
    .description('Refuse a claim and mail the text to the buyer.')
    .action(async (key: string, options: { text?: string; yes?: boolean }) => {
      const { text } = options;
      if (text === undefined) throw new UsageError('--text is missing');
      await answer(key, options, [`The key stays as it is. The buyer reads: ${text}`], async (service, keyId) => {
        await service.refuse(currentOperator(), keyId, text);
        return `The claim about key ${keyId} is refused`;
      });
    });
}

/** Shows the claim and what happens, and then answers it. */
async function answer(
  key: string,
  options: { yes?: boolean },
  effects: string[],
  change: (service: ClaimAnswersService, keyId: number) => Promise<string>,
): Promise<void> {
  const keyId = parseId('The key', key);
  await withClaims(async (service) => {
    const claim = await answerClaim(service, keyId, () => service.get(keyId));
    const preview = [...describeClaim(claim), ...effects];
    await confirmThen(preview, options, () => answerClaim(service, keyId, () => change(service, keyId)));
  });
}

function withClaims(work: (service: ClaimAnswersService) => Promise<void>): Promise<void> {
  return withStore(({ claimAnswers }) => work(claimAnswers));
}
