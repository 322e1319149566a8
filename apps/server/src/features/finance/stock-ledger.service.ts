import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** `import`: keys come into stock. `write-off`: unsold keys leave it. */
type StockChange = 'import' | 'write-off';

interface BatchKeys {
  batchId: number;
  /** Negative takes an earlier booking back: an undone import. */
  keys: number;
}

/**
 * Books keys that come into stock or leave it unsold, at the cost of their batch. Call it in the transaction that adds or
 * removes the keys, so that the ledger and the vault agree. The worker books keys that are sold or returned.
 */
export async function bookStock(transaction: Connection, kind: StockChange, batches: BatchKeys[]): Promise<void> {
  await sql`
    WITH batch AS (
      SELECT id, 'supplier:' || left(supplier, 200) AS supplier, cost_cents * keys AS cents
      FROM unnest(${batches.map(({ batchId }) => batchId)}::bigint[], ${batches.map(({ keys }) => keys)}::bigint[])
        AS change (batch_id, keys)
      JOIN key_batch ON key_batch.id = change.batch_id
      WHERE cost_cents * keys <> 0
    ), movement AS (
      INSERT INTO ledger_transaction (kind, batch_id) SELECT ${kind}, id FROM batch RETURNING id, batch_id
    )
    INSERT INTO ledger_entry (transaction_id, account, currency, amount)
    SELECT movement.id, entry.account, 'USD', entry.amount
    FROM movement JOIN batch ON batch.id = movement.batch_id, LATERAL (VALUES
      ('stock', CASE WHEN ${kind} = 'import' THEN cents ELSE -cents END),
      (CASE WHEN ${kind} = 'import' THEN supplier ELSE 'write-off' END,
        CASE WHEN ${kind} = 'import' THEN -cents ELSE cents END)) AS entry (account, amount)`.execute(transaction);
}
