import type { Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import * as queries from './stock-level.queries.ts';

export type StockLevelService = ReturnType<typeof createStockLevelService>;

/**
 * The counts of the stock board. They follow the keys at a short distance: a sale writes nothing, and a worker counts again
 * the products whose keys have changed since the cursor.
 */
export function createStockLevelService(db: Database, defaultThreshold: () => Promise<number>) {
  async function count(transaction: Database): Promise<void> {
    const { countedUntil, isOtherDay } = await queries.getCursor(transaction);
    if (countedUntil === null) return rebuildIn(transaction);
    const until = await queries.getSettledTime(transaction);
    const changed = await queries.listChangedProducts(transaction, countedUntil);
    if (changed.length > 0) {
      await queries.saveLevels(transaction, changed);
      await queries.saveChangedSales(transaction, countedUntil);
    }
    if (isOtherDay || changed.length > 0) await queries.saveSaleSums(transaction, isOtherDay ? undefined : changed);
    await queries.markLowStock(transaction, await defaultThreshold());
    await queries.saveCursor(transaction, until);
  }

  async function rebuildIn(transaction: Database): Promise<void> {
    const until = await queries.getSettledTime(transaction);
    await queries.saveLevels(transaction, undefined);
    await queries.rebuildSales(transaction);
    await queries.saveSaleSums(transaction, undefined);
    await queries.markLowStock(transaction, await defaultThreshold());
    await queries.saveCursor(transaction, until);
  }

  const whileLocked = <Result>(work: (transaction: Database) => Promise<Result>): Promise<Result> =>
    inTransaction(db, async (transaction) => {
      await queries.lockStock(transaction);
      return work(transaction);
    });

  return {
    /** Waits for a worker that counts. */
    refresh: () => whileLocked(count),

    /** Does nothing while another worker counts. */
    refreshIfFree: (): Promise<void> =>
      inTransaction(db, async (transaction) => {
        if (await queries.tryLockStock(transaction)) await count(transaction);
      }),

    /** Counts everything again and returns what was wrong before. */
    rebuild: (): Promise<string[]> =>
      whileLocked(async (transaction) => {
        await count(transaction);
        const faults = await queries.listWrongLevels(transaction, undefined);
        await rebuildIn(transaction);
        return faults;
      }),

    /**
     * Compares the counts with the keys: of the products that have changed since the last check without a fault, or of all.
     * Returns how many were compared, and one line per fault.
     */
    check: ({ isFull }: { isFull: boolean }): Promise<{ products: number | undefined; faults: string[] }> =>
      whileLocked(async (transaction) => {
        const { checkedUntil } = await queries.getCursor(transaction);
        await count(transaction);
        const ids =
          isFull || checkedUntil === null ? undefined : await queries.listChangedProducts(transaction, checkedUntil);
        const until = await queries.getSettledTime(transaction);
        const faults = await queries.listWrongLevels(transaction, ids);
        if (faults.length === 0) await queries.saveChecked(transaction, until);
        return { products: ids?.length, faults };
      }),
  };
}
