import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

interface StockChange {
  /** `import`: keys come into stock. `write-off`: unsold keys leave it. */
  kind: 'import' | 'write-off';
  batchId: number;
  /** Negative takes an earlier booking back: an undone import. */
  keys: number;
}

/**
 * Books keys that come into stock or leave it unsold, at the cost of their batch. Call it in the transaction that adds or
 * removes the keys, so that the ledger and the vault agree. The worker books keys that are sold or returned.
 */
export async function bookStock(transaction: Connection, { kind, batchId, keys }: StockChange): Promise<void> {
  await sql`
    WITH batch AS (
      SELECT 'supplier:' || left(supplier, 200) AS supplier, cost_cents * ${keys}::bigint AS cents
      FROM key_batch WHERE id = ${batchId} AND cost_cents * ${keys}::bigint <> 0
    ), movement AS (
      INSERT INTO ledger_transaction (kind, batch_id) SELECT ${kind}, ${batchId} FROM batch RETURNING id
    )
    INSERT INTO ledger_entry (transaction_id, account, currency, amount)
    SELECT movement.id, entry.account, 'USD', entry.amount FROM movement, batch, LATERAL (VALUES
      ('stock', CASE WHEN ${kind} = 'import' THEN cents ELSE -cents END),
      (CASE WHEN ${kind} = 'import' THEN supplier ELSE 'write-off' END,
        CASE WHEN ${kind} = 'import' THEN -cents ELSE cents END)) AS entry (account, amount)`.execute(transaction);
}
