import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { sendRequests } from '../requests.ts';
import { openShop } from '../shop-processes.ts';
import { type ProofContext, type ProofRow, timed } from './table.ts';

const AT_ONCE = 16;

/** Mutated requests over the whole API and the pages, then odd bytes on sockets. The store is one process. */
export async function proveRequests({ seed, sized }: ProofContext): Promise<ProofRow[]> {
  const shop = await openShop({ folder: newFolder() });
  const [requests, oddities] = [sized(20_000), sized(1_000)];
  try {
    const { answers, faults, seconds } = await timed(() =>
      sendRequests(shop, { requests, oddities, seed, atOnce: AT_ONCE }),
    );
    const counts = Object.entries(answers)
      .toSorted()
      .map(([kind, count]) => `${count} ${kind}`);
    const what = `${requests} mutated requests and ${oddities} odd sockets, seed ${seed}`;
    return [{ what, result: counts.join(', '), seconds, faults }];
  } finally {
    await shop.close();
  }
}
