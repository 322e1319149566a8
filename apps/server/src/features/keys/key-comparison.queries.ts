import { KEY_PLATFORMS } from '@oyna/domain/key-formats';
import { UNSOLD_KEY_STATUSES } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { statusList } from '../../platform/database/transitions.ts';
import type { Sealed } from './keys.cipher.ts';

export interface StoredKey {
  id: number;
  productId: number;
  sealed: Sealed;
  fingerprint: Buffer;
  type: string;
  platform: string;
}

/** Without a lock: a lock would hide the keys from buyers. */
export async function listKeysToCompare(db: Connection, afterId: number, limit: number): Promise<StoredKey[]> {
  const rows = await db
    .selectFrom('product_key')
    .innerJoin('product', 'product.id', 'product_key.product_id')
    .select(['product_key.id', 'product_id', 'master_id', 'sealed', 'fingerprint', 'product.type', 'product.platform'])
    .where('product_key.id', '>', afterId)
    .where('product.type', '=', 'Key')
    .where('product.platform', 'in', KEY_PLATFORMS)
    .orderBy('product_key.id')
    .limit(limit)
    .execute();
  return rows.map(({ product_id: productId, master_id: masterId, sealed: bytes, ...row }) => ({
    ...row,
    productId,
    sealed: { masterId, bytes },
  }));
}

/** Whether there are keys from before they had one spelling that were never compared to the end. */
export async function isComparisonDue(db: Connection): Promise<boolean> {
  const { rows } = await sql<{ is_due: boolean }>`
    SELECT EXISTS (SELECT FROM key_batch JOIN product ON product.id = product_id
      WHERE type = 'Key' AND platform = ANY (${KEY_PLATFORMS}::text[])
        AND imported_at < (SELECT applied_at FROM schema_migration WHERE name LIKE '0047%'))
      AND NOT EXISTS (SELECT FROM audit_entry WHERE subject = 'vault' AND action = 'keys compared') AS is_due`.execute(
    db,
  );
  return rows[0]?.is_due === true;
}

/** The keys that have these fingerprints, by the fingerprint in hexadecimal digits. */
export async function listOwners(db: Connection, fingerprints: Buffer[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ hex: string; id: number }>`
    SELECT encode(fingerprint, 'hex') AS hex, id FROM product_key
    WHERE fingerprint = ANY (${fingerprints}::bytea[])`.execute(db);
  return new Map(rows.map(({ hex, id }) => [hex, id]));
}

export async function saveFingerprints(db: Connection, keys: { id: number; fingerprint: Buffer }[]): Promise<void> {
  await sql`
    UPDATE product_key SET fingerprint = fresh.fingerprint
    FROM unnest(${keys.map(({ id }) => id)}::bigint[], ${keys.map(({ fingerprint }) => fingerprint)}::bytea[])
      AS fresh (id, fingerprint)
    WHERE product_key.id = fresh.id`.execute(db);
}

/**
 * Of two rows with one key, the one that no customer has or pays for is not sold any more, and of two such rows the later
 * one. A trigger keeps it off sale. Returns the products that have fewer keys now.
 */
export async function takeDoubleOffSale(db: Connection, first: number, second: number): Promise<number[]> {
  const { rows } = await sql<{ id: number; isUnsold: boolean }>`
    SELECT id, status IN (${statusList(UNSOLD_KEY_STATUSES)}) AS "isUnsold" FROM product_key
    WHERE id IN (${first}, ${second}) ORDER BY id FOR UPDATE`.execute(db);
  const [earlier, later] = rows;
  if (!earlier || !later) return [];
  const [kept, double] = earlier.isUnsold && !later.isUnsold ? [later, earlier] : [earlier, later];
  const marked = await sql`
    INSERT INTO key_double (key_id, same_as) SELECT ${double.id}, ${kept.id}
    WHERE NOT EXISTS (SELECT FROM key_double WHERE key_id = ${kept.id} AND same_as = ${double.id})
    ON CONFLICT DO NOTHING`.execute(db);
  if (marked.numAffectedRows === 0n) return [];
  const { rows: moved } = await sql<{ product_id: number }>`
    UPDATE product_key SET status = 'quarantined', changed_at = clock_timestamp()
    WHERE id = ${double.id} AND status = 'available' RETURNING product_id`.execute(db);
  return moved.map(({ product_id: productId }) => productId);
}

export interface KeyDouble {
  id: number;
  productId: number;
  status: string;
  sameAs: number;
  otherProductId: number;
  otherStatus: string;
}

export async function listDoubles(db: Connection): Promise<KeyDouble[]> {
  const { rows } = await sql<KeyDouble>`
    SELECT double.id, double.product_id AS "productId", double.status, other.id AS "sameAs",
      other.product_id AS "otherProductId", other.status AS "otherStatus"
    FROM key_double JOIN product_key AS double ON double.id = key_double.key_id
    JOIN product_key AS other ON other.id = key_double.same_as ORDER BY double.id`.execute(db);
  return rows;
}
