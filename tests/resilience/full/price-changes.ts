import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { sellDuringPriceChanges } from '../price-changes.ts';
import { openShop } from '../shop-processes.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

const AT_ONCE = 16;

/** Two thousand buyers pay while an operator changes the prices without a pause. */
export async function runPriceChanges({ seed, sized }: RunContext): Promise<ResultRow[]> {
  const shop = await openShop({ folder: newFolder() });
  try {
    const buyers = sized(2_000);
    const { bought, changes, refused, faults, seconds } = await measure(() =>
      sellDuringPriceChanges(shop, { buyers, seed, atOnce: AT_ONCE }),
    );
    const result = `${bought} paid what the page said, ${refused} times the new price was shown first, ${changes} changes`;
    return [{ what: `prices change while ${buyers} buyers pay`, result, seconds, faults }];
  } finally {
    await shop.close();
  }
}
