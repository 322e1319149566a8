import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { startTestNode } from '../../../apps/server/src/testing/test-store.ts';
import { RANDOM_ORDER_ENVIRONMENT, runInRandomOrder } from '../random-order.ts';
import { openShop } from '../shop-processes.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

const AT_ONCE = 16;

/** Operations of buyers, operators and the clock in an order drawn from the seed. */
export async function runRandomOrder({ seed, say, sized }: RunContext): Promise<ResultRow[]> {
  const shop = await openShop({ folder: newFolder(), parts: [] });
  const store = await startTestNode({ url: shop.databaseUrl, listen: true, environment: RANDOM_ORDER_ENVIRONMENT });
  await store.currency.refresh();
  try {
    const operations = sized(10_000);
    const { counts, payments, keys, faults, seconds } = await measure(() =>
      runInRandomOrder(store, { operations, seed, atOnce: AT_ONCE }),
    );
    for (const [name, { done, refused }] of Object.entries(counts)) say(`  ${name}: ${done} done, ${refused} refused`);
    const result = [
      `${payments.paid} paid`,
      `${payments.discounted} of them with a promo code`,
      `${payments.lateDelivered} delivered late`,
      `${payments.lateRefunded} too late and given back`,
      `${payments.refunded} refunded in all`,
      `${payments.partlyRefunded} in part`,
      `${payments.closedByHand} refunds closed by hand`,
      `${keys.replacedAtOnce} keys replaced at once`,
      `${keys.replacedByOperator} by operators`,
      `${keys.claimsRefunded} claims refunded`,
      `${keys.claimsRefused} refused`,
      `${keys.returned} keys back in stock`,
      `${keys.revoked} revoked`,
    ].join(', ');
    return [{ what: `${operations} operations in random order, seed ${seed}`, result, seconds, faults }];
  } finally {
    await store.close();
    await shop.close();
  }
}
