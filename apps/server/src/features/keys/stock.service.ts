import { AppError } from '@oyna/domain/errors';
import { type KnownFees, worstMargin } from '@oyna/domain/price-change';
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
  /** What a sale leaves after the cost of the key and the highest fee of a provider; null when cost or fee is not known. */
  marginCents: number | null;
}

interface StockParts {
  db: Database;
  levels: StockLevelService;
  defaultThreshold: () => Promise<number>;
  /** The contracts with payment providers, in US cents. */
  listFees: () => Promise<KnownFees>;
}

export type StockService = ReturnType<typeof createStockService>;

/** The stock board, the stock of a product, and thresholds. For the console and for the commands. */
export function createStockService({ db, levels, defaultThreshold, listFees }: StockParts) {
  async function getTerms() {
    const [general, fees] = await Promise.all([defaultThreshold(), listFees()]);
    return { general, fees };
  }

  type Terms = Awaited<ReturnType<typeof getTerms>>;

  const describe = ({ threshold, ...row }: queries.StockRow, { general, fees }: Terms): ProductStock => ({
    ...row,
    daysLeft: row.sold30 === 0 ? null : Math.floor((row.available * DAYS) / row.sold30),
    threshold: threshold ?? general,
    isOwnThreshold: threshold !== null,
    marginCents: worstMargin(row.priceCents, row.costCents ?? undefined, fees)?.amount ?? null,
  });

  return {
    /** As the worker counted it last. The command counts first. */
    async list(choice: queries.StockChoice): Promise<ProductStock[]> {
      const [rows, terms] = await Promise.all([queries.listStock(db, choice), getTerms()]);
      return rows.map((row) => describe(row, terms));
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
      return { ...describe(row, await getTerms()), batches };
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
