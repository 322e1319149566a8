import { amountToText } from '@oyna/domain/money';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { forgetChecks } from '../../platform/unchecked-changes.ts';
import { restoredDay } from '../finance/reconciliation.service.ts';
import { insertAlert } from './payment-alerts.queries.ts';
import * as replaced from './replaced-store.queries.ts';
import * as queries from './restored-store.queries.ts';

/** A transaction that was committed after the moment may have begun before it. */
const MARGIN_MS = 10 * 60_000;
/** More rows than a store makes between two backups. */
const SKIPPED_IDS = 1_000_000;

export interface Restore {
  backup: string;
  /** The last transaction that was restored. */
  reachedAt: Date;
  /** The payment providers of the store. */
  providers: readonly string[];
}

export interface Aftermath {
  /** Whether the replaced database could be read. Without it most lists are empty. */
  isCompared: boolean;
  /** Orders that were paid after the moment and are not known here. */
  unknownOrders: string[];
  /** Orders that were refunded after the moment, or may have been. */
  refundedOrders: string[];
  /** Keys that customers got after the moment. They are not sold again. */
  quarantinedKeys: number;
  /** Orders with a key that was returned and sold to another customer after the moment. */
  resoldOrders: string[];
  /** Customers who were erased after the moment. Their data are here again. */
  unerasedCustomers: number[];
  /** Batches of keys that were imported after the moment. */
  lostBatches: number[];
  /** What operators did after the moment. */
  lostActions: { action: string; subject: string }[];
  /** Payments that wait. Their providers are asked as soon as a worker runs. */
  waitingPayments: number;
  /** Days whose registries have to be compared. */
  daysToReconcile: string[];
}

/**
 * Prepares a restored database before a store starts on it. What was paid at a provider after the moment becomes an alert, keys
 * that were handed over after it leave the stock, top-ups and refunds that were sent after it are not sent again, openings of keys
 * and gifts are as they were in the end, and every session ends. When the replaced database cannot be read, one alert per provider
 * and day asks for the registry.
 */
export function prepareRestoredStore(
  db: Database,
  old: Database | undefined,
  actor: Actor,
  { backup, reachedAt, providers }: Restore,
): Promise<Aftermath> {
  const restoredTo = reachedAt.toISOString();
  return inTransaction(db, async (transaction) => {
    const since = new Date(+reachedAt - MARGIN_MS);
    const { paidOrders, ...compared } = old ? await compare(transaction, old, since, restoredTo) : UNCOMPARED;
    const daysToReconcile = old ? [] : await queries.listDaysSince(transaction, reachedAt);
    for (const day of daysToReconcile) {
      for (const provider of providers) {
        const detail = `the database was restored to ${restoredTo}: close this day in the reconciliation`;
        const alert = { provider, orderId: restoredDay(day), paymentId: null, kind: 'unknown-order', detail } as const;
        await insertAlert(transaction, alert);
      }
    }
    if (!old) {
      await queries.markTopUpsUnanswered(transaction, reachedAt);
      await queries.markRefundsSent(transaction, 'all');
    }
    await queries.skipIds(transaction, SKIPPED_IDS);
    await queries.endSessions(transaction);
    await forgetChecks(transaction);
    const waitingPayments = await queries.makePaymentsDue(transaction, paidOrders);
    const { lostActions, ...counted } = compared;
    const details = { backup, restoredTo, ...counted, lostActions: lostActions.length, daysToReconcile };
    await audit(transaction, { actor, action: 'restore', subject: 'database', details });
    return { isCompared: old !== undefined, ...compared, waitingPayments, daysToReconcile };
  });
}

type Comparison = Omit<Aftermath, 'isCompared' | 'waitingPayments' | 'daysToReconcile'> & { paidOrders: string[] };
const UNCOMPARED: Comparison = {
  unknownOrders: [],
  refundedOrders: [],
  quarantinedKeys: 0,
  resoldOrders: [],
  unerasedCustomers: [],
  paidOrders: [],
  lostBatches: [],
  lostActions: [],
};

async function compare(db: Connection, old: Connection, since: Date, restoredTo: string): Promise<Comparison> {
  const paid = await replaced.listPaidSince(old, since);
  const refunded = await replaced.listRefundedSince(old, since);
  const known = await queries.findPayments(
    db,
    [...paid, ...refunded].map(({ orderId }) => orderId),
  );
  const unknown = paid.filter(({ orderId }) => !known.has(orderId));
  for (const { provider, orderId, number, amount, currency, paidAt, email } of unknown) {
    const sum = `${amountToText(amount)} ${currency} at ${paidAt.toISOString()}`;
    const detail = `${number}: ${email ?? 'a visitor'} paid ${sum}; the database was restored to ${restoredTo}`;
    await insertAlert(db, { provider, orderId, paymentId: null, kind: 'unknown-order', detail });
  }
  const lostRefunds = refunded.filter(({ orderId, sum }) => (known.get(orderId)?.refunded ?? sum) < sum);
  for (const { provider, orderId, sum, isSure } of lostRefunds) {
    const fact = isSure ? 'was refunded in all' : 'may have been refunded in all, the provider has not answered';
    const detail = `${amountToText(sum)} ${fact}; the database was restored to ${restoredTo}`;
    const paymentId = known.get(orderId)?.id ?? null;
    await insertAlert(db, { provider, orderId, paymentId, kind: 'provider-refund', detail });
  }
  await queries.copyExecution(db, await replaced.listExecutedTopUps(old, since));
  await queries.markRefundsSent(db, await replaced.listSentRefunds(old, since));
  await queries.copyGifts(db, await replaced.listChangedGifts(old, since));
  await queries.copyOpenings(db, await replaced.listOpenings(old, since));
  const used = await replaced.listUsedKeys(old, since);
  const resold = await queries.listResoldKeys(db, used);
  for (const { keyId, paymentId, orderId, provider } of resold) {
    const detail = `key ${keyId} was returned and sold to another customer; the database was restored to ${restoredTo}`;
    await insertAlert(db, { provider, orderId, paymentId, kind: 'provider-refund', detail });
  }
  return {
    paidOrders: paid.map(({ orderId }) => orderId),
    unknownOrders: unknown.map(({ orderId }) => orderId),
    refundedOrders: lostRefunds.map(({ orderId }) => orderId),
    quarantinedKeys: await queries.quarantineKeys(db, used),
    resoldOrders: resold.map(({ orderId }) => orderId),
    unerasedCustomers: await queries.listUnerased(db, await replaced.listErasedSince(old, since)),
    lostBatches: await queries.listUnknown(db, await replaced.listBatchesSince(old, since)),
    lostActions: await replaced.listActionsSince(old, new Date(restoredTo)),
  };
}
