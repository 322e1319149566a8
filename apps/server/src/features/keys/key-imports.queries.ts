import type { KeyLineFault } from '@oyna/domain/key-file';
import { KEY_IMPORT_TRANSITIONS, type KeyImportStatus } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { mayBecome } from '../../platform/database/transitions.ts';

export type ImportFormat = 'platform' | 'pattern' | 'any';

/** What the sender says about a file before its first chunk. */
export interface ImportOrder {
  productId: number;
  fileName: string;
  supplier: string;
  costCents: number;
  format: ImportFormat;
  stopsAtBad: boolean;
  lineCount: number;
  chunkCount: number;
  leftOut: number;
}

export interface KeyImport extends ImportOrder {
  id: string;
  productName: string;
  batchId: number | null;
  imported: number;
  skipped: number;
  status: KeyImportStatus;
  chunksDone: number;
  createdBy: string;
  createdAt: Date;
  changedAt: Date;
}

export interface SkippedLine {
  line: number;
  fault: KeyLineFault;
}

const IMPORT = sql`SELECT key_import.id, key_import.product_id AS "productId", product.name AS "productName",
  key_import.batch_id AS "batchId", key_import.file_name AS "fileName", key_import.supplier,
  key_import.cost_cents AS "costCents", key_import.format, key_import.stops_at_bad AS "stopsAtBad",
  key_import.line_count AS "lineCount", key_import.chunk_count AS "chunkCount", key_import.left_out AS "leftOut",
  key_import.imported, key_import.skipped, key_import.status, key_import.created_by AS "createdBy",
  key_import.created_at AS "createdAt", key_import.changed_at AS "changedAt",
  (SELECT count(*)::integer FROM key_import_chunk WHERE import_id = key_import.id) AS "chunksDone"
  FROM key_import JOIN product ON product.id = key_import.product_id`;

export async function findImport(db: Connection, id: string): Promise<KeyImport | undefined> {
  const { rows } = await sql<KeyImport>`${IMPORT} WHERE key_import.id = ${id}`.execute(db);
  return rows[0];
}

/** Chunks of one import, its cancellation and the undoing of its batch wait for each other. */
export async function lockImport(db: Connection, id: string): Promise<KeyImport | undefined> {
  const { rows } = await sql`SELECT FROM key_import WHERE id = ${id} FOR UPDATE`.execute(db);
  return rows.length === 0 ? undefined : findImport(db, id);
}

export async function lockImportOfBatch(db: Connection, batchId: number): Promise<void> {
  await sql`SELECT FROM key_import WHERE batch_id = ${batchId} FOR UPDATE`.execute(db);
}

/** The latest first: those that are not finished, or all of a product. */
export async function listImports(
  db: Connection,
  choice: { productId?: number | undefined; limit: number },
): Promise<KeyImport[]> {
  const where =
    choice.productId === undefined ? sql`key_import.status = 'open'` : sql`key_import.product_id = ${choice.productId}`;
  const { rows } = await sql<KeyImport>`${IMPORT} WHERE ${where}
    ORDER BY key_import.created_at DESC, key_import.id LIMIT ${choice.limit}`.execute(db);
  return rows;
}

/** False when this id exists already. */
export async function insertImport(db: Connection, id: string, order: ImportOrder, createdBy: string) {
  const { rows } = await sql`
    INSERT INTO key_import (id, product_id, file_name, supplier, cost_cents, format, stops_at_bad, line_count, chunk_count,
      left_out, created_by)
    VALUES (${id}, ${order.productId}, ${order.fileName}, ${order.supplier}, ${order.costCents}, ${order.format},
      ${order.stopsAtBad}, ${order.lineCount}, ${order.chunkCount}, ${order.leftOut}, ${createdBy})
    ON CONFLICT DO NOTHING RETURNING id`.execute(db);
  return rows.length > 0;
}

export async function findChunk(
  db: Connection,
  id: string,
  chunk: number,
): Promise<{ digest: Buffer; imported: number; skipped: SkippedLine[] } | undefined> {
  const { rows } = await sql<{ digest: Buffer; imported: number; skipped: SkippedLine[] }>`
    SELECT digest, imported, skipped FROM key_import_chunk WHERE import_id = ${id} AND chunk = ${chunk}`.execute(db);
  return rows[0];
}

interface ChunkResult {
  chunk: number;
  digest: Buffer;
  imported: number;
  skipped: SkippedLine[];
}

/** Adds a committed chunk to the import, which is finished with its last one. The console is notified. */
export async function saveChunk(
  db: Connection,
  id: string,
  batchId: number | null,
  result: ChunkResult,
): Promise<void> {
  const { chunk, digest, imported, skipped } = result;
  await sql`INSERT INTO key_import_chunk (import_id, chunk, digest, imported, skipped)
    VALUES (${id}, ${chunk}, ${digest}, ${imported}, ${JSON.stringify(skipped)})`.execute(db);
  await sql`
    UPDATE key_import SET batch_id = ${batchId}, imported = imported + ${imported}, skipped = skipped + ${skipped.length},
      changed_at = now(), status = CASE WHEN ${mayBecome(KEY_IMPORT_TRANSITIONS, 'finished')}
        AND chunk_count <= (SELECT count(*) FROM key_import_chunk WHERE import_id = ${id}) THEN 'finished' ELSE status END
    WHERE id = ${id}`.execute(db);
  await sql`SELECT pg_notify('console', ${`job ${id}`})`.execute(db);
}

export async function cancelImport(db: Connection, choice: { id: string } | { batchId: number }): Promise<void> {
  const where = 'id' in choice ? sql`id = ${choice.id}` : sql`batch_id = ${choice.batchId}`;
  const { rows } = await sql<{ id: string }>`UPDATE key_import SET status = 'cancelled', changed_at = now()
    WHERE ${where} AND ${mayBecome(KEY_IMPORT_TRANSITIONS, 'cancelled')} RETURNING id`.execute(db);
  for (const { id } of rows) await sql`SELECT pg_notify('console', ${`job ${id}`})`.execute(db);
}

/** The lines that were skipped, and the chunks that are committed. */
export async function readChunks(db: Connection, id: string, listed: number) {
  const { rows } = await sql<{ chunks: number[]; skippedLines: SkippedLine[] }>`
    SELECT coalesce(array_agg(chunk ORDER BY chunk), '{}') AS chunks, coalesce((SELECT jsonb_agg(line) FROM (
      SELECT jsonb_array_elements(skipped) AS line FROM key_import_chunk WHERE import_id = ${id} AND skipped <> '[]'
      ORDER BY chunk LIMIT ${listed}) AS lines), '[]') AS "skippedLines"
    FROM key_import_chunk WHERE import_id = ${id}`.execute(db);
  return rows[0] ?? { chunks: [], skippedLines: [] };
}

export async function findKeyProduct(db: Connection, id: number) {
  return db.selectFrom('product').select(['name', 'type', 'platform']).where('id', '=', id).executeTakeFirst();
}

export async function addToBatch(db: Connection, batchId: number, count: number): Promise<void> {
  await sql`UPDATE key_batch SET key_count = key_count + ${count} WHERE id = ${batchId}`.execute(db);
}

/** A batch that was created for keys of which none was new. */
export async function deleteBatch(db: Connection, batchId: number): Promise<void> {
  await sql`DELETE FROM key_batch WHERE id = ${batchId}`.execute(db);
}
