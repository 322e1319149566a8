import { sql } from 'kysely';
import type { TestStore } from './test-store.ts';

/** What is stored of a payment and its refunds. */
export async function refundFacts({ database }: TestStore, orderId: string) {
  const { rows } = await sql<{ status: string; amount: number; done: number; refunds: number; provider: number }>`
    SELECT status, amount, (SELECT count(*)::integer FROM refund WHERE payment_id = payment.id) AS refunds,
      (SELECT coalesce(sum(amount), 0)::bigint FROM refund WHERE payment_id = payment.id AND status = 'done') AS done,
      (SELECT sum(entry.amount)::bigint FROM ledger_entry AS entry
        JOIN ledger_transaction ON ledger_transaction.id = entry.transaction_id
        WHERE ledger_transaction.payment_id = payment.id AND account LIKE 'provider:%') AS provider
    FROM payment WHERE order_id = ${orderId}`.execute(database);
  if (!rows[0]) throw new Error('no such order');
  return rows[0];
}

/** Why a refund was refused, or `done`. */
export const reasonOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: { details?: { reason?: string } }) => error.details?.reason,
  );
