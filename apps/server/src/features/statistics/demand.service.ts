import type { Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import * as queries from './demand.queries.ts';

export type DemandService = ReturnType<typeof createDemandService>;

/** Games that change in one transaction: few enough that a sale does not wait for them. */
const BATCH = 500;

/** What sales and views say about the popularity of games. The lists are sorted by it and by what the operator says. */
export function createDemandService(db: Database) {
  return {
    /** Running it twice changes nothing. */
    async refresh(day?: queries.ShopDay): Promise<number> {
      await queries.removeOldViews(db, day);
      let written = 0;
      let after = 0;
      for (;;) {
        const changes = await queries.listDemandChanges(db, day, { after, limit: BATCH });
        if (changes.length > 0) await inTransaction(db, (transaction) => queries.writeDemand(transaction, changes));
        written += changes.length;
        after = changes.at(-1)?.id ?? after;
        if (changes.length < BATCH) return written;
      }
    },
  };
}
