import type { PaymentStatus } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../database/connection.ts';

/** Ownership is in every question: another's key is not there. */

export interface OwnedKey {
  key_id: number;
  order_item_id: number;
  product_id: number;
  product_name: string;
  game_id: number;
  instruction: string;
  delivered_at: Date;
  payment_status: PaymentStatus;
}

export async function findOwnedKey(db: Connection, accountId: number, keyId: number, language: string) {
  const { rows } = await sql<OwnedKey>`
    SELECT delivery.key_id, delivery.order_item_id, delivery.delivered_at, order_item.product_id,
      order_item.name AS product_name, product.game_id, instruction.body ->> ${language} AS instruction, payment.status AS payment_status
    FROM delivery
    JOIN order_item ON order_item.id = delivery.order_item_id
    JOIN payment ON payment.id = order_item.payment_id
    JOIN product ON product.id = order_item.product_id
    JOIN instruction ON instruction.name = product.instruction_name
    WHERE delivery.key_id = ${keyId} AND payment.account_id = ${accountId}`.execute(db);
  return rows[0];
}

export async function insertReveal(
  db: Connection,
  reveal: { keyId: number; accountId: number; address: string; userAgent: string },
): Promise<void> {
  await db
    .insertInto('key_reveal')
    .values({
      key_id: reveal.keyId,
      account_id: reveal.accountId,
      address: reveal.address,
      user_agent: reveal.userAgent,
    })
    .execute();
}

/** Says whether it is new: a second complaint about the same key is the first one. */
export async function insertClaim(
  db: Connection,
  claim: { keyId: number; accountId: number; reason: string; comment: string },
): Promise<boolean> {
  const result = await db
    .insertInto('key_claim')
    .values({ key_id: claim.keyId, account_id: claim.accountId, reason: claim.reason, comment: claim.comment })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function findClaimStatus(db: Connection, keyId: number) {
  const row = await db.selectFrom('key_claim').select('status').where('key_id', '=', keyId).executeTakeFirst();
  return row?.status as 'open' | 'replaced' | 'refused' | undefined;
}

/** How often the account was given another key lately. Its row is locked, so that two complaints are counted in turn. */
export async function countReplacements(db: Connection, accountId: number, days: number): Promise<number> {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute();
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM key_claim WHERE account_id = ${accountId} AND status = 'replaced'
      AND resolved_at > now() - make_interval(days => ${days})`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function replaceKey(db: Connection, oldKeyId: number, newKeyId: number): Promise<void> {
  await sql`
    WITH replaced AS (
      UPDATE key_claim SET status = 'replaced', resolved_at = now() WHERE key_id = ${oldKeyId} RETURNING key_id
    )
    INSERT INTO delivery (key_id, order_item_id, replaces_key_id)
    SELECT ${newKeyId}, delivery.order_item_id, replaced.key_id
    FROM replaced JOIN delivery ON delivery.key_id = replaced.key_id`.execute(db);
}
