import { AppError } from '@oyna/domain/errors';
import type { PaymentStatus } from '@oyna/domain/states';
import type { Database } from '../../database/connection.ts';
import type { DeliveryService } from '../delivery/delivery.service.ts';
import * as queries from './orders.queries.ts';

/** What a buyer is told of their payment; the many ways in which it can stand are for the operator. */
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

export type OrdersService = ReturnType<typeof createOrdersService>;

export function createOrdersService(db: Database, delivery: DeliveryService) {
  return {
    async get(accountId: number, orderId: string) {
      const order = await queries.findOrder(db, accountId, orderId);
      if (!order) throw new AppError('not-found', { field: 'orderId' });
      const items = await queries.listItems(db, order.id);
      const delivered = Map.groupBy(
        await delivery.listDelivered(items.map(({ id }) => id)),
        ({ orderItemId }) => orderItemId,
      );
      return {
        orderId: order.order_id,
        basketId: order.basket_id,
        state: STATES[order.status as PaymentStatus],
        provider: order.provider,
        amount: order.amount,
        currency: order.currency,
        refundedAmount: order.refunded,
        createdAt: order.created_at.toISOString(),
        paidAt: order.paid_at?.toISOString() ?? null,
        link_url: STATES[order.status as PaymentStatus] === 'waiting' ? order.link_url : null,
        items: items.map(({ id, refunded_count: refundedCount, ...item }) => ({
          productId: item.product_id,
          gameId: item.game_id,
          name: item.name,
          count: item.count,
          amount: item.amount,
          refundedCount,
          keys: (delivered.get(id) ?? []).map(({ keyId, deliveredAt, isRevealed, claim, replacesKeyId }) => ({
            id: keyId,
            deliveredAt: deliveredAt.toISOString(),
            isRevealed,
            claim,
            replacesKeyId,
          })),
        })),
      };
    },
  };
}
