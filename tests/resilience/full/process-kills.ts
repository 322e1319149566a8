import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { killUnderLoad } from '../process-kills.ts';
import { openShop } from '../shop-processes.ts';
import { type ProofContext, type ProofRow, timed } from './table.ts';

/** `kill -9` of database, web and worker under buyers, as often each; then everything is to settle within a minute. */
export async function proveKills({ seed, sized }: ProofContext): Promise<ProofRow[]> {
  const shop = await openShop({ folder: newFolder() });
  try {
    const kills = sized(50);
    const { bought, settledIn, faults, seconds } = await timed(async () => {
      const options = { kills, buyers: 16, keys: 20_000, seed, pauseMs: 1_500, isHurried: false };
      const { seconds: settledIn, ...result } = await killUnderLoad(shop, options);
      return { ...result, settledIn };
    });
    const result = `${bought} purchases promised and kept, settled ${settledIn.toFixed(1)} s after the last`;
    return [{ what: `${kills} × kill -9 of database, web and worker each`, result, seconds, faults }];
  } finally {
    await shop.close();
  }
}
