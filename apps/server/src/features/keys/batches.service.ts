import { AppError } from '@oyna/domain/errors';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { bookStock } from '../finance/stock-ledger.service.ts';
import * as queries from './batches.queries.ts';
import { cancelImport, lockImportOfBatch } from './key-imports.queries.ts';
import { moveKeys, refreshAvailability } from './keys.queries.ts';
import { lockStock, saveBatches, saveLevels } from './stock-level.queries.ts';
import type { StockLevelService } from './stock-level.service.ts';

/** A supplier may have hundreds of batches. The latest ones say how good its keys are now. */
const SUPPLIER_BATCHES = 10;

export type BatchesService = ReturnType<typeof createBatchesService>;

/** What operators see of a batch of keys, and its quarantine. */
export function createBatchesService(db: Database, levels: Pick<StockLevelService, 'refresh'>) {
  /** The operator sees the new counts at once. */
  const recount = async (productIds: number[]) => {
    await refreshAvailability(db, productIds);
    await levels.refresh();
  };

  async function lockBatch(transaction: Connection, id: number): Promise<queries.Batch> {
    const batch = await queries.findBatch(transaction, id, true);
    if (!batch) throw new AppError('not-found', { field: 'batch' });
    return batch;
  }

  const stateOf = ({ quarantinedAt, quarantinedBy, quarantineReason }: queries.Batch) => ({
    isQuarantined: quarantinedAt !== null,
    quarantinedBy,
    quarantineReason,
  });

  return {
    /** With the share of claims among the delivered keys, of the batch and of its supplier. */
    async get(id: number) {
      const batch = await queries.findBatch(db, id);
      if (!batch) throw new AppError('not-found', { field: 'batch' });
      const [rate, supplierRate, unsold] = await Promise.all([
        queries.readClaimRate(db, { batchId: id }),
        queries.readClaimRate(db, { supplier: batch.supplier, batches: SUPPLIER_BATCHES }),
        queries.countUnsoldKeys(db, batch),
      ]);
      return { ...batch, rate, supplierRate, unsold };
    },

    /** No key of the batch is sold until its release. A key that a payment holds stays with the payment. */
    async quarantine(actor: Actor, id: number, reason: string): Promise<number> {
      const { moved, productIds } = await inTransaction(db, async (transaction) => {
        const batch = await lockBatch(transaction, id);
        if (batch.quarantinedAt) throw new AppError('changed-meanwhile', { current: stateOf(batch) });
        await queries.saveQuarantine(transaction, id, { by: actor.name, reason });
        const result = await moveKeys(
          transaction,
          { productId: batch.productId, batchId: id },
          'available',
          'quarantined',
        );
        const details = { moved: result.moved };
        await audit(transaction, { actor, action: 'batch quarantine', subject: `batch ${id}`, reason, details });
        return result;
      });
      await recount(productIds);
      return moved;
    },

    async release(actor: Actor, id: number, reason: string): Promise<number> {
      const { moved, productIds } = await inTransaction(db, async (transaction) => {
        const batch = await lockBatch(transaction, id);
        if (!batch.quarantinedAt) throw new AppError('changed-meanwhile', { current: stateOf(batch) });
        await queries.saveQuarantine(transaction, id, null);
        const result = await moveKeys(
          transaction,
          { productId: batch.productId, batchId: id },
          'quarantined',
          'available',
        );
        const details = { moved: result.moved };
        await audit(transaction, { actor, action: 'batch release', subject: `batch ${id}`, reason, details });
        return result;
      });
      await recount(productIds);
      return moved;
    },

    /** Removes an import while none of its keys is sold or held. An import that is not finished ends with it. */
    async undo(actor: Actor, id: number, reason: string): Promise<number> {
      const batch = await inTransaction(db, async (transaction) => {
        // Deleted keys leave no trace for the worker that counts, so the counts are corrected here.
        await lockStock(transaction);
        await lockImportOfBatch(transaction, id);
        const batch = await lockBatch(transaction, id);
        if (batch.undoneAt) throw new AppError('changed-meanwhile', { current: { isUndone: true } });
        if (!(await queries.deleteBatchKeys(transaction, batch))) throw new AppError('batch-in-use');
        await queries.markUndone(transaction, id, actor.name);
        await bookStock(transaction, 'import', [{ batchId: id, keys: -batch.keyCount }]);
        await cancelImport(transaction, { batchId: id });
        await saveBatches(transaction, [batch.productId]);
        await saveLevels(transaction, [batch.productId]);
        const details = { deleted: batch.keyCount };
        await audit(transaction, { actor, action: 'batch undo', subject: `batch ${id}`, reason, details });
        return batch;
      });
      await refreshAvailability(db, [batch.productId]);
      return batch.keyCount;
    },

    /**
     * The unsold keys are worthless: they never return to stock. Held and sold keys are not touched; one that comes back later
     * is quarantined by a trigger, and is not released any more. An import that is not finished ends with it.
     */
    async writeOff(actor: Actor, id: number, reason: string): Promise<number> {
      const { moved, productId } = await inTransaction(db, async (transaction) => {
        await lockImportOfBatch(transaction, id);
        const batch = await lockBatch(transaction, id);
        const { productId, costCents } = batch;
        const moved = await queries.writeOffKeys(transaction, batch);
        if (moved === 0) throw new AppError('changed-meanwhile', { current: { unsold: 0 } });
        // A quarantine could be released, a write-off cannot.
        await queries.saveQuarantine(transaction, id, null);
        await bookStock(transaction, 'write-off', [{ batchId: id, keys: moved }]);
        await cancelImport(transaction, { batchId: id });
        const details = { moved, costCents: moved * costCents };
        await audit(transaction, { actor, action: 'batch write-off', subject: `batch ${id}`, reason, details });
        return { moved, productId };
      });
      await recount([productId]);
      return moved;
    },
  };
}
