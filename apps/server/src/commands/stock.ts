import type { Command } from 'commander';
import type { ProductStock } from '../features/keys/stock.service.ts';
import { parseId } from './arguments.ts';
import { JSON_OPTION, print } from './output.ts';
import { withStore } from './store-access.ts';

export function registerStockCommand(program: Command): void {
  program
    .command('stock')
    .option('--low [n]', 'only offered products with at most n keys; without n, by the threshold of each product')
    .option(...JSON_OPTION)
    .description('Show keys in stock and sales per product, sold out first.')
    .action(async (options: { low?: string | true; json?: boolean }) => {
      const choice =
        typeof options.low === 'string' ? { most: parseLow(options.low) } : { isLow: options.low === true };
      await withStore(async ({ stock }) => {
        const rows = await stock.board.listNow(choice);
        print(rows, rows.length === 0 ? ['No product is low'] : rows.map(describeStock), options);
      });
    });
}

const parseLow = (text: string): number => (text === '0' ? 0 : parseId('--low', text));

function describeStock(stock: ProductStock): string {
  const parts = [
    `${stock.productId}`,
    stock.name,
    stock.available === 0 ? 'SOLD OUT' : `${stock.available} available`,
    `${stock.reserved} reserved`,
    `${stock.sold7} sold in 7 days`,
    `${stock.sold30} in 30`,
    stock.daysLeft !== null && stock.available > 0 && `${stock.daysLeft} days left`,
    !stock.isOffered && 'not offered',
  ];
  return parts.filter(Boolean).join('  ');
}
