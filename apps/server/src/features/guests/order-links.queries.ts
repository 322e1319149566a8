import { sql } from 'kysely';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';

export type LinkChannel = 'page' | 'mail';

interface NewLink {
  hash: Buffer;
  paymentId: number;
  channel: LinkChannel;
  days: number;
}

/**
 * False when the page has shown a link of this order before, or when the customer was erased meanwhile: the erasure removes
 * the links, and locks the account first.
 */
export async function insertLink(db: Connection, { hash, paymentId, channel, days }: NewLink): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO order_link (token_hash, payment_id, channel, expires_at)
    SELECT ${hash}, payment.id, ${channel}, now() + make_interval(days => ${days})
    FROM payment JOIN account ON account.id = payment.account_id
    WHERE payment.id = ${paymentId} AND account.erased_at IS NULL FOR SHARE OF account
    ON CONFLICT (payment_id) WHERE channel = 'page' DO NOTHING
    RETURNING payment_id`.execute(db);
  return rows.length > 0;
}

export interface LinkedOrder {
  orderId: string;
  accountId: number;
  /** False from the moment an account has taken the order over. */
  isGuest: boolean;
  email: string | null;
}

export async function findLinkedOrder(db: Connection, hash: Buffer): Promise<LinkedOrder | undefined> {
  const { rows } = await sql<LinkedOrder>`
    SELECT payment.order_id AS "orderId", account.id AS "accountId", account.is_guest AS "isGuest", account.email
    FROM order_link
    JOIN payment ON payment.id = order_link.payment_id
    JOIN account ON account.id = payment.account_id
    WHERE order_link.token_hash = ${hash} AND order_link.expires_at > now()
      AND account.erased_at IS NULL`.execute(db);
  return rows[0];
}

/** The paid order of a guest. */
export async function findGuestOrder(db: Connection, accountId: number, orderId: string) {
  return db
    .selectFrom('payment')
    .innerJoin('account', 'account.id', 'payment.account_id')
    .select('payment.id')
    .where('payment.order_id', '=', orderId)
    .where('payment.account_id', '=', accountId)
    .where('payment.basket_id', 'is not', null)
    .where('payment.paid_at', 'is not', null)
    .where('account.is_guest', '=', true)
    .executeTakeFirst();
}

export async function deleteLinks(db: Connection, paymentId: number): Promise<void> {
  await db.deleteFrom('order_link').where('payment_id', '=', paymentId).execute();
}

export async function deleteExpiredLinks(db: Database, signal?: AbortSignal): Promise<void> {
  await deleteInBatches(db, 'order_link', sql`expires_at <= now()`, signal);
}
