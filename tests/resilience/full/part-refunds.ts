import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { refundPartsDuringKills } from '../part-refunds.ts';
import { openShop } from '../shop-processes.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

const AT_ONCE = 16;

/** Parts of 300 orders are refunded, two operators at once, while the worker is killed 30 times. */
export async function runPartRefunds({ seed, sized }: RunContext): Promise<ResultRow[]> {
  const folder = newFolder();
  const shop = await openShop({ folder });
  try {
    const [orders, kills] = [sized(300), sized(30)];
    const { refunds, refused, byHand, faults, seconds } = await measure(() =>
      refundPartsDuringKills(shop, { orders, kills, seed, atOnce: AT_ONCE, pauseMs: 8_000, folder }),
    );
    const what = `part refunds with fees of ${orders} orders, ${kills} × kill -9 of the worker, seed ${seed}`;
    return [
      {
        what,
        result: `${refunds} refunds, ${refused} refused, ${byHand} closed by hand, \`shop check\` agrees`,
        seconds,
        faults,
      },
    ];
  } finally {
    await shop.close();
  }
}
