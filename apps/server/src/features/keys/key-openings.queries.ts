import type { KeyStatus } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import type { Device } from '../../platform/network-address.ts';

/** Who or what opens a key: its buyer on a page, the mail about an order, the recipient of a gift, or an operator. */
export type KeyOpening =
  | ({ channel: 'page'; accountId: number } & Device)
  | { channel: 'mail'; accountId: number }
  | ({ channel: 'gift' } & Device)
  | { channel: 'export' | 'rotation'; actor: string };

/** Waits for refunds and claims of these keys. The keys do not change until the transaction ends. */
export async function lockKeysToOpen(db: Connection, keyIds: number[]): Promise<{ id: number; status: KeyStatus }[]> {
  const { rows } = await sql<{ id: number; status: KeyStatus }>`
    SELECT id, status FROM product_key WHERE id = ANY(${keyIds}::bigint[]) ORDER BY id FOR SHARE`.execute(db);
  return rows;
}

/** Waits for pages that open the key, too. */
export async function lockKeyToGive(db: Connection, keyId: number): Promise<KeyStatus | undefined> {
  const { rows } = await sql<{ status: KeyStatus }>`
    SELECT status FROM product_key WHERE id = ${keyId} FOR NO KEY UPDATE`.execute(db);
  return rows[0]?.status;
}

/** The keys that this account owns and has not given away. The caller has locked them. */
export async function listOwnedKeys(
  db: Connection,
  keyIds: number[],
  accountId: number,
): Promise<{ id: number; isOpened: boolean }[]> {
  const { rows } = await sql<{ id: number; isOpened: boolean }>`
    SELECT delivery.key_id AS id, is_key_opened(delivery.key_id) AS "isOpened" FROM delivery
    JOIN order_item ON order_item.id = delivery.order_item_id
    JOIN payment ON payment.id = order_item.payment_id
    WHERE delivery.key_id = ANY(${keyIds}::bigint[]) AND payment.account_id = ${accountId}
      AND gift_of_key(delivery.key_id) IS NULL`.execute(db);
  return rows;
}

export async function isOpened(db: Connection, keyId: number): Promise<boolean> {
  const { rows } = await sql<{ isOpened: boolean }>`SELECT is_key_opened(${keyId}) AS "isOpened"`.execute(db);
  return rows[0]?.isOpened === true;
}

export async function insertOpenings(db: Connection, keyIds: number[], opening: KeyOpening): Promise<void> {
  const accountId = 'accountId' in opening ? opening.accountId : null;
  const actor = 'actor' in opening ? opening.actor : null;
  const { address, userAgent } = 'address' in opening ? opening : { address: '', userAgent: '' };
  await sql`
    INSERT INTO key_reveal (key_id, channel, account_id, actor, address, user_agent)
    SELECT id, ${opening.channel}, ${accountId}::bigint,
      ${actor}::text, ${address}, ${userAgent}
    FROM unnest(${keyIds}::bigint[]) AS opened (id)`.execute(db);
}
