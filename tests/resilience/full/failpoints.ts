import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { startTestNode } from '../../../apps/server/src/testing/test-store.ts';
import { buyWithEveryFault, createFailpoint, FAULTS, type Step, watchCallbacks } from '../failpoints.ts';
import { findFaults } from '../invariant-check.ts';
import { openShop } from '../shop-processes.ts';
import { stockProduct } from '../stock.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

const STEPS: Step[] = ['pay', 'callback', 'late', 'refund'];
const AFTER_GIVING_UP: Step[] = ['late', 'refund'];

/** Every fault, at every await, with every provider. */
export async function runFailpoints(_context: RunContext): Promise<ResultRow[]> {
  const shop = await openShop({ folder: newFolder(), parts: [] });
  const store = await startTestNode({ url: shop.databaseUrl, listen: true });
  await store.currency.refresh();
  const productId = await stockProduct(store.database, 2_000);
  const failpoint = createFailpoint(store.sandboxUrl);
  const parts = { store, failpoint, callbacks: watchCallbacks(store), productId };
  const rows: ResultRow[] = [];
  try {
    for (const { name: provider } of PAYMENT_PROVIDERS) {
      // Platron asks before it charges, so a payment that was given up is never paid there.
      for (const step of STEPS.filter((one) => !AFTER_GIVING_UP.includes(one) || provider !== 'platron')) {
        const { purchases, faults, seconds } = await measure(async () => {
          const results = { purchases: 0, faults: [] as string[] };
          for (const fault of FAULTS) {
            const { awaits, wrong } = await buyWithEveryFault(parts, provider, step, fault);
            results.purchases += awaits;
            results.faults.push(...wrong);
          }
          results.faults.push(...(await findFaults(store)));
          return results;
        });
        const what = `${provider}, ${step}: ${FAULTS.join(', ')} at every await`;
        rows.push({ what, result: `${purchases} purchases`, seconds, faults });
      }
    }
  } finally {
    failpoint.remove();
    await store.close();
    await shop.close();
  }
  return rows;
}
