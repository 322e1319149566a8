import type { Command } from 'commander';
import {
  describeOrder,
  describeOrderLine,
  findOrderFacts,
  getOrderFacts,
  getOrderId,
  listOrderFacts,
  resendOrder,
  settleOrder,
} from '../features/orders/orders.commands.ts';
import { describeTopUp, findTopUpFacts } from '../features/top-up/top-up.commands.ts';
import { ORDER, parseVerdict } from './arguments.ts';
import { confirmThen, YES_OPTION } from './confirmation.ts';
import { JSON_OPTION, print, say } from './output.ts';
import { registerRefundCommands } from './refunds.ts';
import { withStore } from './store-access.ts';

export function registerOrdersCommands(program: Command): void {
  const orders = program.command('orders').description('Show, refund and settle orders.');
  orders
    .command('list')
    .option(...JSON_OPTION)
    .description('List the newest orders.')
    .action((options: { json?: boolean }) =>
      withStore(async ({ operatorOrders }) => {
        const facts = await listOrderFacts(operatorOrders);
        print(facts, facts.length === 0 ? ['There are no orders'] : facts.map(describeOrderLine), options);
      }),
    );
  orders
    .command('find')
    .argument(
      '<query>',
      'id, short number, payment id of the provider, e-mail address or login, or the beginning of one',
    )
    .option(...JSON_OPTION)
    .description('Find orders of a customer or of a payment.')
    .action((query: string, options: { json?: boolean }) =>
      withStore(async ({ operatorOrders, lookup }) => {
        const facts = await findOrderFacts({ lookup, orders: operatorOrders }, query);
        print(facts, facts.length === 0 ? [`No order matches ${query}`] : facts.map(describeOrderLine), options);
      }),
    );
  orders
    .command('show')
    .argument(...ORDER)
    .option(...JSON_OPTION)
    .description('Show one order with its items, keys, events and alerts.')
    .action((text: string, options: { json?: boolean }) =>
      withStore(async ({ database, operatorOrders }) => {
        const orderId = await getOrderId(operatorOrders, text);
        const order = await getOrderFacts(operatorOrders, orderId);
        const topUp = await findTopUpFacts(database, orderId);
        print(
          { ...order, topUp: topUp ?? null },
          [...describeOrder(order), ...(topUp ? describeTopUp(topUp) : [])],
          options,
        );
      }),
    );
  registerRefundCommands(orders);
  orders
    .command('resend')
    .argument(...ORDER)
    .description('Send the mail about an order again.')
    .action((text: string) =>
      withStore(async ({ operatorOrders, orderActions }) => {
        say(await resendOrder(orderActions, await getOrderId(operatorOrders, text)));
      }),
    );
  orders
    .command('settle')
    .argument(...ORDER)
    .option('--accept', 'the whole amount is in the panel of the provider')
    .option('--reject', 'the payment does not count')
    .option('--note <text>', 'why, for the audit log')
    .option(...YES_OPTION)
    .description('Decide a payment under review.')
    .action(async (text: string, options: { accept?: boolean; reject?: boolean; note?: string; yes?: boolean }) => {
      const verdict = parseVerdict(options, ['accept', 'reject']);
      await withStore(async ({ operatorOrders, orderActions }) => {
        const seen = await getOrderFacts(operatorOrders, await getOrderId(operatorOrders, text));
        const preview = [...describeOrder(seen), SETTLE_PREVIEW[verdict]];
        await confirmThen(preview, options, () => settleOrder(orderActions, seen, verdict, options.note ?? ''));
      });
    });
}

const SETTLE_PREVIEW = {
  accept: 'The payment counts as paid. Keys or a top-up are delivered, and what cannot be delivered is refunded.',
  reject: 'The payment fails. Its keys and its basket are free again.',
} as const;
