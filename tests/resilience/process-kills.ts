import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { PAYMENT_PROVIDERS } from '@oyna/domain/constants';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sql } from 'kysely';
import { until } from '../../apps/server/src/testing/store-process.ts';
import { createMembers, type Member } from '../../apps/server/src/testing/test-member.ts';
import { beginPayment, createBasket, keysIn, pressButton, readOrder } from './buyer.ts';
import { judge } from './invariant-check.ts';
import type { Part, Shop } from './shop-processes.ts';
import { stockProduct } from './stock.ts';
import { drawn, shuffled } from './test-environment.ts';

export interface KillOptions {
  /** Of each of the three. */
  kills: number;
  buyers: number;
  keys: number;
  seed: number;
  /** At most so long from one blow to the next. */
  pauseMs: number;
  /** Does not wait for the clock afterwards: what is due within the next minutes is due now. */
  isHurried: boolean;
}

export interface KillResult {
  bought: number;
  /** Until everything was settled. */
  seconds: number;
  faults: string[];
}

/** What a buyer was told, and may rely on. */
interface Promised {
  orderId: string;
  keyIds: number[];
}

const PARTS: readonly Part[] = ['database', 'web', 'worker'];
const SETTLE_MS = 60_000;
/** A busy machine has the time it needs: how long it took is told, not judged. */
const PATIENT_MS = 180_000;

/** Buyers at work while the processes under them are killed, at moments drawn from the seed. */
export async function killUnderLoad(shop: Shop, options: KillOptions): Promise<KillResult> {
  const { kills, buyers, keys, seed, pauseMs, isHurried } = options;
  const random = createRandom(seed);
  const productId = await stockProduct(shop.database, keys);
  const members = await createMembers(shop, buyers);
  const promised: Promised[] = [];
  const isOver = { value: false };
  const shoppers = members.map((member, index) =>
    shopOn(shop, member, productId, createRandom(seed * 1_000 + index), promised, isOver),
  );
  // Something has been bought before the first blow, so that every blow meets people who are paying.
  await until(() => promised.length > 0);
  const blows = shuffled(Array.from({ length: kills }, () => PARTS).flat(), random);
  for (const part of blows) {
    await wait(random() * pauseMs);
    await shop.kill(part);
  }
  isOver.value = true;
  await Promise.all(shoppers);
  if (isHurried) await makeDue(shop);
  const ended = Date.now();
  const faults = await settle(shop, isHurried ? PATIENT_MS : SETTLE_MS);
  const kept = await listDeliveries(shop);
  const lost = promised.filter(({ orderId, keyIds }) => keyIds.some((id) => kept.get(id) !== orderId));
  faults.push(...lost.map(({ orderId, keyIds }) => `${orderId} had been handed ${keyIds}, and has not`));
  return { bought: promised.length, seconds: (Date.now() - ended) / 1000, faults };
}

/** One purchase after the other. Whatever does not answer is asked again; some do not pay, some refuse. */
async function shopOn(
  shop: Shop,
  member: Member,
  productId: number,
  random: () => number,
  promised: Promised[],
  isOver: { value: boolean },
): Promise<void> {
  const patiently = async <Result>(work: () => Promise<Result | undefined>): Promise<Result | undefined> => {
    while (!isOver.value) {
      const result = await work().catch(() => undefined);
      if (result !== undefined) return result;
      await wait(50);
    }
    return undefined;
  };
  while (!isOver.value) {
    const provider = drawn(PAYMENT_PROVIDERS, random);
    const isRefusing = random() < 0.1;
    const key = randomUUID();
    const link = await patiently(async () => {
      const basket = await createBasket(shop, member, [{ id: productId, count: 1 }]);
      if (basket.status === 409) return 'frozen' as const;
      if (basket.status !== 201) return undefined;
      const begun = await beginPayment(shop, member, provider, basket.body.id, key);
      return begun.status === 200 ? begun.body : begun.status === 409 ? ('frozen' as const) : undefined;
    });
    if (link === 'frozen') {
      // What an earlier try left behind: the sweep frees the basket.
      await wait(200);
      continue;
    }
    if (!link) return;
    await patiently(async () =>
      (await pressButton(link, isRefusing ? 'decline' : 'approve')) === 303 ? true : undefined,
    );
    const order = await patiently(async () => {
      const { status, body } = await readOrder(shop, member, link.orderId);
      return status === 200 && body.state !== 'waiting' ? body : undefined;
    });
    if (order && keysIn(order).length > 0) promised.push({ orderId: link.orderId, keyIds: keysIn(order) });
  }
}

/** Within a minute everything holds, and no payment waits for a link that will not come. */
async function settle(shop: Shop, patienceMs: number): Promise<string[]> {
  let faults: string[] = [];
  const isSettled = async () => {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::integer AS n FROM payment WHERE status = 'created'`.execute(shop.database);
    faults = [...(await judge(shop)), ...(rows[0]?.n ? [`${rows[0].n} payments wait for a link`] : [])];
    await wait(200);
    return faults.length === 0;
  };
  await until(isSettled, patienceMs).catch(() => {});
  return faults;
}

async function makeDue({ database }: Shop): Promise<void> {
  await sql`UPDATE payment SET next_check_at = now(), created_at = created_at - interval '1 minute'
    WHERE next_check_at IS NOT NULL`.execute(database);
}

async function listDeliveries({ database }: Shop): Promise<Map<number, string>> {
  const { rows } = await sql<{ key_id: number; order_id: string }>`
    SELECT key_id, order_id FROM delivery JOIN order_item ON order_item.id = order_item_id
    JOIN payment ON payment.id = payment_id`.execute(database);
  return new Map(rows.map((row) => [row.key_id, row.order_id]));
}
