import { AppError } from '@oyna/domain/errors';
import type { PaymentStatus } from '@oyna/domain/states';
import type { PaymentProviderDefinition } from '@oyna/providers/payment-provider';
import type { Database } from '../../platform/database/connection.ts';
import { type PicturedGame, pictureOf } from '../catalogue/catalogue.pictures.ts';
import type { SettledOrders } from '../payment/settled-orders.service.ts';
import * as queries from './history.queries.ts';

/** The states that a buyer sees. The payment statuses behind them are for the operator. */
export const ORDER_STATES = ['waiting', 'paid', 'failed', 'refunding', 'partly-refunded', 'refunded'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

const STATES: Record<PaymentStatus, OrderState> = {
  created: 'waiting',
  pending: 'waiting',
  review: 'waiting',
  paid: 'paid',
  failed: 'failed',
  cancelled: 'failed',
  expired: 'failed',
  refunding: 'refunding',
  'refund-failed': 'refunding',
  'partly-refunded': 'partly-refunded',
  refunded: 'refunded',
};

interface HistoryParts {
  db: Database;
  settled: Pick<SettledOrders, 'listen' | 'count'>;
  findProvider: (name: string) => PaymentProviderDefinition | undefined;
}

export type HistoryService = ReturnType<typeof createHistoryService>;

/** An order that another node settles is not reported here, so it is read again. */
const LOOK_AGAIN_MS = 1_000;
/** Above this number of waiting requests, further ones are answered at once. */
const MOST_WAITING = 2_000;

export function createHistoryService({ db, settled, findProvider }: HistoryParts) {
  /** Waits until the order is settled or the time is over. */
  async function waitFor(accountId: number, orderId: string, seconds: number): Promise<void> {
    if (settled.count() >= MOST_WAITING) return;
    const deadline = Date.now() + seconds * 1000;
    for (let left = seconds * 1000; left > 0; left = deadline - Date.now()) {
      // Subscribes before it reads the order, so that no change in between is missed.
      const listener = settled.listen(orderId);
      try {
        const status = await queries.findOrderStatus(db, accountId, orderId);
        if (status === undefined || STATES[status] !== 'waiting') return;
        if (await listener.within(Math.min(left, LOOK_AGAIN_MS))) return;
      } finally {
        listener.stop();
      }
    }
  }

  return {
    /** A buyer who has just paid may wait for the result instead of polling. */
    async get(accountId: number, orderId: string, waitSeconds = 0) {
      await waitFor(accountId, orderId, waitSeconds);
      const order = await queries.findOrder(db, accountId, orderId);
      if (!order) throw new AppError('not-found', { field: 'orderId' });
      const state = STATES[order.status];
      const provider = findProvider(order.provider);
      return {
        orderId: order.order_id,
        number: order.number,
        basketId: order.basket_id,
        isDirect: order.is_direct,
        state,
        provider: order.provider,
        providerLabel: provider?.label ?? order.provider,
        cardForm: provider?.hasCardForm ?? false,
        amount: order.amount,
        currency: order.currency,
        refundedAmount: order.refunded,
        refundingAmount: order.refunding,
        refundingReason: order.refunding_reason,
        refundedAt: order.refunded_at?.toISOString() ?? null,
        createdAt: order.created_at.toISOString(),
        paidAt: order.paid_at?.toISOString() ?? null,
        link_url: state === 'waiting' ? order.link_url : null,
        items: order.items.map(({ game, ...item }) => ({
          ...item,
          ...coverOf(game),
          keys: item.keys.map((key) => ({
            ...key,
            deliveredAt: new Date(key.deliveredAt).toISOString(),
            gift: key.gift && { ...key.gift, sentAt: timeOf(key.gift.sentAt), openedAt: timeOf(key.gift.openedAt) },
          })),
        })),
      };
    },
  };
}

/** The JSON of the database has another date format. */
const timeOf = (moment: string | null) => (moment === null ? null : new Date(moment).toISOString());

function coverOf(game: PicturedGame) {
  const { images, color } = pictureOf(game);
  return { poster: images.poster, color };
}
