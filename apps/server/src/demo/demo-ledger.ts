import type { Connection } from '../platform/database/connection.ts';

interface DemoMovement {
  kind: 'payment' | 'delivery' | 'refund';
  paymentId: number;
  refundId?: number;
  currency: string;
  amount: number;
  from: string;
  to: string;
  at: Date;
}

/** Books a movement between two ledger accounts on a day in the past. */
export async function bookDemoMovement(db: Connection, movement: DemoMovement): Promise<void> {
  const { kind, paymentId, refundId, currency, amount, from, to, at } = movement;
  const row = await db
    .insertInto('ledger_transaction')
    .values({ kind, payment_id: paymentId, refund_id: refundId ?? null, booked_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('ledger_entry')
    .values([
      { transaction_id: row.id, account: from, currency, amount: -amount },
      { transaction_id: row.id, account: to, currency, amount },
    ])
    .execute();
}

/** A refund of what could not be delivered, done on a day in the past. */
export async function insertDemoRefund(
  db: Connection,
  { paymentId, amount, at }: { paymentId: number; amount: number; at: Date },
): Promise<number> {
  const refund = await db
    .insertInto('refund')
    .values({
      payment_id: paymentId,
      amount,
      reason: 'undeliverable',
      status: 'done',
      refunded_before: 0,
      next_try_at: null,
      created_at: at,
      done_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return refund.id;
}
