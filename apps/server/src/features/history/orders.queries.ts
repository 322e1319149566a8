import { sql } from 'kysely';
import type { Connection } from '../../database/connection.ts';

export async function findOrder(db: Connection, accountId: number, orderId: string) {
  return db
    .selectFrom('payment')
    .select(['id', 'order_id', 'basket_id', 'status', 'provider', 'amount', 'currency', 'link_url'])
    .select(['created_at', 'paid_at'])
    .select(
      sql<number>`(SELECT coalesce(sum(amount), 0)::bigint FROM refund
        WHERE refund.payment_id = payment.id AND refund.status = 'done')`.as('refunded'),
    )
    .where('order_id', '=', orderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function listItems(db: Connection, paymentId: number) {
  return db
    .selectFrom('order_item')
    .innerJoin('product', 'product.id', 'order_item.product_id')
    .select(['order_item.id', 'order_item.product_id', 'product.game_id', 'order_item.name', 'order_item.count'])
    .select('order_item.amount')
    .select(
      sql<number>`(SELECT coalesce(sum(refund_item.count), 0)::integer FROM refund_item
        JOIN refund ON refund.id = refund_item.refund_id AND refund.reason <> 'operator'
        WHERE refund_item.order_item_id = order_item.id)`.as('refunded_count'),
    )
    .where('order_item.payment_id', '=', paymentId)
    .orderBy('order_item.id')
    .execute();
}
