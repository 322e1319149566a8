import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import type { BookEntry } from '@oyna/sandboxes/payment-sandbox.payment';
import { sql } from 'kysely';
import { checkInvariants, INVARIANTS } from '../../apps/server/src/features/payment/payment.check.ts';
import type { Database } from '../../apps/server/src/platform/database/connection.ts';
import type { ShopAccess } from './test-environment.ts';

/** The note of a refund that an operator paid without the provider. */
export const BANK_TRANSFER = 'bank transfer of the test';

/** Checks all invariants and compares the sandboxes' books with ours. Returns one line per fault. */
export async function findFaults(shop: Pick<ShopAccess, 'database' | 'sandboxUrl'>): Promise<string[]> {
  const books = await compareBooks(shop.database, await readBooks(shop.sandboxUrl));
  return [...(await checkInvariants(shop.database, INVARIANTS)), ...books];
}

export type Books = Record<string, BookEntry[]>;

/** Payment providers only. Top-up suppliers keep other books. */
export async function readBooks(sandboxUrl: string): Promise<Books> {
  const books = (await (await fetch(`${sandboxUrl}/books.json`)).json()) as Books;
  return Object.fromEntries(PAYMENT_PROVIDERS.map(({ name: provider }) => [provider, books[provider] ?? []]));
}

interface OurPayment {
  order_id: string;
  provider: string;
  amount: number;
  currency: string;
  is_paid: boolean;
  refunded: number;
  /** Refunds in progress. The provider may have made them already. */
  refunding: number;
  /** The part of `refunded` that did not go through the provider. */
  transferred: number;
}

/** Compares each payment in both directions: charged by the provider means booked here, and the reverse. */
export async function compareBooks(database: Database, books: Books): Promise<string[]> {
  const { rows } = await sql<OurPayment>`
    SELECT order_id, provider, amount, currency, paid_at IS NOT NULL AS is_paid,
      (SELECT coalesce(sum(amount), 0)::bigint FROM refund WHERE payment_id = payment.id AND status = 'done') AS refunded,
      (SELECT coalesce(sum(amount), 0)::bigint FROM refund WHERE payment_id = payment.id AND status <> 'done') AS refunding,
      (SELECT coalesce(sum(amount), 0)::bigint FROM refund WHERE payment_id = payment.id AND status = 'done'
        AND detail = ${`closed by hand: ${BANK_TRANSFER}`}) AS transferred
    FROM payment`.execute(database);
  const ours = new Map(rows.map((payment) => [payment.order_id, payment]));
  const theirs = Object.entries(books).flatMap(([provider, entries]) =>
    entries.map((entry) => ({ provider, ...entry })),
  );
  const faults = theirs.flatMap(({ provider, orderId, charged, refunded, currency }) => {
    const payment = ours.get(orderId);
    if (!payment) return [`${provider} took ${charged} for ${orderId}, which does not exist`];
    // The link was cancelled while the buyer paid. Kassa24 then refunds at once.
    if (!payment.is_paid && provider === 'kassa24' && refunded === charged) return [];
    if (!payment.is_paid) return [`${provider} took ${charged} for ${orderId}, which is not paid here`];
    const isSame = payment.provider === provider && payment.amount === charged && payment.currency === currency;
    if (!isSame)
      return [`${provider} took ${charged} ${currency} for ${orderId}: ${payment.amount} ${payment.currency}`];
    const back = refunded + payment.transferred;
    const isBack = back === payment.refunded || back === payment.refunded + payment.refunding;
    return isBack ? [] : [`${provider} gave back ${back} for ${orderId}: ${payment.refunded} here`];
  });
  const charged = new Set(theirs.map(({ orderId }) => orderId));
  const unpaid = rows.filter(({ order_id: id, is_paid: isPaid }) => isPaid && !charged.has(id));
  return [...faults, ...unpaid.map(({ provider, order_id: id }) => `${provider} took nothing for ${id}, paid here`)];
}
