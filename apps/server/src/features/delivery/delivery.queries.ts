import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** Every question names the account: the key of another account is not found. */

interface OwnedKey {
  key_id: number;
  order_item_id: number;
  product_id: number;
  product_name: string;
  platform: string;
  type: string;
  instruction: string;
  /** Given to another person. */
  is_gift: boolean;
}

export async function findOwnedKey(
  db: Connection,
  accountId: number,
  keyId: number,
  language: string,
): Promise<OwnedKey | undefined> {
  const { rows } = await sql<OwnedKey>`
    SELECT delivery.key_id, delivery.order_item_id, order_item.product_id, order_item.name AS product_name,
      product.platform, product.type, instruction.body ->> ${language} AS instruction, gift_of_key(delivery.key_id) IS NOT NULL AS is_gift
    FROM delivery
    JOIN order_item ON order_item.id = delivery.order_item_id
    JOIN payment ON payment.id = order_item.payment_id
    JOIN product ON product.id = order_item.product_id
    JOIN instruction ON instruction.name = product.instruction_name
    WHERE delivery.key_id = ${keyId} AND payment.account_id = ${accountId}`.execute(db);
  return rows[0];
}

/** The key was delivered to this account, and went back to stock when its price was refunded. */
export async function isReturnedKey(db: Connection, accountId: number, keyId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM key_return
    JOIN order_item ON order_item.id = key_return.order_item_id
    JOIN payment ON payment.id = order_item.payment_id
    WHERE key_return.key_id = ${keyId} AND payment.account_id = ${accountId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** The key was given to another person, opened or not. The caller has locked the key. */
export async function isGift(db: Connection, keyId: number): Promise<boolean> {
  const { rows } = await sql<{ isGift: boolean }>`SELECT gift_of_key(${keyId}) IS NOT NULL AS "isGift"`.execute(db);
  return rows[0]?.isGift === true;
}

/**
 * A refund of this payment is waited for, and waits from now on. So does a guest's order that moves to an account: read the
 * account of the key after this.
 */
export async function lockPaymentOfKey(db: Connection, keyId: number): Promise<void> {
  await sql`
    SELECT FROM payment WHERE id = (
      SELECT payment_id FROM order_item JOIN delivery ON delivery.order_item_id = order_item.id
      WHERE delivery.key_id = ${keyId}) FOR NO KEY UPDATE`.execute(db);
}

/** Claims of one account are decided one after the other. Rows that refer to the account can still be written. */
export async function lockAccount(db: Connection, accountId: number): Promise<void> {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
}
