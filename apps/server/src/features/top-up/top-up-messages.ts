import { AppError } from '@oyna/domain/errors';
import { decideLateTopUp, type LateDecision } from '@oyna/domain/late-payment';
import { TOP_UP_STATUS } from '@oyna/domain/states';
import type { Connection } from '../../platform/database/connection.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';
import type { PaymentUse } from '../payment/settlement.service.ts';
import * as queries from './top-up.queries.ts';

/** What a buyer is told by mail. What it says is looked up when it is written. */
export interface TopUpMessage {
  kind: 'paid' | 'delivered' | 'failed' | 'refunded';
  orderId: string;
}

export const topUpMessages: Queue<TopUpMessage> = { name: 'top-up-messages' };

interface TopUpNews {
  orderId: string;
  amount: number;
  currency: string;
  topUp: true;
}

/** Writes into the buyer's list of notifications, which is another feature's. */
export type NotifyOfTopUp = (
  db: Connection,
  accountId: number,
  kind: 'paid' | 'delivered' | 'refunded',
  data: TopUpNews,
) => Promise<void>;

interface PaidTopUp {
  orderId: string;
  accountId: number | null;
  /** Hundredths of the currency. */
  amount: number;
  currency: string;
}

export type TopUpAnnouncements = ReturnType<typeof createTopUpAnnouncements>;

/** Each in the transaction in which it happens. */
export function createTopUpAnnouncements(jobs: Jobs, notify: NotifyOfTopUp) {
  return async (db: Connection, kind: TopUpMessage['kind'], { accountId, ...news }: PaidTopUp): Promise<void> => {
    // That it failed is told by mail at once; in the list it stands when the money is back.
    if (accountId !== null && kind !== 'failed') await notify(db, accountId, kind, { ...news, topUp: true });
    await jobs.send(db, topUpMessages, { kind, orderId: news.orderId });
  };
}

/** What a payment means for its top-up. */
export function createTopUpUse(announce: TopUpAnnouncements): PaymentUse {
  return {
    async paid(db, { top_up_id: id, order_id: orderId, account_id: accountId, amount, currency }, late) {
      if (id === null) throw new AppError('state-conflict');
      const news = { orderId, accountId, amount, currency };
      const decision: LateDecision = late
        ? decideLateTopUp({ ...late, isOffered: await queries.isStillOffered(db, id) })
        : { outcome: 'deliver' };
      const isTaken =
        decision.outcome === 'deliver'
          ? await queries.startDelivery(db, id)
          : await queries.markPaidTooLate(db, id, decision.reason);
      if (!isTaken) throw new AppError('state-conflict');
      await announce(db, decision.outcome === 'deliver' ? 'paid' : 'failed', news);
      return decision;
    },

    async givenUp(db, { top_up_id: id }, detail) {
      if (id !== null) await queries.giveUp(db, id, detail);
    },

    async assertRefundable(db, { top_up_id: id }) {
      const topUp = id === null ? undefined : await queries.lockTopUp(db, id);
      if (topUp?.status === TOP_UP_STATUS.inDelivery) {
        throw new AppError('state-conflict', { details: { status: 'in delivery' } });
      }
    },

    async refunded(db, { top_up_id: id, order_id: orderId, account_id: accountId, currency }, amount, isAll) {
      if (id !== null && isAll) await queries.markRefunded(db, id);
      await announce(db, 'refunded', { orderId, accountId, amount, currency });
    },
  };
}
