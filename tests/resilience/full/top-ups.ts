import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { importCatalogue } from '../../../apps/server/src/features/catalogue/catalogue-import.service.ts';
import { readDemoCatalogue } from '../../../apps/server/src/testing/demo-catalogue.ts';
import { newFolder, runCli } from '../../../apps/server/src/testing/store-process.ts';
import { openShop } from '../shop-processes.ts';
import { pickRandom } from '../test-environment.ts';
import { runTopUpsWithFaults } from '../top-ups.ts';
import { randomNetworkFaults, startUnreliableNetwork } from '../unreliable-network.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

const SHARE = 0.3;
const WORKERS = ['worker', 'second-worker'] as const;
const NEEDED = /(foundation|topups)\.yaml$/;

/** Top-ups of every kind with faults in three of ten calls to suppliers, while workers are killed. */
export async function runTopUps({ seed, sized }: RunContext): Promise<ResultRow[]> {
  const folder = newFolder();
  // Hangs for longer than the store waits for any response.
  const network = await startUnreliableNetwork({
    seed,
    chance: randomNetworkFaults(SHARE),
    lateMs: 3_000,
    hangMs: 60_000,
  });
  const environment = { GENGINE_URL: `${network.url}/g-engine`, G2BULK_URL: `${network.url}/g2bulk` };
  const shop = await openShop({ folder, parts: ['web', ...WORKERS], environment });
  network.setTarget(shop.sandboxUrl);
  try {
    await importCatalogue(
      shop.database,
      readDemoCatalogue().filter(({ name }) => NEEDED.test(name)),
    );
    const topUps = sized(20_000);
    const kills = sized(20);
    const random = createRandom(seed);
    const kill = () => shop.kill(pickRandom(WORKERS, random));
    const { seconds, faults, delivered, refunded, notPaid, longestSeconds } = await measure(() =>
      runTopUpsWithFaults(shop, { topUps, seed, atOnce: 48, kills, kill, pauseMs: 4_000, skipsWaiting: false }),
    );
    const { calls, faulty } = network.counts();
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
      `faults in ${faulty} of ${calls} calls`,
      `result unknown for at most ${longestSeconds} s`,
    ];
    const what = `${topUps} top-ups, ${kills} × kill -9 of a worker, seed ${seed}`;
    return [{ what, result: result.join(', '), seconds, faults }];
  } finally {
    await shop.close();
    await network.close();
  }
}
