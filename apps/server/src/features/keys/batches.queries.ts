import { UNSOLD_KEY_STATUSES, type UnsoldKeyStatus, USED_KEY_STATUSES } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { statusList } from '../../platform/database/transitions.ts';

export interface Batch {
  id: number;
  supplier: string;
  costCents: number;
  keyCount: number;
  importedAt: Date;
  productId: number;
  undoneAt: Date | null;
  quarantinedAt: Date | null;
  quarantinedBy: string | null;
  quarantineReason: string | null;
}

export async function findBatch(db: Connection, id: number, isLocked = false): Promise<Batch | undefined> {
  const row = await db
    .selectFrom('key_batch')
    .selectAll()
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      supplier: row.supplier,
      costCents: row.cost_cents,
      keyCount: row.key_count,
      importedAt: row.imported_at,
      productId: row.product_id,
      undoneAt: row.undone_at,
      quarantinedAt: row.quarantined_at,
      quarantinedBy: row.quarantined_by,
      quarantineReason: row.quarantine_reason,
    }
  );
}

export async function saveQuarantine(
  db: Connection,
  id: number,
  quarantine: { by: string; reason: string } | null,
): Promise<void> {
  await db
    .updateTable('key_batch')
    .set({
      quarantined_at: quarantine && sql<Date>`now()`,
      quarantined_by: quarantine?.by ?? null,
      quarantine_reason: quarantine?.reason ?? null,
    })
    .where('id', '=', id)
    .execute();
}

export interface ClaimRate {
  delivered: number;
  /** Without the refused ones. */
  claimed: number;
}

/** Keys that a buyer has, or had before a refund. Those that were written off are revoked too, but were never delivered. */
const DELIVERED = sql`product_key JOIN delivery ON delivery.key_id = product_key.id
  WHERE product_key.status IN (${statusList(USED_KEY_STATUSES)})`;

/** Of one batch, or of the latest batches of a supplier that keys were sold from. */
export async function readClaimRate(
  db: Connection,
  choice: { batchId: number } | { supplier: string; batches: number },
): Promise<ClaimRate> {
  const batches =
    'batchId' in choice
      ? sql`ARRAY[${choice.batchId}::integer]`
      : sql`ARRAY(SELECT id FROM key_batch WHERE supplier = ${choice.supplier} AND EXISTS (
          SELECT FROM ${DELIVERED} AND product_key.batch_id = key_batch.id)
          ORDER BY id DESC LIMIT ${choice.batches})`;
  const { rows } = await sql<ClaimRate>`
    SELECT
      (SELECT count(*)::integer FROM ${DELIVERED} AND product_key.batch_id = ANY (batches.ids)) AS delivered,
      (SELECT count(*)::integer FROM key_claim WHERE batch_id = ANY (batches.ids) AND status <> 'refused') AS claimed
    FROM (SELECT ${batches} AS ids) AS batches`.execute(db);
  return rows[0] ?? { delivered: 0, claimed: 0 };
}

/** The keys of a batch in one status. Each status has an index that begins with the product. */
const keysOf = ({ id, productId }: Pick<Batch, 'id' | 'productId'>, status: UnsoldKeyStatus) =>
  sql`product_key.product_id = ${productId} AND product_key.batch_id = ${id} AND product_key.status = ${sql.lit(status)}`;

export async function countUnsoldKeys(
  db: Connection,
  batch: Pick<Batch, 'id' | 'productId'>,
): Promise<{ available: number; quarantined: number }> {
  const { rows } = await sql<{ available: number; quarantined: number }>`
    SELECT (SELECT count(*)::integer FROM product_key WHERE ${keysOf(batch, 'available')}) AS available,
      (SELECT count(*)::integer FROM product_key WHERE ${keysOf(batch, 'quarantined')}) AS quarantined`.execute(db);
  return rows[0] ?? { available: 0, quarantined: 0 };
}

/**
 * Deletes the keys of a batch, so that the same file can be imported again. False when one of them was sold, is held, or was
 * opened for an export: then the caller rolls back.
 */
export async function deleteBatchKeys(db: Connection, batch: Batch): Promise<boolean> {
  let deleted = 0;
  for (const status of UNSOLD_KEY_STATUSES) {
    const { rows } = await sql<{ is_used: boolean }>`
      SELECT EXISTS (SELECT FROM product_key WHERE ${keysOf(batch, status)} AND (
        EXISTS (SELECT FROM key_return WHERE key_return.key_id = product_key.id)
        OR EXISTS (SELECT FROM key_reveal WHERE key_reveal.key_id = product_key.id AND channel <> 'rotation'))) AS is_used`.execute(
      db,
    );
    if (rows[0]?.is_used) return false;
    await sql`DELETE FROM key_reveal USING product_key
      WHERE key_reveal.key_id = product_key.id AND ${keysOf(batch, status)}`.execute(db);
    const { numAffectedRows = 0n } = await sql`DELETE FROM product_key WHERE ${keysOf(batch, status)}`.execute(db);
    deleted += Number(numAffectedRows);
  }
  return deleted === batch.keyCount;
}

export async function markUndone(db: Connection, id: number, by: string): Promise<void> {
  await sql`UPDATE key_batch SET undone_at = now(), undone_by = ${by} WHERE id = ${id}`.execute(db);
}

/** Takes the unsold keys of a batch out of stock for good. Returns how many. */
export async function writeOffKeys(db: Connection, batch: Batch): Promise<number> {
  let count = 0;
  for (const status of UNSOLD_KEY_STATUSES) {
    const { numAffectedRows = 0n } = await sql`
      UPDATE product_key SET status = 'revoked', changed_at = now() WHERE ${keysOf(batch, status)}`.execute(db);
    count += Number(numAffectedRows);
  }
  await sql`UPDATE key_batch SET written_off = written_off + ${count} WHERE id = ${batch.id}`.execute(db);
  return count;
}
