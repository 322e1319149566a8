import type { KeyStatus } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** Every look-up reads an index from the beginning of the text, and stops after a few rows. */

const FEW = 8;

/** A pattern for texts that begin with this one. */
const beginning = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/** By id, short number, payment id of the provider, code or id of the supplier, or the address that a visitor has left. */
export async function findPaymentIds(db: Connection, text: string, number: string | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    (SELECT id FROM payment WHERE order_id LIKE ${beginning(text)} LIMIT ${FEW})
    UNION (SELECT id FROM payment WHERE order_id LIKE ${beginning(text.toUpperCase())} LIMIT ${FEW})
    UNION (SELECT id FROM payment WHERE number LIKE ${number === null ? null : beginning(number)} LIMIT ${FEW})
    UNION (SELECT id FROM payment WHERE provider_payment_id LIKE ${beginning(text)} LIMIT ${FEW})
    UNION (SELECT payment.id FROM top_up JOIN payment ON payment.top_up_id = top_up.id
      WHERE top_up.code LIKE ${beginning(text)} LIMIT ${FEW})
    UNION (SELECT payment.id FROM top_up JOIN payment ON payment.top_up_id = top_up.id
      WHERE top_up.supplier_id LIKE ${beginning(text)} LIMIT ${FEW})
    UNION (SELECT payment.id FROM top_up JOIN payment ON payment.top_up_id = top_up.id
      WHERE lower(top_up.email) LIKE ${beginning(text.toLowerCase())} LIMIT ${FEW})`.execute(db);
  return rows.map(({ id }) => id);
}

/** The newest orders of these accounts. */
export async function findPaymentIdsOfBuyers(db: Connection, accountIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT payment.id FROM unnest(${accountIds}::bigint[]) AS buyer (id)
    CROSS JOIN LATERAL (SELECT id FROM payment WHERE account_id = buyer.id ORDER BY id DESC LIMIT ${FEW}) AS payment
    ORDER BY payment.id DESC LIMIT ${FEW}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface FoundCustomer {
  id: number;
  login: string;
  email: string | null;
  phone: string | null;
  isBlocked: boolean;
}

/** By e-mail address, login or phone. In the order of the index: an exact match is the first, and the table is never read from its start. */
export async function findCustomers(db: Connection, text: string): Promise<FoundCustomer[]> {
  const folded = beginning(text.toLowerCase());
  const digits = text.replace(/[^\d]/g, '');
  const phone = digits.length >= 5 && /^[\d\s()+-]+$/.test(text) ? beginning(`+${digits}`) : null;
  const { rows } = await sql<FoundCustomer>`
    SELECT id, login, email, phone, is_blocked(blocked_at, blocked_until) AS "isBlocked" FROM account WHERE id IN (
      (SELECT id FROM account WHERE lower(email) LIKE ${folded} ORDER BY lower(email) USING ~<~ LIMIT ${FEW})
      UNION (SELECT id FROM account WHERE lower(login) LIKE ${folded} ORDER BY lower(login) USING ~<~ LIMIT ${FEW})
      UNION (SELECT id FROM account WHERE phone LIKE ${phone} LIMIT ${FEW})
    ) ORDER BY lower(email) = ${text.toLowerCase()} DESC NULLS LAST, id DESC LIMIT ${FEW}`.execute(db);
  return rows;
}

export async function findGames(db: Connection, text: string): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM game WHERE sort_name LIKE ${beginning(text.toLowerCase())} ORDER BY sort_name LIMIT ${FEW}`.execute(
    db,
  );
  return rows;
}

export interface FoundPromoCode {
  id: number;
  code: string;
  used: number;
}

export async function findPromoCodes(db: Connection, text: string): Promise<FoundPromoCode[]> {
  const { rows } = await sql<FoundPromoCode>`
    SELECT id, code, used FROM promo_code WHERE code LIKE ${beginning(text.toUpperCase())} ORDER BY code LIMIT ${FEW}`.execute(
    db,
  );
  return rows;
}

export interface FoundBatch {
  id: number;
  supplier: string;
  productId: number;
  product: string;
  keyCount: number;
  importedAt: Date;
}

/** By its number, or the newest ones of a supplier. */
export async function findBatches(db: Connection, text: string): Promise<FoundBatch[]> {
  const id = /^\d{1,9}$/.test(text) ? Number(text) : null;
  const { rows } = await sql<FoundBatch>`
    SELECT key_batch.id, key_batch.supplier, key_batch.product_id AS "productId", product.name AS product,
      key_batch.key_count AS "keyCount", key_batch.imported_at AS "importedAt"
    FROM key_batch JOIN product ON product.id = key_batch.product_id
    WHERE key_batch.id = ${id} OR (${id}::integer IS NULL AND lower(key_batch.supplier) LIKE ${beginning(text.toLowerCase())})
    ORDER BY key_batch.id DESC LIMIT ${FEW}`.execute(db);
  return rows;
}

export interface FoundKey {
  id: number;
  status: KeyStatus;
  batchId: number;
  productId: number;
  product: string;
  orderId: string | null;
  number: string | null;
}

/** Where a key is, without the key. */
export async function findKey(db: Connection, keyId: number): Promise<FoundKey | undefined> {
  const { rows } = await sql<FoundKey>`
    SELECT product_key.id, product_key.status, product_key.batch_id AS "batchId",
      product_key.product_id AS "productId", product.name AS product, payment.order_id AS "orderId", payment.number
    FROM product_key JOIN product ON product.id = product_key.product_id
    LEFT JOIN order_item ON order_item.id = product_key.order_item_id
    LEFT JOIN payment ON payment.id = order_item.payment_id WHERE product_key.id = ${keyId}`.execute(db);
  return rows[0];
}
