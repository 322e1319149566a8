import type { Command } from 'commander';
import { getOrderId } from '../features/orders/orders.commands.ts';
import {
  describeCapability,
  describeRefund,
  explainRefusal,
  parseRefundRequest,
  type RefundOptions,
} from '../features/payment/refund.commands.ts';
import { currentOperator } from '../platform/audit.ts';
import { ORDER } from './arguments.ts';
import { UsageError } from './command-error.ts';
import { confirmThen, YES_OPTION } from './confirmation.ts';
import { withStore } from './store-access.ts';

/** `orders refund` and `orders close-refund`. */
export function registerRefundCommands(orders: Command): void {
  addRefundOptions(orders.command('refund'))
    .option(...YES_OPTION)
    .description('Refund an order, one item of it, or an amount. A failed refund is tried again.')
    .action(async (text: string, options: RefundOptions & { yes?: boolean }) => {
      const request = parseRefundRequest(options);
      await withStore(async ({ operatorOrders, payments: { refunds } }) => {
        const orderId = await getOrderId(operatorOrders, text);
        await explainRefusal(orderId, async () => {
          const preview = await refunds.previewRefund(orderId, request);
          await confirmThen([...describeRefund(preview), describeCapability(preview)], options, async () => {
            await refunds.refund(currentOperator(), orderId, request, preview.amount);
            return 'The refund is on its way: a worker asks the provider for it within seconds';
          });
        });
      });
    });
  addRefundOptions(orders.command('close-refund'))
    .requiredOption('--note <text>', 'where and how the money was given back, for the audit log')
    .option(...YES_OPTION)
    .description('Record a refund that you made in the panel of the provider.')
    .action(async (text: string, options: RefundOptions & { note: string; yes?: boolean }) => {
      const request = parseRefundRequest(options);
      const note = options.note.trim();
      if (note === '' || note.length > MAX_NOTE)
        throw new UsageError(`--note needs a text of up to ${MAX_NOTE} characters`);
      await withStore(async ({ operatorOrders, payments: { refunds } }) => {
        const orderId = await getOrderId(operatorOrders, text);
        await explainRefusal(orderId, async () => {
          const preview = await refunds.previewClosing(orderId, request);
          const lines = [...describeRefund(preview), 'It is booked as done, and the provider is not asked for it'];
          await confirmThen(lines, options, async () => {
            await refunds.closeByHand(currentOperator(), orderId, request, note, preview.amount);
            return 'The refund is booked, and the buyer is notified';
          });
        });
      });
    });
}

const MAX_NOTE = 500;

const addRefundOptions = (command: Command): Command =>
  command
    .argument(...ORDER)
    .option('--item <n>', 'the number of the item in "orders show"')
    .option('--count <n>', 'how many pieces of the item; all without it')
    .option('--amount <amount>', 'money only, in the currency of the payment');
