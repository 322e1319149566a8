import type { Connection } from '../../platform/database/connection.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';
import type { RefundAnnouncements } from './refunds.service.ts';

/** What a buyer is told by mail. What it says is looked up when it is written. */
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

/** Writes into the buyer's list of notifications, which is another feature's. */
export type NotifyBuyer = (db: Connection, accountId: number, kind: 'refunded', data: OrderNews) => Promise<void>;

/** What was paid is announced by the database itself, in the step that books it (`announce_paid`). */
export function createOrderAnnouncements(jobs: Jobs, notify: NotifyBuyer): RefundAnnouncements {
  return {
    async refunded(db, payment, amount) {
      const { order_id: orderId, currency } = payment;
      await notify(db, payment.account_id, 'refunded', { orderId, amount, currency });
      await jobs.send(db, orderMessages, { kind: 'refunded', orderId, amount });
    },
  };
}
