import type { Command } from 'commander';
import {
  acceptRates,
  compareRates,
  describeRates,
  parseAcceptedRates,
} from '../features/currency/currency.commands.ts';
import { JSON_OPTION, print, say } from './output.ts';
import { withStore } from './store-access.ts';

export function registerRatesCommands(program: Command): void {
  const rates = program.command('rates').description('Compare and accept exchange rates.');
  rates
    .command('show', { isDefault: true })
    .option(...JSON_OPTION)
    .description('Show our rates beside those of the National Bank.')
    .action((options: { json?: boolean }) =>
      withStore(async ({ currency }) => {
        const comparison = await compareRates(currency);
        print(comparison, describeRates(comparison), options);
      }),
    );
  rates
    .command('accept')
    .argument('<rate...>', 'every rate that jumped, as KZT=612.5')
    .description('Accept rates that jumped by more than 20 %.')
    .action(async (texts: string[]) => {
      const accepted = parseAcceptedRates(texts);
      await withStore(async ({ currency }) => say(await acceptRates(currency, accepted)));
    });
}
