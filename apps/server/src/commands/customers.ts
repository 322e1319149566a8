import type { Command } from 'commander';
import {
  describeCustomer,
  describeCustomerLine,
  explainCustomerFault,
  getOnlyCustomer,
  previewErasing,
} from '../features/customers/customers.commands.ts';
import { currentOperator } from '../platform/audit.ts';
import { parseLastDay } from './arguments.ts';
import { UsageError } from './command-error.ts';
import { confirmThen, YES_OPTION } from './confirmation.ts';
import { JSON_OPTION, print } from './output.ts';
import { withStore } from './store-access.ts';

const QUERY = ['<query>', 'login, e-mail address or #id'] as const;
const MAX_REASON = 500;

export function registerCustomersCommands(program: Command): void {
  const customers = program.command('customers').description('Show, block and erase customers.');
  customers
    .command('show')
    .argument('<query>', 'login, e-mail address, #id, or the beginning of a login, address, phone number or name')
    .option(...JSON_OPTION)
    .description('Show one customer with orders, claims and sessions, or list several.')
    .action((query: string, options: { json?: boolean }) =>
      withStore(async ({ customers: service }) => {
        const found = await service.search(query);
        const [only, ...others] = found;
        if (!only) return print([], [`There is no customer ${query}`], options);
        if (others.length > 0) return print(found, found.map(describeCustomerLine), options);
        const customer = await service.get(only.accountId);
        print(customer, describeCustomer(customer), options);
      }),
    );
  customers
    .command('block')
    .argument(...QUERY)
    .requiredOption('--reason <text>', 'why, for the operators')
    .option('--until <day>', 'the last day of the block in Almaty, as 2026-12-31; without it until "unblock"')
    .option(...YES_OPTION)
    .description('End all sessions of a customer and refuse sign-in and payments.')
    .action(async (query: string, options: { reason: string; until?: string; yes?: boolean }) => {
      const reason = options.reason.trim();
      if (reason === '' || reason.length > MAX_REASON) {
        throw new UsageError(`--reason needs a text of up to ${MAX_REASON} characters`);
      }
      const until = options.until === undefined ? null : parseLastDay('--until', options.until);
      if (until && +until <= Date.now()) throw new UsageError('--until must not be in the past');
      await withStore(async ({ customers: service }) => {
        const customer = await getOnlyCustomer(service, query);
        const end = until ? ` until ${until.toISOString()}` : '';
        const preview = [describeCustomerLine(customer), `All sessions end. Sign-in and payments are refused${end}.`];
        await confirmThen(preview, options, () =>
          explainCustomerFault(async () => {
            await service.block(currentOperator(), customer.accountId, reason, until);
            return `Blocked ${customer.login}${end}`;
          }),
        );
      });
    });
  customers
    .command('unblock')
    .argument(...QUERY)
    .option(...YES_OPTION)
    .description('Let a blocked customer sign in again.')
    .action((query: string, options: { yes?: boolean }) =>
      withStore(async ({ customers: service }) => {
        const customer = await getOnlyCustomer(service, query);
        const preview = [describeCustomerLine(customer), 'Sign-in and payments are possible again.'];
        await confirmThen(preview, options, () =>
          explainCustomerFault(async () => {
            await service.unblock(currentOperator(), customer.accountId);
            return `Unblocked ${customer.login}`;
          }),
        );
      }),
    );
  customers
    .command('erase')
    .argument(...QUERY)
    .option(...YES_OPTION)
    .description('Remove the personal data of a customer for good. Orders stay without it.')
    .action((query: string, options: { yes?: boolean }) =>
      withStore(async ({ customers: service }) => {
        const { accountId } = await getOnlyCustomer(service, query);
        const preview = previewErasing(await service.get(accountId));
        await confirmThen(preview, options, () =>
          explainCustomerFault(async () => {
            await service.erase(currentOperator(), accountId);
            return `Erased account #${accountId}`;
          }),
        );
      }),
    );
}
