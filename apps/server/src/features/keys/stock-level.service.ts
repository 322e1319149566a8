import { type Connection, type Database, withSession } from '../../platform/database/connection.ts';
import { retryConflicts } from '../../platform/database/retry.ts';
import { inSnapshot, inTransaction } from '../../platform/database/transaction.ts';
import { listWrongMargins, saveMargins } from './offer-margin.queries.ts';
import * as queries from './stock-level.queries.ts';
import * as checks from './stock-level-check.queries.ts';

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
      await queries.saveBatches(transaction, changed);
      await queries.saveLevels(transaction, changed);
      await queries.saveChangedSales(transaction, countedUntil);
    }
    if (isOtherDay || changed.length > 0) await queries.saveSaleSums(transaction, isOtherDay ? undefined : changed);
    const other = await queries.takeLowStockChanges(transaction);
    await queries.markLowStock(transaction, await defaultThreshold(transaction), [...changed, ...other]);
    await queries.saveCursor(transaction, until);
  }

  async function rebuildIn(transaction: Database, until: Date): Promise<void> {
    await queries.saveBatches(transaction, undefined);
    await queries.analyze(transaction, 'stock_batch');
    await queries.saveLevels(transaction, undefined);
    await queries.analyze(transaction, 'stock_level');
    await queries.rebuildSales(transaction);
    await queries.analyze(transaction, 'stock_sale_day');
    await queries.saveSaleSums(transaction, undefined);
    await queries.takeLowStockChanges(transaction);
    await queries.markLowStock(transaction, await defaultThreshold(transaction), undefined);
    await queries.saveCursor(transaction, until);
  }

  const countNow = async (transaction: Database) => count(transaction, await queries.getSettledTime(transaction));

  /** Every count, compared with the keys, and every margin. */
  const listFaults = async (transaction: Database) => [
    ...(await checks.listWrongLevels(transaction)),
    ...(await checks.listWrongBatches(transaction, undefined)),
    ...(await listWrongMargins(transaction, undefined)),
  ];

  /** What has changed since the last check: batches and days compared with the keys, products with their batches. */
  async function checkChanges(transaction: Database) {
    const { batches, products, days } = await checks.listUnchecked(transaction);
    const faults = [
      ...(await checks.listWrongBatches(transaction, batches)),
      ...(await checks.listWrongSums(transaction, products)),
      ...(await listWrongMargins(transaction, products)),
      ...(await checks.listWrongDays(transaction, days)),
      ...(await checks.listWrongSaleSums(transaction)),
    ];
    return { products: products.length, faults };
  }

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
        const faults = await listFaults(transaction);
        await rebuildIn(transaction, until);
        await saveMargins(transaction);
        return faults;
      }),

    /**
     * Compares the counts with the keys: of what has changed since the last check, or of everything. Returns how many products
     * were compared (undefined: all), and one line per fault.
     */
    check: ({ isEverything }: { isEverything: boolean }): Promise<{ products: number | undefined; faults: string[] }> =>
      atOneMoment(async (transaction, until) => {
        await count(transaction, until);
        return isEverything
          ? { products: undefined, faults: await listFaults(transaction) }
          : checkChanges(transaction);
      }),
  };
}
