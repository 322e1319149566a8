import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { sendRequests } from '../requests.ts';
import { openShop } from '../shop-processes.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

const AT_ONCE = 16;

/** Mutated requests to the whole API and the pages, then malformed bytes on sockets. */
export async function runRequests({ seed, sized }: RunContext): Promise<ResultRow[]> {
  const shop = await openShop({ folder: newFolder() });
  const [requests, oddities] = [sized(200_000), sized(10_000)];
  try {
    const { answers, faults, seconds } = await measure(() =>
      sendRequests(shop, { requests, oddities, seed, atOnce: AT_ONCE }),
    );
    const counts = Object.entries(answers)
      .toSorted()
      .map(([kind, count]) => `${count} ${kind}`);
    const what = `${requests} mutated requests and ${oddities} malformed sockets, seed ${seed}`;
    return [{ what, result: counts.join(', '), seconds, faults }];
  } finally {
    await shop.close();
  }
}
