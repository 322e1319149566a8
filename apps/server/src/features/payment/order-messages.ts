import type { Connection } from '../../platform/database/connection.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';

/** A mail to the buyer. Its content is read when it is sent. */
export type OrderMessage =
  | { kind: 'paid'; orderId: string }
  /** Hundredths of the payment's currency. */
  | { kind: 'refunded'; orderId: string; amount: number };

export const orderMessages: Queue<OrderMessage> = { name: 'order-messages' };

interface OrderNews {
  orderId: string;
  amount: number;
  currency: string;
}

/** Writes a notification for the buyer. Notifications belong to another feature. */
export type NotifyBuyer = (db: Connection, accountId: number, kind: 'refunded', data: OrderNews) => Promise<void>;

interface RefundedPayment {
  order_id: string;
  account_id: number;
  currency: string;
}

export type RefundAnnouncements = ReturnType<typeof createRefundAnnouncements>;

/** Each in the transaction that books the refund. */
export function createRefundAnnouncements(jobs: Jobs, notify: NotifyBuyer) {
  return {
    async refunded(db: Connection, payment: RefundedPayment, amount: number): Promise<void> {
      const { order_id: orderId, currency } = payment;
      await notify(db, payment.account_id, 'refunded', { orderId, amount, currency });
      await jobs.send(db, orderMessages, { kind: 'refunded', orderId, amount });
    },
  };
}
