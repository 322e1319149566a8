import { AppError } from '@oyna/domain/errors';
import { marginOf } from '@oyna/domain/margin';
import type { Database } from '../../platform/database/connection.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import { getSetting } from '../settings/settings.service.ts';
import * as queries from './finance.queries.ts';

const DEFAULT_DAYS = 29;
const SHOWN_ROWS = 2_000;

export type FinanceService = ReturnType<typeof createFinanceService>;
export type SalesQuestion = Partial<Pick<queries.SalesFilters, 'from' | 'to'>> &
  Omit<queries.SalesFilters, 'from' | 'to'> & { by: queries.SalesGroup };

/** Sales, refunds, fees, cost and margin by day, provider or product. A currency is never added to another. */
export function createFinanceService(db: Database) {
  return {
    /** A screen shows the first rows; a file has no limit. */
    async getSales({ by, from, to, ...filters }: SalesQuestion, limit: number | null = SHOWN_ROWS) {
      const { today, earlier } = await queries.getDays(db, DEFAULT_DAYS);
      const period = { from: from ?? (to && to < earlier ? to : earlier), to: to ?? today };
      if (period.from > period.to) throw new AppError('date-range-invalid', { field: 'from' });
      const { value: warning } = await getSetting(db, 'margin-warning');
      const withMargin = <Sum extends queries.SalesSum>(sum: Sum) => {
        const kept = sum.sales - sum.refunds;
        const margin = kept - sum.fees - sum.cost;
        // Of what stayed with the store. Fees that came back make the sum smaller than nothing.
        const share = kept > 0 ? marginOf({ price: kept, cost: Math.max(0, sum.cost + sum.fees), fee: 0 }) : undefined;
        const isLow = margin < 0 || (share?.basisPoints ?? 10_000) < warning.basisPoints;
        return { ...sum, margin, marginBasisPoints: share?.basisPoints ?? null, isLow };
      };
      // Of one moment, so that the rows add up to the totals.
      const { rows, totals } = await inSnapshot(db, async (transaction) => {
        const question = { ...period, ...filters };
        const sums = await queries.sumSales(transaction, question);
        if (by !== 'product') return { rows: await queries.listSales(transaction, by, question, limit), totals: sums };
        const found: queries.SalesRow[] = [];
        for (const { currency } of sums) {
          const left = limit === null ? null : limit - found.length;
          if (left === 0) break;
          found.push(...(await queries.listProductSales(transaction, { ...question, currency }, left)));
        }
        return { rows: found, totals: sums };
      });
      return {
        ...period,
        by,
        isCut: rows.length === limit,
        items: rows.map(withMargin),
        totals: totals.map(withMargin),
      };
    },
  };
}
