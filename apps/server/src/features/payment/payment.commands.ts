import { amountToText } from '@oyna/domain/money';
import type { SettlementOutcome } from '@oyna/domain/settlement';
import { CommandError } from '../../commands/command-error.ts';
import { currentOperator } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import { resendJob } from '../../platform/jobs/jobs.ts';
import * as lookup from './order-lookup.queries.ts';
import { type OrderMessage, orderMessages } from './order-messages.ts';
import { checkInvariants, compareWithProviders, INVARIANTS, QUIET_INVARIANTS } from './payment.check.ts';
import type { createPaymentProviders } from './payment.providers.ts';
import * as queries from './payment.queries.ts';
import * as alertQueries from './payment-alerts.queries.ts';
import type { SettlementService } from './settlement.service.ts';

type OrderLineFacts = Awaited<ReturnType<typeof listOrderFacts>>[number];
type OrderFacts = Awaited<ReturnType<typeof getOrderFacts>>;

const NEWEST = 50;

/** The newest orders first. */
export async function listOrderFacts(db: Database) {
  return (await queries.listPaymentsForOperator(db, undefined, NEWEST)).map(factsOf);
}

/** By id, short number, payment id of the provider, or the login or e-mail address of the buyer. */
export async function findOrderFacts(db: Database, text: string) {
  const orderIds = await lookup.listMatchingOrders(db, text, NEWEST);
  if (orderIds.length === 0) return [];
  return (await queries.listPaymentsForOperator(db, orderIds, NEWEST)).map(factsOf);
}

/** The long id of an order that is named by it or by its short number. */
export async function getOrderId(db: Database, text: string): Promise<string> {
  const orderId = await lookup.findOrderId(db, text);
  if (orderId === undefined) throw new CommandError(`There is no order ${text}`);
  return orderId;
}

/** One order with its items, keys, events and alerts. */
export async function getOrderFacts(db: Database, orderId: string) {
  const [payment] = await queries.listPaymentsForOperator(db, [orderId], 1);
  if (!payment) throw new CommandError(`There is no order ${orderId}`);
  const items = await queries.listOrderedItems(db, payment.id);
  const alerts = await alertQueries.listAlerts(db, payment.order_id);
  const events = await lookup.listOrderEvents(db, payment.id);
  return {
    ...factsOf(payment),
    detail: payment.detail,
    items: items.map(({ name, count, key_ids: keyIds }, index) => ({ number: index + 1, name, count, keyIds })),
    events: events.map(({ at, what, amount }) => ({ at, what, amount: amount === null ? null : amountToText(amount) })),
    alerts: alerts.map(({ kind, detail }) => ({ kind, detail })),
  };
}

const factsOf = (payment: Awaited<ReturnType<typeof queries.listPaymentsForOperator>>[number]) => ({
  orderId: payment.order_id,
  number: payment.number,
  createdAt: payment.created_at,
  provider: payment.provider,
  status: payment.status,
  amount: amountToText(payment.amount),
  currency: payment.currency,
  login: payment.login,
  isTopUp: payment.top_up_id !== null,
});

export function describeOrderLine(order: OrderLineFacts): string {
  const parts = [
    order.orderId,
    order.number,
    order.createdAt.toISOString(),
    order.provider,
    order.status,
    `${order.amount} ${order.currency}`,
    order.login ?? 'no account',
    order.isTopUp && 'top-up',
  ];
  return parts.filter(Boolean).join('  ');
}

export function describeOrder(order: OrderFacts): string[] {
  return [
    describeOrderLine(order),
    ...(order.detail ? [`  ${order.detail}`] : []),
    ...order.items.map(
      ({ number, name, count, keyIds }) => `  ${number}. ${name} × ${count}: keys ${keyIds.join(', ') || 'none'}`,
    ),
    ...order.events.map(
      ({ at, what, amount }) =>
        `  ${at.toISOString()}  ${what}${amount === null ? '' : ` ${amount} ${order.currency}`}`,
    ),
    ...order.alerts.map(({ kind, detail }) => `  ! ${kind}: ${detail}`),
  ];
}

/** What did not fit its payment, after a look into the provider's panel. */
export async function settleOrder(
  db: Database,
  { settlement }: { settlement: SettlementService },
  orderId: string,
  verdict: 'accept' | 'reject',
): Promise<string> {
  const outcome = await settlement.decideReview(currentOperator(), orderId, verdict);
  if (outcome === undefined) {
    const payment = await queries.findPaymentByOrder(db, orderId);
    throw new CommandError(
      payment ? `The payment is ${payment.status}, not under review` : `There is no order ${orderId}`,
    );
  }
  return OUTCOMES[outcome];
}

const OUTCOMES: Record<SettlementOutcome, string> = {
  delivered: 'It is paid, and its keys are handed over',
  paid: 'It is paid, and a worker delivers it',
  refunding: 'It is paid; what cannot be delivered any more is on its way back',
  failed: 'It is given up, and what was held for it is free again',
  review: 'It is still under review',
  'unknown-order': 'It is not known',
  unchanged: 'Nothing has changed',
};

export async function resendOrder(db: Database, orderId: string): Promise<string> {
  const order = await queries.findOrderForMail(db, orderId);
  if (!order) throw new CommandError(`There is no order ${orderId}`);
  if (!order.email) throw new CommandError('The buyer has no e-mail address');
  const data: OrderMessage = { kind: 'paid', orderId };
  await resendJob(db, currentOperator(), orderMessages, { data, subject: `order ${orderId}` });
  return `The mail about ${orderId} is on its way`;
}

/** Everything that must hold, and the providers' books beside ours. Answers whether all is well. */
export async function check(
  db: Database,
  { providers }: { providers: ReturnType<typeof createPaymentProviders> },
  say: (line: string) => void,
): Promise<boolean> {
  const invariants = { ...INVARIANTS, ...QUIET_INVARIANTS };
  const faults = await checkInvariants(db, invariants);
  const books = await compareWithProviders(db, providers);
  const alerts = await alertQueries.listAlerts(db);
  for (const line of [...faults, ...books.faults]) say(`FAULT  ${line}`);
  for (const { kind, provider, order_id: orderId, detail } of alerts)
    say(`ALERT  ${kind}: ${provider} ${orderId}: ${detail}`);
  for (const line of books.notAsked) say(`NOT ASKED  ${line}`);
  say(
    `${Object.keys(invariants).length} invariants, ${books.asked} payments compared with their providers, ${alerts.length} alerts`,
  );
  return faults.length + books.faults.length === 0;
}
