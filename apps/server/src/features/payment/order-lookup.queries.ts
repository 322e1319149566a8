import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { parseOrderNumber } from './order-id.ts';

/** By the long id or the short number, in any case and without its dashes. */
export async function findOrderId(db: Connection, text: string): Promise<string | undefined> {
  const { rows } = await sql<{ order_id: string }>`
    SELECT order_id FROM payment WHERE order_id = ${text} OR number = ${parseOrderNumber(text)} LIMIT 1`.execute(db);
  return rows[0]?.order_id;
}

/** By id, short number, payment id of the provider, or the login or e-mail address of the buyer. The newest first. */
export async function listMatchingOrders(db: Connection, text: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    SELECT payment.order_id FROM payment
    LEFT JOIN account ON account.id = payment.account_id LEFT JOIN top_up ON top_up.id = payment.top_up_id
    WHERE payment.order_id = ${text} OR payment.number = ${parseOrderNumber(text)} OR payment.provider_payment_id = ${text}
      OR lower(account.email) = lower(${text}) OR lower(account.login) = lower(${text})
      OR lower(top_up.email) = lower(${text})
    ORDER BY payment.id DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ order_id: orderId }) => orderId);
}

export interface OrderEvent {
  at: Date;
  what: string;
  /** Hundredths of the payment's currency, where money moves. */
  amount: number | null;
}

/** What happened to an order, the oldest first. */
export async function listOrderEvents(db: Connection, paymentId: number): Promise<OrderEvent[]> {
  const { rows } = await sql<OrderEvent>`
    WITH this AS (SELECT * FROM payment WHERE id = ${paymentId}),
    item AS (SELECT id FROM order_item WHERE payment_id = ${paymentId}),
    own_key AS (
      SELECT key_id FROM delivery WHERE order_item_id IN (SELECT id FROM item)
      UNION SELECT key_id FROM key_return WHERE order_item_id IN (SELECT id FROM item)
    )
    SELECT at, what, amount FROM (
      SELECT created_at AS at, 'begun at ' || provider AS what, amount FROM this
      UNION ALL SELECT given_up_at, 'given up', NULL FROM this
      UNION ALL SELECT paid_at, 'paid', amount FROM this
      UNION ALL SELECT delivered_at, CASE WHEN replaces_key_id IS NULL THEN format('key %s delivered', key_id)
          ELSE format('key %s delivered in place of %s', key_id, replaces_key_id) END, NULL
        FROM delivery WHERE order_item_id IN (SELECT id FROM item)
      UNION ALL SELECT returned_at, format('key %s returned to stock', key_id), NULL
        FROM key_return WHERE order_item_id IN (SELECT id FROM item)
      UNION ALL SELECT revealed_at, format('key %s opened (%s)', key_id, channel), NULL
        FROM key_reveal WHERE key_id IN (SELECT key_id FROM own_key) AND account_id = (SELECT account_id FROM this)
      UNION ALL SELECT created_at, format('claim about key %s: %s', key_id, reason), NULL
        FROM key_claim WHERE key_id IN (SELECT key_id FROM own_key) AND account_id = (SELECT account_id FROM this)
      UNION ALL SELECT resolved_at, format('claim about key %s %s', key_id, status), NULL
        FROM key_claim WHERE key_id IN (SELECT key_id FROM own_key) AND account_id = (SELECT account_id FROM this)
      UNION ALL SELECT created_at, format('refund requested (%s, now %s)', reason, status), amount
        FROM refund WHERE payment_id = ${paymentId}
      UNION ALL SELECT done_at, 'refund done', amount FROM refund WHERE payment_id = ${paymentId}
      UNION ALL SELECT created_at, 'alert ' || kind, NULL FROM payment_alert WHERE payment_id = ${paymentId}
      UNION ALL SELECT done_at, format('%s by operator %s', action, actor), NULL
        FROM audit_entry WHERE subject = 'order ' || (SELECT order_id FROM this)
    ) AS event WHERE at IS NOT NULL ORDER BY at, what`.execute(db);
  return rows;
}
