import type { Command } from 'commander';
import {
  addPromoCode,
  changePromoCode,
  describePromoCode,
  endPromo,
  listPromoCodeFacts,
  type PromoChangeOptions,
  type PromoOptions,
  parsePromoChange,
  parsePromoCode,
} from '../features/promo/promo.commands.ts';
import { JSON_OPTION, print, say } from './output.ts';
import { withStore } from './store-access.ts';

export function registerPromoCommands(program: Command): void {
  const promo = program.command('promo').description('Manage promo codes.');
  promo
    .command('add')
    .argument('<code>')
    .option('--percent <n>', 'percent off, 1 to 100')
    .option('--amount <dollars>', 'dollars off, as 4.99')
    .option('--minimum <dollars>', 'the smallest basket that it works for')
    .option('--starts <day>', 'the first day in Almaty, as 2027-01-31')
    .option('--expires <day>', 'the last day in Almaty')
    .option('--limit <n>', 'how many times it works')
    .option('--per-user <n>', 'how many times it works for one customer')
    .option('--products <ids>', 'only for these offers, as 101,102')
    .option('--categories <ids>', 'only for these categories')
    .option('--first-order', 'only for customers who have not bought yet')
    .option('--budget <dollars>', 'how much it may take off in all')
    .description('Create a promo code.')
    .action(async (code: string, options: PromoOptions) => {
      const promoCode = parsePromoCode(code, options);
      await withStore(async ({ database }) => say(await addPromoCode(database, promoCode)));
    });
  promo
    .command('change')
    .argument('<code>')
    .option('--minimum <dollars>', 'the smallest basket that it works for, or none')
    .option('--starts <day>', 'the first day in Almaty, as 2027-01-31')
    .option('--expires <day>', 'the last day in Almaty, or none')
    .option('--limit <n>', 'how many times it works, or none')
    .option('--per-user <n>', 'how many times it works for one customer, or none')
    .option('--products <ids>', 'only for these offers, as 101,102, or none for all')
    .option('--categories <ids>', 'only for these categories, or none for all')
    .option('--first-order <answer>', 'only for customers who have not bought yet: yes or no')
    .option('--budget <dollars>', 'how much it may take off in all, or none')
    .description('Change the terms of a promo code. The discount stays.')
    .action(async (code: string, options: PromoChangeOptions) => {
      const change = parsePromoChange(code, options);
      await withStore(async ({ database }) => say(await changePromoCode(database, change)));
    });
  promo
    .command('list')
    .option(...JSON_OPTION)
    .description('List all promo codes and their uses.')
    .action((options: { json?: boolean }) =>
      withStore(async ({ database }) => {
        const codes = await listPromoCodeFacts(database);
        print(codes, codes.length === 0 ? ['There are no promo codes'] : codes.map(describePromoCode), options);
      }),
    );
  promo
    .command('end')
    .argument('<code>')
    .description('End a promo code now.')
    .action((code: string) => withStore(async ({ database }) => say(await endPromo(database, code))));
}
