import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { killUnderLoad } from '../process-kills.ts';
import { openShop } from '../shop-processes.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

/** Kills database, web and worker equally often under load. Everything must settle within a minute. */
export async function runProcessKills({ seed, sized }: RunContext): Promise<ResultRow[]> {
  const shop = await openShop({ folder: newFolder() });
  try {
    const kills = sized(50);
    const { bought, settledIn, faults, seconds } = await measure(async () => {
      const options = { kills, buyers: 16, keys: 20_000, seed, pauseMs: 1_500, skipsWaiting: false };
      const { seconds: settledIn, ...result } = await killUnderLoad(shop, options);
      return { ...result, settledIn };
    });
    const result = `${bought} purchases kept, settled ${settledIn.toFixed(1)} s after the last kill`;
    return [{ what: `${kills} × kill -9 of database, web and worker each`, result, seconds, faults }];
  } finally {
    await shop.close();
  }
}
