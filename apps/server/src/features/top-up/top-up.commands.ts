import { TOP_UP_STATUS, type TopUpStatus } from '@oyna/domain/states';
import { audit } from '../../audit.ts';
import { CommandError } from '../../command-error.ts';
import type { Database } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { checkInvariants } from '../payment/payment.check.ts';
import type { TopUps } from './create-top-ups.ts';
import { compareWithSuppliers, QUIET_TOP_UP_INVARIANTS, TOP_UP_INVARIANTS } from './top-up.check.ts';
import * as queries from './top-up.queries.ts';
import { topUpMessages } from './top-up-messages.ts';

const STATUS_WORDS: Record<TopUpStatus, string> = {
  1: 'delivered',
  2: 'waiting for payment',
  3: 'in delivery',
  4: 'failed',
  5: 'refunded',
};
const MESSAGES = { 1: 'delivered', 2: undefined, 3: 'paid', 4: undefined, 5: 'refunded' } as const;

/** What an order is about, if that is a top-up. */
export async function describeTopUp(db: Database, orderId: string): Promise<string[]> {
  const topUp = await queries.findTopUpToTell(db, orderId);
  if (!topUp) return [];
  const credit = topUp.currency === null ? topUp.name : `${topUp.name} ${topUp.amount} ${topUp.currency}`;
  const supplierId = topUp.supplier_id === null ? '' : `, ${topUp.supplier_id} there`;
  return [
    `  ${credit} for ${topUp.account}: ${STATUS_WORDS[topUp.status]}`,
    `  ${topUp.supplier} ${topUp.code}${supplierId}`,
    ...(topUp.detail === null ? [] : [`  ${topUp.detail}`]),
  ];
}

/** Undefined, when the order is not a top-up. */
export async function resendTopUp(db: Database, jobs: Jobs, orderId: string): Promise<string | undefined> {
  const topUp = await queries.findTopUpToTell(db, orderId);
  if (!topUp) return undefined;
  const kind = MESSAGES[topUp.status];
  if (!topUp.email) throw new CommandError('The buyer has left no e-mail address');
  if (!kind) throw new CommandError(`There is no mail about a top-up that is ${STATUS_WORDS[topUp.status]}`);
  await inTransaction(db, async (transaction) => {
    await jobs.send(transaction, topUpMessages, { kind, orderId });
    await audit(transaction, 'resend', `order ${orderId}`);
  });
  return `The mail about ${orderId} is on its way`;
}

/** What does not end by itself. */
export async function describeStuckTopUps(db: Database): Promise<string[]> {
  const stuck = await queries.listStuck(db);
  return stuck.map(({ order_id: orderId, since, why, supplier, code, account, detail }) =>
    [orderId, since.toISOString(), why, `${supplier} ${code}`, account, detail ?? ''].join('  ').trimEnd(),
  );
}

const REFUSALS = {
  'not-open': 'A worker still finds out by itself, or is asking just now: not before half an hour without an answer',
  'not-executed': 'The supplier has not executed it: it cannot have arrived',
  'in-progress': 'The supplier says that it is at work',
  delivered: 'The supplier says that it has delivered it: so it is booked',
  failed: 'The supplier says that it has failed: the refund is on its way',
} as const;

/** The supplier has told the operator what became of it, and tells us nothing. */
export async function settleTopUp(
  db: Database,
  { delivery }: Pick<TopUps, 'delivery'>,
  orderId: string,
  outcome: 'delivered' | 'failed',
): Promise<string> {
  const topUp = await queries.findTopUpToTell(db, orderId);
  if (!topUp) throw new CommandError(`There is no top-up ${orderId}`);
  if (topUp.status !== TOP_UP_STATUS.inDelivery) {
    throw new CommandError(`The top-up is ${STATUS_WORDS[topUp.status]}, not in delivery`);
  }
  const decision = await delivery.decide(orderId, outcome);
  if (decision !== 'decided') throw new CommandError(REFUSALS[decision]);
  return outcome === 'delivered' ? 'It is booked as delivered' : 'The refund is on its way';
}

/** Everything that must hold, and the suppliers' books beside ours. Answers whether all is well. */
export async function checkTopUps(
  db: Database,
  { suppliers }: Pick<TopUps, 'suppliers'>,
  publicUrl: string,
  say: (line: string) => void,
): Promise<boolean> {
  const invariants = { ...TOP_UP_INVARIANTS, ...QUIET_TOP_UP_INVARIANTS };
  const faults = await checkInvariants(db, invariants);
  const books = await compareWithSuppliers(db, suppliers, publicUrl);
  for (const line of [...faults, ...books.faults]) say(`FAULT  ${line}`);
  say(`${Object.keys(invariants).length} invariants of top-ups, ${books.asked} compared with their suppliers`);
  return faults.length + books.faults.length === 0;
}
