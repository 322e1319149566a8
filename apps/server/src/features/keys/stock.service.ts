import { AppError } from '@oyna/domain/errors';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import * as queries from './stock.queries.ts';
import type { StockLevelService } from './stock-level.service.ts';

export const { STOCK_SORTS } = queries;

const SHOWN_BATCHES = 200;
const DAYS = 30;

export interface ProductStock extends Omit<queries.StockRow, 'threshold'> {
  /** At the pace of the last 30 days; null when nothing was sold in them. */
  daysLeft: number | null;
  threshold: number;
  /** False for the threshold of the settings. */
  isOwnThreshold: boolean;
  /** What a sale leaves after the cost of the key; null when the cost is not known. */
  marginCents: number | null;
}

interface StockParts {
  db: Database;
  levels: StockLevelService;
  defaultThreshold: () => Promise<number>;
}

export type StockService = ReturnType<typeof createStockService>;

/** The stock board, the stock of a product, and thresholds. For the console and for the commands. */
export function createStockService({ db, levels, defaultThreshold }: StockParts) {
  const describe = ({ threshold, ...row }: queries.StockRow, general: number): ProductStock => ({
    ...row,
    daysLeft: row.sold30 === 0 ? null : Math.floor((row.available * DAYS) / row.sold30),
    threshold: threshold ?? general,
    isOwnThreshold: threshold !== null,
    marginCents: row.costCents === null ? null : row.priceCents - row.costCents,
  });

  return {
    /** As the worker counted it last. The command counts first. */
    async list(choice: queries.StockChoice): Promise<ProductStock[]> {
      const general = await defaultThreshold();
      return (await queries.listStock(db, choice)).map((row) => describe(row, general));
    },

    async listNow(choice: queries.StockChoice): Promise<ProductStock[]> {
      await levels.refresh();
      return this.list(choice);
    },

    async getSummary() {
      return { ...(await queries.getStockSummary(db)), threshold: await defaultThreshold() };
    },

    async get(productId: number) {
      const row = await queries.findStock(db, productId);
      if (!row) throw new AppError('not-found', { field: 'productId' });
      const batches = await queries.listBatches(db, productId, SHOWN_BATCHES);
      return { ...describe(row, await defaultThreshold()), batches };
    },

    /** `seen` is the product's own threshold that the operator saw, null for that of the settings. */
    async setThreshold(actor: Actor, productId: number, threshold: number | null, seen: number | null): Promise<void> {
      await inTransaction(db, async (transaction) => {
        if (!(await queries.findStock(transaction, productId))) throw new AppError('not-found', { field: 'productId' });
        const before = await queries.lockThreshold(transaction, productId);
        if (before !== seen) throw new AppError('changed-meanwhile', { current: { threshold: before } });
        await queries.saveThreshold(transaction, productId, threshold);
        await audit(transaction, {
          actor,
          action: 'stock threshold',
          subject: `product ${productId}`,
          before: { threshold: before },
          after: { threshold },
        });
      });
      await levels.refresh();
    },
  };
}
