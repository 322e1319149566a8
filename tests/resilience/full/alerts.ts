import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { alertDuringPriceChanges } from '../alerts.ts';
import { openShop } from '../shop-processes.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

const CHANGES_PER_MINUTE = 1_000;

/** Two hundred customers wait for prices that change without a pause. */
export async function runAlerts({ seed, sized }: RunContext): Promise<ResultRow[]> {
  const shop = await openShop({ folder: newFolder() });
  try {
    const { changes, changesPerMinute, messages, dropped, stopped, handOverMs, faults, seconds } = await measure(() =>
      alertDuringPriceChanges(shop, { customers: sized(200), changes: sized(10_000), seed }),
    );
    if (changesPerMinute < CHANGES_PER_MINUTE) faults.push(`only ${changesPerMinute} changes a minute`);
    const result = [
      `${changesPerMinute} changes a minute`,
      `${messages.mail} mails and ${messages.push} push messages`,
      `handed over within ${handOverMs} ms`,
      `${dropped} no longer true`,
      `${stopped.byList} alerts stopped in the list and ${stopped.byMessage} from a message`,
    ].join(', ');
    return [{ what: `${changes} changes of prices with alerts`, result, seconds, faults }];
  } finally {
    await shop.close();
  }
}
