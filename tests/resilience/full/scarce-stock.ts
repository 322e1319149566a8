import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { sellScarceStock } from '../scarce-stock.ts';
import { openShop } from '../shop-processes.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

const SEEDS = 3;
const AT_ONCE = 128;

/** Ten buyers for each key, with several seeds, and then one buyer for each key. */
export async function runScarceStock({ seed, sized }: RunContext): Promise<ResultRow[]> {
  const shop = await openShop({ folder: newFolder() });
  const rows: ResultRow[] = [];
  const run = async (buyers: number, keys: number, runSeed: number) => {
    const { sold, refusedBeforePaying, faults, seconds } = await measure(() =>
      sellScarceStock(shop, { buyers, keys, seed: runSeed, atOnce: AT_ONCE }),
    );
    const what = `${buyers} buyers for ${keys} keys, seed ${runSeed}`;
    rows.push({ what, result: `${sold} sold, ${refusedBeforePaying} refused before paying`, seconds, faults });
  };
  try {
    for (let turn = 0; turn < SEEDS; turn++) await run(sized(10_000), sized(1_000), seed + turn);
    await run(sized(1_000), sized(1_000), seed + SEEDS);
  } finally {
    await shop.close();
  }
  return rows;
}
