import { TOP_UP_STATUS, type TopUpStatus } from '@oyna/domain/states';
import { CommandError } from '../../commands/command-error.ts';
import { currentOperator } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { CheckedInvariants } from '../payment/payment.check.ts';
import { compareWithSuppliers } from './top-up.check.ts';
import * as queries from './top-up.queries.ts';
import type { TopUpSuppliers } from './top-up.suppliers.ts';
import type { TopUpDelivery } from './top-up-delivery.service.ts';

const STATUS_WORDS: Record<TopUpStatus, string> = {
  1: 'delivered',
  2: 'waiting for payment',
  3: 'in delivery',
  4: 'failed',
  5: 'refunded',
};

type TopUpFacts = NonNullable<Awaited<ReturnType<typeof findTopUpFacts>>>;

/** Undefined when the order is not a top-up. */
export async function findTopUpFacts(db: Database, orderId: string) {
  const topUp = await queries.findTopUpForMail(db, orderId);
  if (!topUp) return undefined;
  const { name, amount, currency, account, supplier, code, detail } = topUp;
  return {
    name,
    amount,
    currency,
    account,
    status: STATUS_WORDS[topUp.status],
    supplier,
    code,
    supplierId: topUp.supplier_id,
    detail,
  };
}

export async function getTopUpFacts(db: Database, orderId: string): Promise<TopUpFacts> {
  const topUp = await findTopUpFacts(db, orderId);
  if (!topUp) throw new CommandError(`There is no top-up ${orderId}`);
  return topUp;
}

export function describeTopUp(topUp: TopUpFacts): string[] {
  const credit = topUp.currency === null ? topUp.name : `${topUp.name} ${topUp.amount} ${topUp.currency}`;
  const supplierId = topUp.supplierId === null ? '' : `, ${topUp.supplierId} there`;
  return [
    `  ${credit} for ${topUp.account}: ${topUp.status}`,
    `  ${topUp.supplier} ${topUp.code}${supplierId}`,
    ...(topUp.detail === null ? [] : [`  ${topUp.detail}`]),
  ];
}

type StuckTopUpFacts = Awaited<ReturnType<typeof listStuckTopUps>>[number];

/** Those that do not end by themselves. */
export async function listStuckTopUps(db: Database) {
  return (await queries.listStuck(db)).map(({ order_id: orderId, ...facts }) => ({ orderId, ...facts }));
}

export const describeStuckTopUp = (topUp: StuckTopUpFacts): string =>
  [
    topUp.orderId,
    topUp.since.toISOString(),
    topUp.why,
    `${topUp.supplier} ${topUp.code}`,
    topUp.account,
    topUp.detail ?? '',
  ]
    .join('  ')
    .trimEnd();

const REFUSALS = {
  'not-open': 'A worker still finds out by itself, or is asking just now: not before half an hour without an answer',
  'not-executed': 'The supplier has not executed it: it cannot have arrived',
  'in-progress': 'The supplier says that it is at work',
  delivered: 'The supplier says that it has delivered it: so it is booked',
  failed: 'The supplier says that it has failed: the refund is on its way',
} as const;

/** The supplier has informed the operator of the result, and the API does not report it. */
export async function settleTopUp(
  db: Database,
  { delivery }: { delivery: TopUpDelivery },
  orderId: string,
  outcome: 'delivered' | 'failed',
): Promise<string> {
  const topUp = await queries.findTopUpForMail(db, orderId);
  if (!topUp) throw new CommandError(`There is no top-up ${orderId}`);
  if (topUp.status !== TOP_UP_STATUS.inDelivery) {
    throw new CommandError(`The top-up is ${STATUS_WORDS[topUp.status]}, not in delivery`);
  }
  const decision = await delivery.decide({ actor: currentOperator() }, orderId, outcome);
  if (decision !== 'decided') throw new CommandError(REFUSALS[decision]);
  return outcome === 'delivered' ? 'It is booked as delivered' : 'The refund is on its way';
}

/** Says what the checks found, and compares our records with those of the suppliers. Returns whether there is no fault. */
export async function checkTopUps(
  db: Database,
  { suppliers }: { suppliers: TopUpSuppliers },
  publicUrl: string,
  { faults, count }: CheckedInvariants,
  say: (line: string) => void,
): Promise<boolean> {
  const books = await compareWithSuppliers(db, suppliers, publicUrl);
  for (const line of [...faults, ...books.faults]) say(`FAULT  ${line}`);
  for (const line of books.notAsked) say(`NOT ASKED  ${line}`);
  say(`${count} invariants of top-ups, ${books.asked} compared with their suppliers`);
  return faults.length + books.faults.length === 0;
}
