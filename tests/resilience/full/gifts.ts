import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { raceGifts } from '../gifts.ts';
import { openShop } from '../shop-processes.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

const AT_ONCE = 8;

/** Gifts are opened, taken back and refunded at the same moment. */
export async function runGifts({ sized, seed }: RunContext): Promise<ResultRow[]> {
  const shop = await openShop({ folder: newFolder() });
  try {
    const gifts = sized(1_000);
    const { counts, seconds, faults } = await measure(() => raceGifts(shop, { gifts, atOnce: AT_ONCE, seed }));
    const result = `${counts.opened} opened, ${counts.takenBack} taken back, ${counts.refunded} refunded`;
    return [{ what: `${gifts} gifts opened and taken back at once`, result, seconds, faults }];
  } finally {
    await shop.close();
  }
}
