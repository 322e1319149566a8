import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { rush } from '../scarce-stock.ts';
import { openShop } from '../shop-processes.ts';
import { type ProofContext, type ProofRow, timed } from './table.ts';

const SEEDS = 3;
const AT_ONCE = 128;

/** Ten buyers for every key, with several seeds; then one for every key. */
export async function proveRush({ seed, sized }: ProofContext): Promise<ProofRow[]> {
  const shop = await openShop({ folder: newFolder() });
  const rows: ProofRow[] = [];
  const run = async (buyers: number, keys: number, itsSeed: number) => {
    const { sold, toldOutOfStock, faults, seconds } = await timed(() =>
      rush(shop, { buyers, keys, seed: itsSeed, atOnce: AT_ONCE }),
    );
    const what = `${buyers} buyers for ${keys} keys, seed ${itsSeed}`;
    rows.push({ what, result: `${sold} sold, ${toldOutOfStock} told before paying`, seconds, faults });
  };
  try {
    for (let turn = 0; turn < SEEDS; turn++) await run(sized(10_000), sized(1_000), seed + turn);
    await run(sized(1_000), sized(1_000), seed + SEEDS);
  } finally {
    await shop.close();
  }
  return rows;
}
