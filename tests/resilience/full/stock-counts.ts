import { connect } from '../../../apps/server/src/platform/database/connection.ts';
import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { openShop } from '../shop-processes.ts';
import { countDuringEvents } from '../stock-counts.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

const PRODUCTS = 8;
const AT_ONCE = 6;

/** A hundred thousand things happen to keys while the worker and two more count the stock. */
export async function runStockCounts({ seed, sized }: RunContext): Promise<ResultRow[]> {
  const shop = await openShop({ folder: newFolder() });
  const database = connect({ url: shop.databaseUrl, poolSize: 10 });
  try {
    const events = sized(100_000);
    const { happened, refreshed, faults, seconds } = await measure(() =>
      countDuringEvents(database, { events, seed, products: PRODUCTS, atOnce: AT_ONCE }),
    );
    const result = `${happened['deliver'] ?? 0} sales, ${refreshed} counts meanwhile, a rebuild gives the same`;
    return [{ what: `the counts of the stock after ${events} random events, seed ${seed}`, result, seconds, faults }];
  } finally {
    await database.destroy();
    await shop.close();
  }
}
