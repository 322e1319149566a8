import { type Connection, type Database, withSession } from '../../platform/database/connection.ts';
import { retryConflicts } from '../../platform/database/retry.ts';
import { inSnapshot, inTransaction } from '../../platform/database/transaction.ts';
import * as queries from './stock-level.queries.ts';

export type StockLevelService = ReturnType<typeof createStockLevelService>;

/**
 * The counts of the stock board. They follow the keys at a short distance: a sale writes nothing, and a worker counts again
 * the products whose keys have changed since the cursor.
 */
export function createStockLevelService(db: Database, defaultThreshold: (connection: Connection) => Promise<number>) {
  /** Every change before `until` is committed and visible to the transaction. */
  async function count(transaction: Database, until: Date): Promise<void> {
    const { countedUntil, isOtherDay } = await queries.getCursor(transaction);
    if (countedUntil === null) return rebuildIn(transaction, until);
    const changed = await queries.listChangedProducts(transaction, countedUntil);
    if (changed.length > 0) {
      await queries.saveLevels(transaction, changed);
      await queries.saveChangedSales(transaction, countedUntil);
    }
    if (isOtherDay || changed.length > 0) await queries.saveSaleSums(transaction, isOtherDay ? undefined : changed);
    await queries.markLowStock(transaction, await defaultThreshold(transaction));
    await queries.saveCursor(transaction, until);
  }

  async function rebuildIn(transaction: Database, until: Date): Promise<void> {
    await queries.saveLevels(transaction, undefined);
    await queries.rebuildSales(transaction);
    await queries.saveSaleSums(transaction, undefined);
    await queries.markLowStock(transaction, await defaultThreshold(transaction));
    await queries.saveCursor(transaction, until);
  }

  const countNow = async (transaction: Database) => count(transaction, await queries.getSettledTime(transaction));

  const listFaults = async (transaction: Database, ids: readonly number[] | undefined) => [
    ...(await queries.listWrongLevels(transaction, ids)),
    ...(await queries.listWrongBatches(transaction, ids)),
  ];

  /** Counts and keys as of one moment: a key that is sold meanwhile changes neither. */
  const atOneMoment = <Result>(work: (transaction: Database, until: Date) => Promise<Result>): Promise<Result> =>
    retryConflicts(() =>
      withSession(db, (session) =>
        queries.whileStockIsLocked(session, async () => {
          const until = await queries.getSettledTime(session);
          return inSnapshot(session, (transaction) => work(transaction, until));
        }),
      ),
    );

  return {
    /** Waits for a worker that counts. */
    refresh: (): Promise<void> =>
      inTransaction(db, async (transaction) => {
        await queries.lockStock(transaction);
        await countNow(transaction);
      }),

    /** Does nothing while another worker counts. */
    refreshIfFree: (): Promise<void> =>
      inTransaction(db, async (transaction) => {
        if (await queries.tryLockStock(transaction)) await countNow(transaction);
      }),

    /** Counts everything again and returns what was wrong before. */
    rebuild: (): Promise<string[]> =>
      atOneMoment(async (transaction, until) => {
        await count(transaction, until);
        const faults = await listFaults(transaction, undefined);
        await rebuildIn(transaction, until);
        return faults;
      }),

    /**
     * Compares the counts with the keys: of the products that have changed since the last check without a fault, or of all.
     * Returns how many were compared, and one line per fault.
     */
    check: ({ isFull }: { isFull: boolean }): Promise<{ products: number | undefined; faults: string[] }> =>
      atOneMoment(async (transaction, until) => {
        const { checkedUntil } = await queries.getCursor(transaction);
        await count(transaction, until);
        const ids =
          isFull || checkedUntil === null ? undefined : await queries.listChangedProducts(transaction, checkedUntil);
        const faults = await listFaults(transaction, ids);
        if (faults.length === 0) await queries.saveChecked(transaction, until);
        return { products: ids?.length, faults };
      }),
  };
}
