import { formatMoney } from '@oyna/domain/money-format';
import { audit } from '../../audit.ts';
import { CommandError } from '../../command-error.ts';
import type { Database } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Payments } from './create-payments.ts';
import { orderMessages } from './order-messages.ts';
import { checkInvariants, compareWithProviders, INVARIANTS, QUIET_INVARIANTS } from './payment.check.ts';
import * as queries from './payment.queries.ts';
import * as alertQueries from './payment-alerts.queries.ts';
import type { Settlement } from './settlement.service.ts';

/** The newest orders, or one of them in full. */
export async function describeOrders(db: Database, orderId: string | undefined): Promise<string[]> {
  const payments = await queries.listPaymentsForOperator(db, orderId, 50);
  if (orderId !== undefined && payments.length === 0) throw new CommandError(`There is no order ${orderId}`);
  const lines: string[] = [];
  for (const payment of payments) {
    const sum = formatMoney(payment.amount, payment.currency, 'en') ?? '';
    lines.push(
      `${payment.order_id}  ${payment.created_at.toISOString()}  ${payment.provider}  ${payment.status}  ${sum}  ${payment.login ?? 'no account'}${payment.top_up_id === null ? '' : '  top-up'}`,
    );
    if (orderId === undefined) continue;
    if (payment.detail) lines.push(`  ${payment.detail}`);
    for (const item of await queries.listItemsToTell(db, payment.id)) {
      lines.push(`  ${item.name} × ${item.count}: keys ${item.key_ids.join(', ') || 'none'}`);
    }
    for (const alert of await alertQueries.listAlerts(db, payment.order_id))
      lines.push(`  ! ${alert.kind}: ${alert.detail}`);
  }
  return lines;
}

export async function refundOrder({ refunds }: Pick<Payments, 'refunds'>, orderId: string): Promise<string> {
  await refunds.refundByOperator(orderId);
  return `The refund is on its way: a worker asks the provider for it within seconds`;
}

/** What did not fit its payment, after a look into the provider's panel. */
export async function settleOrder(
  db: Database,
  { settlement }: Pick<Payments, 'settlement'>,
  orderId: string,
  verdict: 'accept' | 'reject',
): Promise<string> {
  const outcome = await settlement.decideReview(orderId, verdict);
  if (outcome === undefined) {
    const payment = await queries.findPaymentByOrder(db, orderId);
    throw new CommandError(
      payment ? `The payment is ${payment.status}, not under review` : `There is no order ${orderId}`,
    );
  }
  return OUTCOMES[outcome];
}

const OUTCOMES: Record<Settlement, string> = {
  delivered: 'It is paid, and its keys are handed over',
  paid: 'It is paid, and a worker delivers it',
  refunding: 'It is paid; what cannot be delivered any more is on its way back',
  failed: 'It is given up, and what was held for it is free again',
  review: 'It is still under review',
  'unknown-order': 'It is not known',
  unchanged: 'Nothing has changed',
};

export async function resendOrder(db: Database, jobs: Jobs, orderId: string): Promise<string> {
  const order = await queries.findOrderToTell(db, orderId);
  if (!order) throw new CommandError(`There is no order ${orderId}`);
  if (!order.email) throw new CommandError('The buyer has no e-mail address');
  await inTransaction(db, async (transaction) => {
    await jobs.send(transaction, orderMessages, { kind: 'paid', orderId });
    await audit(transaction, 'resend', `order ${orderId}`);
  });
  return `The mail about ${orderId} is on its way`;
}

/** Everything that must hold, and the providers' books beside ours. Answers whether all is well. */
export async function check(db: Database, { providers }: Payments, say: (line: string) => void): Promise<boolean> {
  const invariants = { ...INVARIANTS, ...QUIET_INVARIANTS };
  const faults = await checkInvariants(db, invariants);
  const books = await compareWithProviders(db, providers);
  const alerts = await alertQueries.listAlerts(db);
  for (const line of [...faults, ...books.faults]) say(`FAULT  ${line}`);
  for (const { kind, provider, order_id: orderId, detail } of alerts)
    say(`ALERT  ${kind}: ${provider} ${orderId}: ${detail}`);
  say(
    `${Object.keys(invariants).length} invariants, ${books.asked} payments compared with their providers, ${alerts.length} alerts`,
  );
  return faults.length + books.faults.length === 0;
}
