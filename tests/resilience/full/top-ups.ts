import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { readDemoCatalogue } from '../../../apps/server/src/demo/demo-catalogue.ts';
import { importCatalogue } from '../../../apps/server/src/features/catalogue/catalogue.import.ts';
import { newFolder, runCli } from '../../../apps/server/src/testing/store-process.ts';
import { openShop } from '../shop-processes.ts';
import { drawn } from '../test-environment.ts';
import { topUpThroughTrouble } from '../top-ups.ts';
import { openBadNetwork, someTrouble } from '../unreliable-network.ts';
import { type ProofContext, type ProofRow, timed } from './table.ts';

const SHARE = 0.3;
const WORKERS = ['worker', 'second-worker'] as const;
const NEEDED = /(foundation|topups)\.yaml$/;

/** Top-ups of every kind with trouble in three calls of ten, and workers that are killed on the way. */
export async function proveTopUps({ seed, sized }: ProofContext): Promise<ProofRow[]> {
  const folder = newFolder();
  // Longer than the store waits for any answer.
  const network = await openBadNetwork({ seed, chance: someTrouble(SHARE), lateMs: 3_000, hangMs: 60_000 });
  const environment = { GENGINE_URL: `${network.url}/g-engine`, G2BULK_URL: `${network.url}/g2bulk` };
  const shop = await openShop({ folder, parts: ['web', ...WORKERS], environment });
  network.leadTo(shop.sandboxUrl);
  try {
    await importCatalogue(
      shop.database,
      readDemoCatalogue().filter(({ name }) => NEEDED.test(name)),
    );
    const topUps = sized(20_000);
    const kills = sized(20);
    const random = createRandom(seed);
    const kill = () => shop.kill(drawn(WORKERS, random));
    const { seconds, faults, delivered, refunded, notPaid, longestSeconds } = await timed(() =>
      topUpThroughTrouble(shop, { topUps, seed, atOnce: 48, kills, kill, pauseMs: 4_000, isHurried: false }),
    );
    const { calls, troubled } = network.counts();
    const check = await runCli(['check'], {
      DATABASE_URL: shop.databaseUrl,
      DATA_DIR: folder,
      SANDBOX_PORT: new URL(shop.sandboxUrl).port,
    });
    if (check.code !== 0) faults.push(check.stdout || check.stderr);
    const result = [
      `${delivered} delivered`,
      `${refunded} refunded`,
      `${notPaid} not paid`,
      `trouble in ${troubled} of ${calls} calls`,
      `an open end for at most ${longestSeconds} s`,
    ];
    const what = `${topUps} top-ups, ${kills} × kill -9 of a worker, seed ${seed}`;
    return [{ what, result: result.join(', '), seconds, faults }];
  } finally {
    await shop.close();
    await network.close();
  }
}
