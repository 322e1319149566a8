import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { floodWithCallbacks } from '../callbacks.ts';
import { openShop } from '../shop-processes.ts';
import { type ProofContext, type ProofRow, timed } from './table.ts';

export async function proveCallbacks({ seed, sized }: ProofContext): Promise<ProofRow[]> {
  const shop = await openShop({ folder: newFolder(), parts: ['web'] });
  try {
    const callbacks = sized(100_000);
    const { answers, faults, seconds } = await timed(() =>
      floodWithCallbacks(shop, { callbacks, seed, orders: Math.min(100, sized(100) + 3) }),
    );
    const told = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
    return [{ what: `${callbacks} callbacks that are not true or not new`, result: told.join(', '), seconds, faults }];
  } finally {
    await shop.close();
  }
}
