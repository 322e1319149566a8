import { PAYMENT_PROVIDERS } from '@oyna/domain/constants';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { createMembers } from '../../apps/server/src/testing/test-member.ts';
import { buyOne } from './buyer.ts';
import { judge } from './invariant-check.ts';
import { countKeys, stockProduct } from './stock.ts';
import { drawn, eachAtOnce, type Ground, shuffled } from './test-environment.ts';

export interface RushOptions {
  buyers: number;
  keys: number;
  seed: number;
  atOnce: number;
  /** How often each asks for what they have paid for. */
  polls?: number;
}

export interface RushResult {
  sold: number;
  toldOutOfStock: number;
  /** None, if exactly what there was is sold, each key once, and everybody else was told before paying. */
  faults: string[];
}

/** More buyers than keys, all at once: which of them comes when, and how each pays, is drawn from the seed. */
export async function rush(ground: Ground, { buyers, keys, seed, atOnce, polls }: RushOptions): Promise<RushResult> {
  const random = createRandom(seed);
  const productId = await stockProduct(ground.database, keys);
  const crowd = shuffled(await createMembers(ground, buyers), random).map((member) => ({
    member,
    provider: drawn(PAYMENT_PROVIDERS, random),
  }));
  const outcomes = new Map<string, number>();
  const bought: number[] = [];
  await eachAtOnce(crowd, atOnce, async ({ member, provider }) => {
    const { outcome, keyIds } = await buyOne(ground, member, productId, provider, polls).catch((error: unknown) => ({
      outcome: `no answer: ${error}`,
      keyIds: [],
    }));
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    bought.push(...keyIds);
  });
  const wanted = { bought: Math.min(buyers, keys), 'out-of-stock': Math.max(0, buyers - keys) };
  const faults = Object.entries(wanted).flatMap(([outcome, count]) => {
    const found = outcomes.get(outcome) ?? 0;
    return found === count ? [] : [`${found} were ${outcome}, not ${count}`];
  });
  for (const [outcome, count] of outcomes) if (!(outcome in wanted)) faults.push(`${count} got ${outcome}`);
  if (new Set(bought).size !== bought.length) faults.push('somebody has the key of somebody else');
  if (bought.length !== wanted.bought) faults.push(`${bought.length} keys were handed over, not ${wanted.bought}`);
  const sold = (await countKeys(ground.database, productId)).get('sold') ?? 0;
  if (sold !== wanted.bought) faults.push(`${sold} keys are sold, not ${wanted.bought}`);
  faults.push(...(await judge(ground)));
  return { sold, toldOutOfStock: outcomes.get('out-of-stock') ?? 0, faults };
}
