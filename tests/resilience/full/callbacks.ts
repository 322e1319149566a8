import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { floodWithCallbacks } from '../callbacks.ts';
import { openShop } from '../shop-processes.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

export async function runCallbacks({ seed, sized }: RunContext): Promise<ResultRow[]> {
  const shop = await openShop({ folder: newFolder(), parts: ['web'] });
  try {
    const callbacks = sized(100_000);
    const { answers, faults, seconds } = await measure(() =>
      floodWithCallbacks(shop, { callbacks, seed, orders: Math.min(100, sized(100) + 3) }),
    );
    const statuses = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
    return [{ what: `${callbacks} false or repeated callbacks`, result: statuses.join(', '), seconds, faults }];
  } finally {
    await shop.close();
  }
}
