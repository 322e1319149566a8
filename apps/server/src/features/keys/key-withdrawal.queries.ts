import type { DeliveredKey, KeyWithdrawal } from '@oyna/domain/key-withdrawal';
import {
  CLAIM_TRANSITIONS,
  DELIVERED_KEY_STATUSES,
  GIFT_TRANSITIONS,
  UNOPENED_GIFT_STATUSES,
} from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { mayBecome } from '../../platform/database/transitions.ts';

/** In the order of their ids. Waits for a page that opens one of them. */
export async function lockDeliveredKeys(db: Connection, orderItemIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM product_key
    WHERE order_item_id = ANY(${orderItemIds}::bigint[]) AND status = ANY(${DELIVERED_KEY_STATUSES})
    ORDER BY id FOR NO KEY UPDATE`.execute(db);
  return rows.map(({ id }) => id);
}

/** The caller has locked the keys, so every earlier opening is known. */
export async function listDeliveredKeys(
  db: Connection,
  keyIds: number[],
): Promise<(DeliveredKey & { orderItemId: number })[]> {
  const { rows } = await sql<DeliveredKey & { orderItemId: number }>`
    SELECT delivery.key_id AS id, delivery.order_item_id AS "orderItemId", delivery.replaces_key_id AS "replacesKeyId",
      is_key_opened(delivery.key_id) AS "isOpened",
      EXISTS (SELECT FROM key_claim WHERE key_claim.key_id = delivery.key_id) AS "isClaimed",
      EXISTS (SELECT FROM gift WHERE gift.key_id = delivery.key_id AND gift.status = ANY(${UNOPENED_GIFT_STATUSES})) AS "isGift"
    FROM delivery WHERE key_id = ANY(${keyIds}::bigint[]) ORDER BY key_id`.execute(db);
  return rows;
}

/**
 * Returns the products that have more keys now. The refund answers an open claim about one of the keys, and takes back a gift
 * that was not opened. The keys are locked before the gifts, as where a gift is opened.
 */
export async function withdrawKeys(db: Connection, { returned, revoked }: KeyWithdrawal): Promise<number[]> {
  await sql`
    UPDATE gift SET status = 'taken-back', taken_back_at = clock_timestamp()
    WHERE key_id = ANY(${[...returned, ...revoked]}::bigint[]) AND ${mayBecome(GIFT_TRANSITIONS, 'taken-back')}`.execute(
    db,
  );
  await sql`
    WITH answered AS (
      UPDATE key_claim SET status = 'refunded', resolved_at = now()
      WHERE key_id = ANY(${revoked}::bigint[]) AND ${mayBecome(CLAIM_TRANSITIONS, 'refunded')}
    )
    UPDATE product_key SET status = 'revoked', changed_at = clock_timestamp()
    WHERE id = ANY(${revoked}::bigint[])`.execute(db);
  await sql`
    WITH ended AS (
      DELETE FROM delivery WHERE key_id = ANY(${returned}::bigint[]) RETURNING *
    ), written AS (
      INSERT INTO key_return (key_id, order_item_id, replaces_key_id, delivered_at)
      SELECT key_id, order_item_id, replaces_key_id, delivered_at FROM ended
    )
    UPDATE product_key SET status = 'returned' WHERE id = ANY(${returned}::bigint[])`.execute(db);
  const { rows } = await sql<{ product_id: number }>`
    UPDATE product_key SET status = 'available', order_item_id = NULL, changed_at = clock_timestamp()
    WHERE id = ANY(${returned}::bigint[]) RETURNING product_id`.execute(db);
  return [...new Set(rows.map((row) => row.product_id))];
}
