import { type DeliverySample, MIN_DELIVERIES } from '@oyna/domain/delivery-time';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** So many orders are read, whatever they are for. */
const ORDERS = MIN_DELIVERIES * 250;

/** The newest orders whose keys were delivered. Replacements do not count: they answer a claim. */
export async function listDeliverySamples(db: Connection): Promise<DeliverySample[]> {
  const { rows } = await sql<DeliverySample>`
    SELECT product.game_id AS "gameId", product.platform,
      greatest(0, ceil(extract(epoch FROM max(delivery.delivered_at) - payment.paid_at)))::integer AS seconds
    FROM (SELECT id, payment_id, product_id FROM order_item ORDER BY id DESC LIMIT ${ORDERS}) AS item
    JOIN payment ON payment.id = item.payment_id AND payment.paid_at IS NOT NULL
    JOIN delivery ON delivery.order_item_id = item.id AND delivery.replaces_key_id IS NULL
    JOIN product ON product.id = item.product_id
    GROUP BY item.id, product.game_id, product.platform, payment.paid_at
    ORDER BY item.id DESC`.execute(db);
  return rows;
}
