import type { Database } from '../../platform/database/connection.ts';
import * as queries from './stock.queries.ts';

export interface ProductStock extends queries.StockRow {
  /** At the pace of the last 30 days; null when nothing was sold in them. */
  daysLeft: number | null;
}

/** Sold out first, then by the days that are left. With `low` only offered products with at most so many keys. */
export async function listStock(db: Database, low?: number): Promise<ProductStock[]> {
  const rows = await queries.listStock(db);
  return rows
    .filter(({ available, isOffered }) => low === undefined || (isOffered && available <= low))
    .map((row) => ({ ...row, daysLeft: daysLeft(row) }))
    .toSorted(
      (a, b) => rank(a) - rank(b) || b.sold30 - a.sold30 || a.available - b.available || a.productId - b.productId,
    );
}

const DAYS = 30;

function daysLeft({ available, sold30 }: queries.StockRow): number | null {
  return sold30 === 0 ? null : Math.floor((available * DAYS) / sold30);
}

const rank = (stock: ProductStock): number =>
  stock.available === 0 ? -1 : (stock.daysLeft ?? Number.MAX_SAFE_INTEGER);
