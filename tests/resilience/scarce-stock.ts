import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { createMembers } from '../../apps/server/src/testing/test-member.ts';
import { buyOne } from './buyer.ts';
import { findFaults } from './invariant-check.ts';
import { countKeys, stockProduct } from './stock.ts';
import { forEachConcurrently, pickRandom, type ShopAccess, shuffle } from './test-environment.ts';

export interface ScarceStockOptions {
  buyers: number;
  keys: number;
  seed: number;
  atOnce: number;
  /** How often a buyer polls the order after paying. */
  polls?: number;
}

export interface ScarceStockResult {
  sold: number;
  refusedBeforePaying: number;
  /** Empty if each key is sold exactly once and all other buyers are refused before they pay. */
  faults: string[];
}

/** Many buyers compete for few keys. The seed decides their order and the provider of each. */
export async function sellScarceStock(
  shop: ShopAccess,
  { buyers, keys, seed, atOnce, polls }: ScarceStockOptions,
): Promise<ScarceStockResult> {
  const random = createRandom(seed);
  const productId = await stockProduct(shop.database, keys);
  const queue = shuffle(await createMembers(shop, buyers), random).map((member) => ({
    member,
    provider: pickRandom(PAYMENT_PROVIDERS, random).name,
  }));
  const outcomes = new Map<string, number>();
  const bought: number[] = [];
  await forEachConcurrently(queue, atOnce, async ({ member, provider }) => {
    const { outcome, keyIds } = await buyOne(shop, member, productId, provider, polls).catch((error: unknown) => ({
      outcome: `no answer: ${error}`,
      keyIds: [],
    }));
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    bought.push(...keyIds);
  });
  const wanted = { bought: Math.min(buyers, keys), 'out-of-stock': Math.max(0, buyers - keys) };
  const faults = Object.entries(wanted).flatMap(([outcome, count]) => {
    const found = outcomes.get(outcome) ?? 0;
    return found === count ? [] : [`${found} purchases ended as ${outcome}, not ${count}`];
  });
  for (const [outcome, count] of outcomes)
    if (!(outcome in wanted)) faults.push(`${count} purchases ended as ${outcome}`);
  if (new Set(bought).size !== bought.length) faults.push('two buyers have the same key');
  if (bought.length !== wanted.bought) faults.push(`${bought.length} keys were handed over, not ${wanted.bought}`);
  const sold = (await countKeys(shop.database, productId)).get('sold') ?? 0;
  if (sold !== wanted.bought) faults.push(`${sold} keys are sold, not ${wanted.bought}`);
  faults.push(...(await findFaults(shop)));
  return { sold, refusedBeforePaying: outcomes.get('out-of-stock') ?? 0, faults };
}
