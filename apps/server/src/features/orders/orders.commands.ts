import { AppError } from '@oyna/domain/errors';
import { amountToText } from '@oyna/domain/money';
import type { Permission } from '@oyna/domain/permissions';
import type { SettlementOutcome } from '@oyna/domain/settlement';
import type { PaymentStatus } from '@oyna/domain/states';
import { CommandError } from '../../commands/command-error.ts';
import { currentOperator } from '../../platform/audit.ts';
import { commandCaller } from '../approvals/approvals.service.ts';
import type { OrderActionsService } from './order-actions.service.ts';
import type { OperatorOrdersService, OrderLine, OrderPage } from './orders.service.ts';

type OrderLineFacts = ReturnType<typeof factsOf>;
type OrderFacts = Awaited<ReturnType<typeof getOrderFacts>>;

const NEWEST = 50;

/** The newest orders first. */
export async function listOrderFacts(orders: OperatorOrdersService): Promise<OrderLineFacts[]> {
  return (await orders.list({}, { limit: NEWEST })).items.map(factsOf);
}

/** The search of the console. */
interface Lookup {
  search(
    text: string,
    permissions: readonly Permission[],
  ): Promise<{ orders: OrderLine[]; customers: { id: number; login: string; email: string | null }[] }>;
}

/** What the search finds, and every recent order of a buyer who is named exactly. */
export async function findOrderFacts(
  { lookup, orders }: { lookup: Lookup; orders: OperatorOrdersService },
  text: string,
): Promise<OrderLineFacts[]> {
  const { orders: found, customers } = await lookup.search(text, ['orders:read', 'customers:read']);
  const name = text.trim().toLowerCase();
  const buyer = customers.find(({ login, email }) => [login, email].some((known) => known?.toLowerCase() === name));
  const bought = buyer ? (await orders.list({ accountId: buyer.id }, { limit: NEWEST })).items : [];
  const lines = new Map([...found, ...bought].map((line) => [line.id, line]));
  return [...lines.values()].sort((a, b) => b.id - a.id).map(factsOf);
}

/** The long id of an order that is named by it or by its short number. */
export const getOrderId = (orders: OperatorOrdersService, text: string): Promise<string> =>
  explainMissing(text, () => orders.getId(text));

/** One order with its items, keys, events and alerts. */
export async function getOrderFacts(orders: OperatorOrdersService, orderId: string) {
  const order = await explainMissing(orderId, () => orders.get(orderId));
  const { items, events, alerts } = order;
  return {
    ...factsOf({ ...order, isTopUp: order.topUp !== null }),
    version: order.version,
    detail: order.detail,
    items: items.map(({ number, name, count, keys }) => ({ number, name, count, keyIds: keys.map(({ id }) => id) })),
    events: events.map((event) => ({
      at: event.at,
      what: EVENT_TEXTS[event.kind](event),
      amount: event.amount === null ? null : amountToText(event.amount),
    })),
    alerts: alerts.filter(({ isOpen }) => isOpen).map(({ kind, detail }) => ({ kind, detail })),
  };
}

type OrderEvent = OrderPage['events'][number];

const EVENT_TEXTS: Record<OrderEvent['kind'], (event: OrderEvent) => string> = {
  begun: ({ what }) => `begun at ${what}`,
  link: ({ what }) => `payment ${what} at the provider`,
  held: ({ what }) => `price and rate fixed, keys held: ${what}`,
  'link-cancelled': () => 'payment link cancelled',
  'given-up': () => 'given up',
  callback: ({ what }) => `callback of ${what}`,
  paid: () => 'paid',
  delivered: ({ keyId }) => `key ${keyId} delivered`,
  'topped-up': ({ what }) => `topped up by ${what}`,
  replaced: ({ keyId, what }) => `key ${keyId} delivered in place of ${what}`,
  returned: ({ keyId }) => `key ${keyId} returned to stock`,
  opened: ({ keyId, what }) => `key ${keyId} opened (${what})`,
  claim: ({ keyId, what }) => `claim about key ${keyId}: ${what}`,
  'claim-answered': ({ keyId, what }) => `claim about key ${keyId} ${what}`,
  'refund-requested': ({ what }) => `refund requested (${what})`,
  'refund-done': () => 'refund done',
  mail: ({ what }) => `mail sent (${what})`,
  alert: ({ what }) => `alert ${what}`,
  action: ({ what, actor }) => `${what} by operator ${actor}`,
  note: ({ actor, text }) => `note by ${actor}: ${text}`,
};

type Summary = Pick<
  OrderLine,
  'orderId' | 'number' | 'createdAt' | 'provider' | 'status' | 'amount' | 'currency' | 'login' | 'isTopUp'
>;

const factsOf = ({ orderId, number, createdAt, provider, status, amount, currency, login, isTopUp }: Summary) => ({
  orderId,
  number,
  createdAt,
  provider,
  status,
  amount: amountToText(amount),
  currency,
  login,
  isTopUp,
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

const NOT_RESENT: Record<string, string> = {
  'no-address': 'The buyer has no e-mail address',
  'no-mail': 'There is no mail about an order in this state',
};

export async function resendOrder(actions: Pick<OrderActionsService, 'resend'>, orderId: string): Promise<string> {
  try {
    await actions.resend(currentOperator(), orderId);
  } catch (error) {
    const reason = error instanceof AppError ? NOT_RESENT[String(error.details?.['reason'])] : undefined;
    throw reason === undefined ? error : new CommandError(reason);
  }
  return `The mail about ${orderId} is on its way`;
}

/** Decides a payment under review, after the operator has checked the provider's panel. `seen` is what the preview showed. */
export async function settleOrder(
  actions: Pick<OrderActionsService, 'decideReview'>,
  seen: Pick<OrderFacts, 'orderId' | 'version'>,
  verdict: 'accept' | 'reject',
  reason: string,
): Promise<string> {
  const { orderId, version } = seen;
  try {
    const caller = commandCaller(currentOperator());
    const { answer } = await actions.decideReview(caller, { orderId, verdict, version, reason });
    return OUTCOMES[answer?.outcome ?? 'unchanged'];
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'changed-meanwhile') throw error;
    const { status } = error.current as { status: PaymentStatus };
    throw new CommandError(
      status === 'review'
        ? 'The order has changed since the preview: look again'
        : `The payment is ${status}, not under review`,
    );
  }
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

async function explainMissing<Found>(text: string, find: () => Promise<Found>): Promise<Found> {
  try {
    return await find();
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 'not-found';
    throw isMissing ? new CommandError(`There is no order ${text}`) : error;
  }
}
