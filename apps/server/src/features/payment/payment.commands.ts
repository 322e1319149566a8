import type { Database } from '../../platform/database/connection.ts';
import { type CheckedInvariants, compareWithProviders } from './payment.check.ts';
import type { createPaymentProviders } from './payment.providers.ts';
import * as alertQueries from './payment-alerts.queries.ts';

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
