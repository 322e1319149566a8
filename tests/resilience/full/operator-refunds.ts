import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { refundTogether } from '../operator-refunds.ts';
import { openShop } from '../shop-processes.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

const AT_ONCE = 8;

/** Two operators refund each of a thousand orders at the same time. */
export async function runOperatorRefunds({ sized }: RunContext): Promise<ResultRow[]> {
  const shop = await openShop({ folder: newFolder() });
  try {
    const orders = sized(1_000);
    const { refunded, refused, faults, seconds } = await measure(() =>
      refundTogether(shop, { orders, atOnce: AT_ONCE }),
    );
    const what = `two operators refund the same item, ${orders} orders`;
    return [{ what, result: `${refunded} refunded once, ${refused} refused`, seconds, faults }];
  } finally {
    await shop.close();
  }
}
