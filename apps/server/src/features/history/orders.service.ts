import { AppError } from '@oyna/domain/errors';
import type { PaymentStatus } from '@oyna/domain/states';
import type { Database } from '../../database/connection.ts';
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

export function createOrdersService(db: Database) {
  return {
    async get(accountId: number, orderId: string) {
      const order = await queries.findOrder(db, accountId, orderId);
      if (!order) throw new AppError('not-found', { field: 'orderId' });
      const state = STATES[order.status];
      return {
        orderId: order.order_id,
        basketId: order.basket_id,
        state,
        provider: order.provider,
        amount: order.amount,
        currency: order.currency,
        refundedAmount: order.refunded,
        createdAt: order.created_at.toISOString(),
        paidAt: order.paid_at?.toISOString() ?? null,
        link_url: state === 'waiting' ? order.link_url : null,
        items: order.items.map((item) => ({
          ...item,
          keys: item.keys.map((key) => ({ ...key, deliveredAt: new Date(key.deliveredAt).toISOString() })),
        })),
      };
    },
  };
}
