import type { SettlementOutcome } from '@oyna/domain/settlement';
import { CommandError } from '../../commands/command-error.ts';
import { currentOperator } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import { type CheckedInvariants, compareWithProviders } from './payment.check.ts';
import type { createPaymentProviders } from './payment.providers.ts';
import * as queries from './payment.queries.ts';
import * as alertQueries from './payment-alerts.queries.ts';
import type { SettlementService } from './settlement.service.ts';

/** Decides a payment under review, after the operator has checked the provider's panel. */
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

/** Says what the checks found, and compares our records with those of the providers. Returns whether there is no fault. */
export async function check(
  db: Database,
  { providers }: { providers: ReturnType<typeof createPaymentProviders> },
  { faults, count }: CheckedInvariants,
  say: (line: string) => void,
): Promise<boolean> {
  const books = await compareWithProviders(db, providers);
  const alerts = await alertQueries.listAlerts(db);
  for (const line of [...faults, ...books.faults]) say(`FAULT  ${line}`);
  for (const { kind, provider, order_id: orderId, detail } of alerts)
    say(`ALERT  ${kind}: ${provider} ${orderId}: ${detail}`);
  for (const line of books.notAsked) say(`NOT ASKED  ${line}`);
  say(`${count} invariants, ${books.asked} payments compared with their providers, ${alerts.length} alerts`);
  return faults.length + books.faults.length === 0;
}
