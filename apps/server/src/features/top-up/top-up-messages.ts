import { AppError } from '@oyna/domain/errors';
import { decideLateTopUp } from '@oyna/domain/late-payment';
import { TOP_UP_STATUS } from '@oyna/domain/states';
import type { Connection } from '../../platform/database/connection.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';
import type { PaymentUse } from '../payment/settlement.service.ts';
import * as queries from './top-up.queries.ts';

/** A mail to the buyer. Its content is read when it is sent. */
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

/** Adds to the notifications of the buyer, which belong to another feature. */
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
    // The mail reports the failure at once. The list shows it when the money is refunded.
    if (accountId !== null && kind !== 'failed') await notify(db, accountId, kind, { ...news, topUp: true });
    await jobs.send(db, topUpMessages, { kind, orderId: news.orderId });
  };
}

/** What a payment means for its top-up. */
export function createTopUpUse(announce: TopUpAnnouncements): PaymentUse {
  return {
    async decideDelivery(db, { topUpId }, late) {
      if (!late) return { outcome: 'deliver' };
      return decideLateTopUp({ ...late, isOffered: topUpId !== null && (await queries.isStillOffered(db, topUpId)) });
    },

    async onPaid(db, { topUpId, ...order }, decision) {
      const isDelivered = decision.outcome === 'deliver';
      const isChanged =
        topUpId !== null &&
        (isDelivered
          ? await queries.startDelivery(db, topUpId)
          : await queries.markPaidTooLate(db, topUpId, decision.reason));
      if (!isChanged) throw new AppError('state-conflict');
      await announce(db, isDelivered ? 'paid' : 'failed', announcementOf(order));
    },

    async onGivenUp(db, { topUpId }, detail) {
      if (topUpId !== null) await queries.giveUp(db, topUpId, detail);
    },

    async assertRefundable(db, { topUpId }) {
      const topUp = topUpId === null ? undefined : await queries.lockTopUp(db, topUpId);
      if (topUp?.status === TOP_UP_STATUS.inDelivery) {
        throw new AppError('state-conflict', { details: { status: 'in delivery' } });
      }
    },

    async onRefunded(db, { topUpId, ...order }, amount, isAll) {
      if (topUpId !== null && isAll) await queries.markRefunded(db, topUpId);
      await announce(db, 'refunded', announcementOf({ ...order, amount }));
    },
  };
}

const announcementOf = ({ orderId, accountId, amount, currency }: PaidTopUp): PaidTopUp => ({
  orderId,
  accountId,
  amount,
  currency,
});
