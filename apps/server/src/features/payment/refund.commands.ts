import { hasKey } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { amountToText, parseAmount } from '@oyna/domain/money';
import { parseId } from '../../commands/arguments.ts';
import { CommandError, UsageError } from '../../commands/command-error.ts';
import type { OperatorRefund, OperatorRefundRequest, RefundFault } from './operator-refunds.service.ts';

export interface RefundOptions {
  item?: string;
  count?: string;
  amount?: string;
}

/** `--item N [--count N]` or `--amount X`; without them everything that is left. */
export function parseRefundRequest({ item, count, amount }: RefundOptions): OperatorRefundRequest {
  if (item !== undefined && amount !== undefined) throw new UsageError('Give either --item or --amount');
  if (count !== undefined && item === undefined) throw new UsageError('--count needs --item');
  if (item !== undefined) {
    const pieces = count === undefined ? undefined : parseId('--count', count);
    return { kind: 'item', number: parseId('--item', item), count: pieces };
  }
  if (amount === undefined) return { kind: 'rest' };
  const hundredths = parseAmount(amount);
  if (hundredths === undefined || hundredths <= 0) {
    throw new UsageError('--amount must be an amount in the currency of the payment, as 4.99');
  }
  return { kind: 'amount', amount: hundredths };
}

/** What is refunded, how much, and through which provider. */
export function describeRefund(refund: OperatorRefund): string[] {
  const money = (amount: number) => `${amountToText(amount)} ${refund.currency}`;
  const before = refund.refundedBefore > 0 ? `, of which ${money(refund.refundedBefore)} were refunded before` : '';
  return [
    `Order ${refund.orderId}: ${money(refund.paid)} were paid through ${refund.provider}${before}`,
    `${refund.isRetry ? 'The failed refund' : 'The refund'} is ${money(refund.amount)}`,
    ...refund.parts.map(({ number, count, amount }) => `  item ${number}, ${count} pcs: ${money(amount)}`),
    ...(refund.parts.length > 0 || refund.isRetry ? [] : ['  no item is taken back']),
    ...describeKeys('go back to stock', refund.returnedKeys),
    ...describeKeys('were opened and are revoked', refund.revokedKeys),
  ];
}

const describeKeys = (fate: string, keyIds: number[]): string[] =>
  keyIds.length === 0 ? [] : [`  keys ${keyIds.join(', ')} ${fate}`];

const CAPABILITIES = {
  partial: 'refunds parts of a payment',
  full: 'refunds whole payments only',
  undefined: 'is not configured here',
} as const;

export const describeCapability = ({ provider, capability }: OperatorRefund): string =>
  `${provider} ${CAPABILITIES[capability ?? 'undefined']}`;

const FAULTS: Record<RefundFault, string> = {
  'nothing-left': 'Nothing is left to refund',
  'whole-payments-only': 'This provider refunds whole payments only: leave out --item and --amount',
  'unknown-item': 'The order has no such item: see "orders show"',
  'too-many-pieces': 'So many pieces of this item are not left to refund',
  'amount-too-large': 'The amount is larger than what is left of the payment',
  'amount-invalid': 'The amount must be larger than zero',
  'not-paid': 'The order is not paid',
  'in-progress': 'A refund of this order is on its way',
  'failed-before':
    'An earlier refund of this order failed: retry it without --item and --amount, or close it with "orders close-refund"',
  'close-by-hand':
    'This provider refunds whole payments only. Refund it in the panel of the provider and close it with "orders close-refund"',
  changed: 'The order has changed since the preview: look again',
};

/** Turns the refusal of the service into a line for the operator. */
export async function explainRefusal<Result>(orderId: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = error.details?.['reason'];
    if (typeof reason === 'string' && hasKey(FAULTS, reason)) throw new CommandError(FAULTS[reason]);
    if (error.code === 'not-found') throw new CommandError(`There is no order ${orderId}`);
    if (error.details?.['status'] === 'in delivery') throw new CommandError('The top-up is in delivery');
    throw error;
  }
}
