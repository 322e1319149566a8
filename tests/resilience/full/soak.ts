import { setTimeout as wait } from 'node:timers/promises';
import { importCatalogue } from '../../../apps/server/src/features/catalogue/catalogue-import.service.ts';
import { readDemoCatalogue } from '../../../apps/server/src/testing/demo-catalogue.ts';
import { newFolder, runCli } from '../../../apps/server/src/testing/store-process.ts';
import { createMembers } from '../../../apps/server/src/testing/test-member.ts';
import { signInBench } from '../../../bench/console-session.ts';
import { MEMBERS } from '../mixed-traffic.customers.ts';
import { runTraffic } from '../mixed-traffic.ts';
import { settle } from '../process-kills.ts';
import { PROBED } from '../process-state.ts';
import { openShop } from '../shop-processes.ts';
import { compareThirds, inMegabytes, type Sample, takeSamples } from '../soak.ts';
import { stockProduct } from '../stock.ts';
import type { ResultRow, RunContext } from './table.ts';

const MINUTE_MS = 60_000;
const SAMPLES = 90;
const SETTLE_MS = 120_000;
/** More than all buyers can buy. */
const KEYS = 10_000;

/** Mixed traffic for half an hour. Memory, handles, connections and waiting rows stay as they are after the warm-up. */
export async function runSoak({ seed, say, sized }: RunContext): Promise<ResultRow[]> {
  const folder = newFolder();
  const environment = { WEB_PROCESSES: '1', MALLOC_ARENA_MAX: '2' };
  const shop = await openShop({ folder, environment, nodeArguments: PROBED });
  const [warmUp, measured] = [sized(5 * MINUTE_MS), sized(30 * MINUTE_MS)];
  try {
    await importCatalogue(shop.database, readDemoCatalogue());
    const productIds: number[] = [];
    for (let count = 0; count < 4; count++) productIds.push(await stockProduct(shop.database, KEYS));
    const games = await shop.database.selectFrom('game').select('id').execute();
    const world = {
      shop,
      productIds,
      gameIds: games.map(({ id }) => id),
      members: await createMembers(shop, MEMBERS),
      operator: await signInBench(shop.database),
    };
    const over = new AbortController();
    const traffic = runTraffic(world, { seed, signal: over.signal });
    await wait(warmUp);
    const processes = { web: shop.processOf('web'), worker: shop.processOf('worker') };
    const watched = { database: shop.database, processes };
    const onSample = ({ memory }: Sample) =>
      say(
        `  ${Object.entries(memory)
          .map(([name, bytes]) => `${name} ${inMegabytes(bytes)}`)
          .join(', ')} MB`,
      );
    const samples = await takeSamples(watched, { ms: measured, everyMs: measured / SAMPLES, onSample }).finally(() =>
      over.abort(),
    );
    const { visits, requests, busy, faults } = await traffic;
    const growths = compareThirds(samples);
    for (const { what, first, last } of growths) say(`  ${what}: ${describe(what, first)} → ${describe(what, last)}`);
    say(
      `  ${Object.entries(visits)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')}`,
    );
    faults.push(...growths.flatMap(({ fault }) => fault ?? []), ...(await settle(shop, SETTLE_MS)));
    if (busy > requests / 100) faults.push(`${busy} of ${requests} answers were 502 or 503`);
    if (shop.logs().includes('MaxListenersExceededWarning')) faults.push('too many listeners on one object');
    const check = await runCli(['check'], {
      DATABASE_URL: shop.databaseUrl,
      DATA_DIR: folder,
      SANDBOX_PORT: new URL(shop.sandboxUrl).port,
    });
    if (check.code !== 0) faults.push(check.stdout || check.stderr);
    const memory = growths
      .filter(({ what }) => isMemory(what))
      .map(
        ({ what, first, last }) =>
          `${what} ${describe(what, first)} → ${describe(what, last)} (${percent(first, last)})`,
      );
    const minutes = Math.round(measured / MINUTE_MS);
    const what = `${minutes} minutes of mixed traffic after ${Math.round(warmUp / MINUTE_MS)} of warm-up, seed ${seed}`;
    const result = `${requests} requests, ${busy} of them 502 or 503; ${memory.join(', ')}`;
    return [{ what, result, seconds: measured / 1000, faults }];
  } finally {
    await shop.close();
  }
}

const isMemory = (what: string): boolean => /^(memory|heap) /.test(what);
const describe = (what: string, value: number): string => (isMemory(what) ? `${inMegabytes(value)} MB` : String(value));

function percent(first: number, last: number): string {
  const grown = (100 * (last - first)) / first;
  return `${grown < 0 ? '−' : '+'}${Math.abs(grown).toFixed(1)} %`;
}
