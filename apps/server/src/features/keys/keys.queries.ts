import { KEY_TRANSITIONS, type UnsoldKeyStatus } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { mayBecome } from '../../platform/database/transitions.ts';
import type { Sealed } from './keys.cipher.ts';

interface NewKey {
  id: number;
  productId: number;
  batchId: number;
  sealed: Sealed;
  fingerprint: Buffer;
}

interface NewBatch {
  productId: number;
  supplier: string;
  costCents: number;
  keyCount: number;
}

/** Returns the id of each batch, in their order. */
export async function insertBatches(db: Connection, batches: NewBatch[]): Promise<number[]> {
  const rows = await db
    .insertInto('key_batch')
    .values(
      batches.map(({ productId, supplier, costCents, keyCount }) => ({
        product_id: productId,
        supplier,
        cost_cents: costCents,
        key_count: keyCount,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function insertBatch(db: Connection, batch: NewBatch): Promise<number> {
  const [id = 0] = await insertBatches(db, [batch]);
  return id;
}

/** Ids are taken before the rows, because a key is sealed together with its id. */
export async function takeKeyIds(db: Connection, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('product_key', 'id')) AS id FROM generate_series(1, ${count})`.execute(db);
  return rows.map(({ id }) => id);
}

/** What decides the spelling of keys, by product. */
export async function listKeyKinds(db: Connection, productIds: number[]) {
  const rows = await db
    .selectFrom('product')
    .select(['id', 'type', 'platform'])
    .where('id', 'in', productIds)
    .execute();
  return new Map(rows.map(({ id, ...kind }) => [id, kind]));
}

/** Returns the ids of the new keys. The vault has the others already. */
export async function insertKeys(db: Connection, keys: NewKey[]) {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO product_key (id, product_id, batch_id, master_id, sealed, fingerprint)
    SELECT * FROM unnest(${keys.map(({ id }) => id)}::bigint[], ${keys.map(({ productId }) => productId)}::integer[],
      ${keys.map(({ batchId }) => batchId)}::integer[], ${keys.map(({ sealed }) => sealed.masterId)}::text[],
      ${keys.map(({ sealed }) => sealed.bytes)}::bytea[], ${keys.map(({ fingerprint }) => fingerprint)}::bytea[])
    ON CONFLICT (fingerprint) DO NOTHING RETURNING id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** After a large import, so that the planner knows the new counts. */
export async function analyzeKeys(db: Connection): Promise<void> {
  await sql`ANALYZE product_key`.execute(db);
}

export interface WantedKeys {
  orderItemId: number;
  productId: number;
  count: number;
}

/** Reserves as many keys as it finds. It skips keys that concurrent buyers are taking. */
export async function reserveKeys(db: Connection, wanted: WantedKeys[], seconds: number): Promise<void> {
  await sql`
    SELECT reserve_keys(order_item_id, product_id, count, ${seconds}::integer)
    FROM unnest(${wanted.map(({ orderItemId }) => orderItemId)}::bigint[],
      ${wanted.map(({ productId }) => productId)}::integer[], ${wanted.map(({ count }) => count)}::integer[]
    ) AS wanted (order_item_id, product_id, count)`.execute(db);
}

export interface ReservedKey {
  keyId: number;
  orderItemId: number;
}

export async function listReservedKeys(db: Connection, orderItemIds: number[]): Promise<ReservedKey[]> {
  const { rows } = await sql<ReservedKey>`
    SELECT id AS "keyId", order_item_id AS "orderItemId" FROM product_key
    WHERE order_item_id = ANY (${orderItemIds}::bigint[]) AND status = 'reserved'`.execute(db);
  return rows;
}

/** Sells the keys that are reserved for these order items. */
export async function sellReservedKeys(db: Connection, orderItemIds: number[]) {
  const { rows } = await sql<{ keyId: number; orderItemId: number }>`
    UPDATE product_key SET status = 'sold', reserved_until = NULL, changed_at = now()
    WHERE order_item_id = ANY (${orderItemIds}::bigint[]) AND status = 'reserved'
    RETURNING id AS "keyId", order_item_id AS "orderItemId"`.execute(db);
  return rows;
}

/** Returns false when the key is not sold: a refunded or claimed key cannot be disputed. */
export async function disputeKey(db: Connection, keyId: number): Promise<boolean> {
  const result = await db
    .updateTable('product_key')
    .set({ status: 'disputed', changed_at: sql`now()` })
    .where('id', '=', keyId)
    .where(mayBecome(KEY_TRANSITIONS, 'disputed'))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The claim is refused, and the buyer keeps the key. */
export async function settleDispute(db: Connection, keyId: number): Promise<void> {
  await db
    .updateTable('product_key')
    .set({ status: 'sold', changed_at: sql`now()` })
    .where('id', '=', keyId)
    .where('status', '=', 'disputed')
    .execute();
}

/** Outside of the transaction that moved the keys, after its commit. */
export async function refreshAvailability(db: Connection, productIds: number[]): Promise<void> {
  await sql`SELECT refresh_availability(${productIds}::integer[])`.execute(db);
}

/** The next products by id. */
export async function listProductIds(db: Connection, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM product WHERE id > ${after} ORDER BY id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Products with keys that have changed within this time. */
export async function listRecentlyChanged(db: Connection, seconds: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT product_id AS id FROM product_key WHERE changed_at >= now() - make_interval(secs => ${seconds})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function listSealedKeys(db: Connection, keyIds: number[]) {
  const rows = await db
    .selectFrom('product_key')
    .select(['id', 'product_id', 'master_id', 'sealed'])
    .where('id', 'in', keyIds)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    productId: row.product_id,
    sealed: { masterId: row.master_id, bytes: row.sealed },
  }));
}

/** Which of these fingerprints the vault has already. */
export async function listKnownFingerprints(db: Connection, fingerprints: Buffer[]): Promise<Set<string>> {
  const { rows } = await sql<{ hex: string }>`
    SELECT encode(fingerprint, 'hex') AS hex FROM product_key WHERE fingerprint = ANY (${fingerprints}::bytea[])`.execute(
    db,
  );
  return new Set(rows.map(({ hex }) => hex));
}

export async function findKeyByFingerprint(db: Connection, fingerprints: Buffer[]): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM product_key WHERE fingerprint = ANY (${fingerprints}::bytea[]) LIMIT 1`.execute(db);
  return rows[0]?.id;
}

/** One key for each master key in use. It steps through the index, so a large vault costs nothing. */
export async function listOneKeyPerMaster(db: Connection) {
  const { rows } = await sql<{ id: number; productId: number; masterId: string; bytes: Buffer }>`
    WITH RECURSIVE key AS (
      (SELECT id, product_id, master_id, sealed FROM product_key ORDER BY master_id LIMIT 1)
      UNION ALL
      SELECT next.* FROM key CROSS JOIN LATERAL (
        SELECT id, product_id, master_id, sealed FROM product_key WHERE master_id > key.master_id ORDER BY master_id LIMIT 1
      ) AS next
    )
    SELECT id, product_id AS "productId", master_id AS "masterId", sealed AS bytes FROM key`.execute(db);
  return rows.map(({ id, productId, masterId, bytes }) => ({ id, productId, sealed: { masterId, bytes } }));
}

/** The next keys under another master key. They are locked until the caller has sealed them anew. */
export async function lockKeysToRotate(db: Connection, masterId: string, afterId: number, limit: number) {
  const rows = await db
    .selectFrom('product_key')
    .select(['id', 'product_id', 'master_id', 'sealed'])
    .where('id', '>', afterId)
    .where('master_id', '<>', masterId)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map((row) => ({
    id: row.id,
    productId: row.product_id,
    sealed: { masterId: row.master_id, bytes: row.sealed },
  }));
}

export async function replaceSealed(db: Connection, keys: { id: number; sealed: Sealed }[]): Promise<void> {
  await sql`
    UPDATE product_key SET master_id = fresh.master_id, sealed = fresh.sealed
    FROM unnest(${keys.map(({ id }) => id)}::bigint[], ${keys.map(({ sealed }) => sealed.masterId)}::text[],
      ${keys.map(({ sealed }) => sealed.bytes)}::bytea[]) AS fresh (id, master_id, sealed)
    WHERE product_key.id = fresh.id`.execute(db);
}

export interface KeyChoice {
  productId?: number | undefined;
  batchId?: number | undefined;
  keyIds?: number[] | undefined;
}

export async function listKeys(db: Connection, choice: KeyChoice, afterId: number, limit: number) {
  return db
    .selectFrom('product_key')
    .select(['id', 'product_id', 'batch_id', 'status', 'master_id', 'sealed'])
    .where('id', '>', afterId)
    .$if(choice.productId !== undefined, (query) => query.where('product_id', '=', choice.productId ?? 0))
    .$if(choice.batchId !== undefined, (query) => query.where('batch_id', '=', choice.batchId ?? 0))
    .$if(choice.keyIds !== undefined, (query) => query.where('id', 'in', choice.keyIds ?? []))
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function countKeys(db: Connection, choice: KeyChoice, status: UnsoldKeyStatus): Promise<number> {
  const { count } = await db
    .selectFrom('product_key')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', status)
    .$if(choice.productId !== undefined, (query) => query.where('product_id', '=', choice.productId ?? 0))
    .$if(choice.batchId !== undefined, (query) => query.where('batch_id', '=', choice.batchId ?? 0))
    .$if(choice.keyIds !== undefined, (query) => query.where('id', 'in', choice.keyIds ?? []))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Moves only keys that are neither reserved nor sold. Returns how many, and of which products. A key of a batch that is off
 * sale stays in quarantine.
 */
export async function moveKeys(db: Connection, choice: KeyChoice, from: UnsoldKeyStatus, to: UnsoldKeyStatus) {
  const rows = await db
    .updateTable('product_key')
    .set({ status: to, changed_at: sql`now()` })
    .where('status', '=', from)
    .$if(choice.productId !== undefined, (query) => query.where('product_id', '=', choice.productId ?? 0))
    .$if(choice.batchId !== undefined, (query) => query.where('batch_id', '=', choice.batchId ?? 0))
    .$if(choice.keyIds !== undefined, (query) => query.where('id', 'in', choice.keyIds ?? []))
    .returning(['product_id', 'status'])
    .execute();
  const moved = rows.filter(({ status }) => status === to);
  return { moved: moved.length, productIds: [...new Set(moved.map((row) => row.product_id))] };
}
