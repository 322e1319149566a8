import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

export interface Batch {
  id: number;
  supplier: string;
  costCents: number;
  keyCount: number;
  importedAt: Date;
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

/** Of one batch, or of the latest batches of a supplier that keys were sold from. */
export async function readClaimRate(
  db: Connection,
  choice: { batchId: number } | { supplier: string; batches: number },
): Promise<ClaimRate> {
  const batches =
    'batchId' in choice
      ? sql`ARRAY[${choice.batchId}::integer]`
      : sql`ARRAY(SELECT id FROM key_batch WHERE supplier = ${choice.supplier} AND EXISTS (
          SELECT FROM product_key WHERE batch_id = key_batch.id AND status IN ('sold', 'disputed', 'revoked'))
          ORDER BY id DESC LIMIT ${choice.batches})`;
  const { rows } = await sql<ClaimRate>`
    SELECT
      (SELECT count(*)::integer FROM product_key
        WHERE batch_id = ANY (batches.ids) AND status IN ('sold', 'disputed', 'revoked')) AS delivered,
      (SELECT count(*)::integer FROM key_claim WHERE batch_id = ANY (batches.ids) AND status <> 'refused') AS claimed
    FROM (SELECT ${batches} AS ids) AS batches`.execute(db);
  return rows[0] ?? { delivered: 0, claimed: 0 };
}

export async function countUnsoldKeys(
  db: Connection,
  batchId: number,
): Promise<{ available: number; quarantined: number }> {
  const { rows } = await sql<{ available: number; quarantined: number }>`
    SELECT (count(*) FILTER (WHERE status = 'available'))::integer AS available,
      (count(*) FILTER (WHERE status = 'quarantined'))::integer AS quarantined
    FROM product_key WHERE batch_id = ${batchId} AND status IN ('available', 'quarantined')`.execute(db);
  return rows[0] ?? { available: 0, quarantined: 0 };
}
