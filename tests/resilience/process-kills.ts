import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sql } from 'kysely';
import { until } from '../../apps/server/src/testing/store-process.ts';
import { createMembers, type Member } from '../../apps/server/src/testing/test-member.ts';
import {
  beginPayment,
  cancelPayment,
  createBasket,
  findWaitingPayment,
  listKeyIds,
  pressButton,
  readOrder,
  type ShopUrl,
} from './buyer.ts';
import { findFaults } from './invariant-check.ts';
import type { Part, Shop } from './shop-processes.ts';
import { stockProduct } from './stock.ts';
import { pickRandom, type ShopAccess, shuffle } from './test-environment.ts';

export interface KillOptions {
  /** The number of kills of each part. */
  kills: number;
  buyers: number;
  keys: number;
  seed: number;
  /** The longest pause between two kills. */
  pauseMs: number;
  /** Makes everything due at once afterwards instead of waiting for the clock. */
  skipsWaiting: boolean;
}

export interface KillResult {
  bought: number;
  /** The time from the last kill until everything was settled. */
  seconds: number;
  faults: string[];
}

/** Keys that a buyer has seen in an order. They must stay delivered. */
export interface PromisedKeys {
  orderId: string;
  keyIds: number[];
  /** When the request was sent that began the payment. */
  begunAt: number;
}

const PARTS: readonly Part[] = ['database', 'web', 'worker'];
const SETTLE_MS = 60_000;
/** A busy machine may take longer. The short run does not limit the time. */
const PATIENT_MS = 180_000;

/** Kills processes while buyers use them, at moments drawn from the seed. */
export async function killUnderLoad(shop: Shop, options: KillOptions): Promise<KillResult> {
  const { kills, buyers, keys, seed, pauseMs, skipsWaiting } = options;
  const random = createRandom(seed);
  const productId = await stockProduct(shop.database, keys);
  const members = await createMembers(shop, buyers);
  const promised: PromisedKeys[] = [];
  const isOver = { value: false };
  const shoppers = members.map((member, index) =>
    keepBuying(shop, member, productId, createRandom(seed * 1_000 + index), promised, isOver),
  );
  // Wait for the first purchase, so that each kill interrupts buyers who are paying.
  await until(() => promised.length > 0);
  const targets = shuffle(Array.from({ length: kills }, () => PARTS).flat(), random);
  for (const part of targets) {
    await wait(random() * pauseMs);
    await shop.kill(part);
  }
  isOver.value = true;
  await Promise.all(shoppers);
  if (skipsWaiting) await makeDue(shop);
  const ended = Date.now();
  const faults = await settle(shop, skipsWaiting ? PATIENT_MS : SETTLE_MS);
  const delivered = await listDeliveries(shop);
  const lost = promised.filter(({ orderId, keyIds }) => keyIds.some((id) => delivered.get(id) !== orderId));
  faults.push(...lost.map(({ orderId, keyIds }) => `${orderId} showed keys ${keyIds} and lost them`));
  return { bought: promised.length, seconds: (Date.now() - ended) / 1000, faults };
}

/** Makes one purchase after the other and repeats failed requests. One buyer in ten declines. */
export async function keepBuying(
  shop: ShopUrl,
  member: Member,
  productId: number,
  random: () => number,
  promised: PromisedKeys[],
  isOver: { value: boolean },
): Promise<void> {
  const retry = async <Result>(work: () => Promise<Result | undefined>): Promise<Result | undefined> => {
    while (!isOver.value) {
      const result = await work().catch(() => undefined);
      if (result !== undefined) return result;
      await wait(50);
    }
    return undefined;
  };
  while (!isOver.value) {
    const provider = pickRandom(PAYMENT_PROVIDERS, random).name;
    const declines = random() < 0.1;
    const key = randomUUID();
    let begunAt = 0;
    const link = await retry(async () => {
      begunAt = Date.now();
      const basket = await createBasket(shop, member, [{ id: productId, count: 1 }]);
      if (basket.status === 409) return 'frozen' as const;
      if (basket.status !== 201) return undefined;
      const begun = await beginPayment(shop, member, provider, basket.body.id, key);
      return begun.status === 200 ? begun.body : begun.status === 409 ? ('frozen' as const) : undefined;
    });
    if (link === 'frozen') {
      // The answer to an earlier attempt was lost, and its payment waits. The buyer gives it up.
      const waiting = await retry(() => findWaitingPayment(shop, member));
      if (waiting)
        await retry(async () => ((await cancelPayment(shop, member, waiting)).status === 204 ? true : undefined));
      await wait(200);
      continue;
    }
    if (!link) return;
    await retry(async () => ((await pressButton(link, declines ? 'decline' : 'approve')) === 303 ? true : undefined));
    const order = await retry(async () => {
      const { status, body } = await readOrder(shop, member, link.orderId);
      return status === 200 && body.state !== 'waiting' ? body : undefined;
    });
    if (order && listKeyIds(order).length > 0)
      promised.push({ orderId: link.orderId, keyIds: listKeyIds(order), begunAt });
  }
}

/** Waits until all invariants hold and no payment waits for a link. Returns the remaining faults. */
export async function settle(shop: Pick<ShopAccess, 'database' | 'sandboxUrl'>, patienceMs: number): Promise<string[]> {
  let faults: string[] = [];
  const isSettled = async () => {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::integer AS n FROM payment WHERE status = 'created'`.execute(shop.database);
    faults = [...(await findFaults(shop)), ...(rows[0]?.n ? [`${rows[0].n} payments wait for a link`] : [])];
    await wait(200);
    return faults.length === 0;
  };
  await until(isSettled, patienceMs).catch(() => {});
  return faults;
}

/** Makes the next look at every open payment due now. */
export async function makeDue({ database }: Pick<ShopAccess, 'database'>): Promise<void> {
  await sql`UPDATE payment SET next_check_at = now(), created_at = created_at - interval '1 minute'
    WHERE next_check_at IS NOT NULL`.execute(database);
}

export async function listDeliveries({ database }: Pick<ShopAccess, 'database'>): Promise<Map<number, string>> {
  const { rows } = await sql<{ key_id: number; order_id: string }>`
    SELECT key_id, order_id FROM delivery JOIN order_item ON order_item.id = order_item_id
    JOIN payment ON payment.id = payment_id`.execute(database);
  return new Map(rows.map((row) => [row.key_id, row.order_id]));
}
