import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { alertDuringPriceChanges } from '../alerts.ts';
import { openShop } from '../shop-processes.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

/** Two hundred customers wait for prices that change without a pause. */
export async function runAlerts({ seed, sized }: RunContext): Promise<ResultRow[]> {
  const shop = await openShop({ folder: newFolder() });
  try {
    const { changes, changesPerMinute, messages, dropped, stopped, faults, seconds } = await measure(() =>
      alertDuringPriceChanges(shop, { customers: sized(200), changes: sized(10_000), seed }),
    );
    const result = `${changesPerMinute} changes a minute, ${messages} messages, ${dropped} no longer true, ${stopped} alerts stopped`;
    return [{ what: `${changes} changes of prices with alerts`, result, seconds, faults }];
  } finally {
    await shop.close();
  }
}
