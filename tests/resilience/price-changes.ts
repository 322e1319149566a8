import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sql } from 'kysely';
import { createPriceChangesService } from '../../apps/server/src/features/prices/price-changes.service.ts';
import { createMembers } from '../../apps/server/src/testing/test-member.ts';
import { OPERATOR } from '../../apps/server/src/testing/test-operator.ts';
import type { Link } from '../../apps/server/src/testing/test-purchase.ts';
import { ask, type Customer, createBasket, pressButton, readSettledOrder, retryWhileBusy } from './buyer.ts';
import { findFaults } from './invariant-check.ts';
import { stockProduct } from './stock.ts';
import { forEachConcurrently, pickRandom, type ShopAccess } from './test-environment.ts';

interface PriceChangesOptions {
  buyers: number;
  seed: number;
  atOnce: number;
  /** False: the page does not say what it shows, as the damage that the part must detect. */
  saysTotal?: boolean;
}

export interface PriceChangesResult {
  bought: number;
  changes: number;
  /** How often a buyer was shown a new price instead of paying another one. */
  refused: number;
  /** Empty if each buyer paid what the page said. */
  faults: string[];
}

/** Buyers look at their basket and pay, while an operator changes the prices and takes changes back. */
export async function sellDuringPriceChanges(
  shop: ShopAccess,
  { buyers, seed, atOnce, saysTotal = true }: PriceChangesOptions,
): Promise<PriceChangesResult> {
  const random = createRandom(seed);
  const productIds = [await stockProduct(shop.database, buyers), await stockProduct(shop.database, buyers)];
  const result: PriceChangesResult = { bought: 0, changes: 0, refused: 0, faults: [] };
  const shown = new Map<string, number>();
  let isSelling = true;
  const operator = changePrices(shop, productIds, random, () => isSelling);
  const members = await createMembers(shop, buyers);
  await forEachConcurrently(members, atOnce, async (member) => {
    const provider = pickRandom(PAYMENT_PROVIDERS, random).name;
    const { body: basket } = await retryWhileBusy(() =>
      createBasket(
        shop,
        member,
        productIds.map((id) => ({ id, count: 1 })),
      ),
    );
    for (;;) {
      const total = await readTotal(shop, member, basket.id);
      const query = saysTotal ? `?total=${total}` : '';
      const begun = await retryWhileBusy(() =>
        ask<Link & { code?: string }>(shop, member, 'POST', `/api/v1/payment/${provider}/${basket.id}${query}`),
      );
      if (begun.body.code === 'quote-expired') {
        result.refused += 1;
        continue;
      }
      if (begun.status !== 200) result.faults.push(`a payment: ${begun.status} ${begun.body.code}`);
      else {
        shown.set(begun.body.orderId, total);
        await pressButton(begun.body, 'approve');
        const { body: order } = await readSettledOrder(shop, member, begun.body.orderId);
        if (order.state === 'paid') result.bought += 1;
        else result.faults.push(`${begun.body.orderId}: paid and ${order.state}`);
      }
      return;
    }
  });
  isSelling = false;
  result.changes = await operator;
  const { rows } = await sql<{ order_id: string; base_cents: number }>`
    SELECT order_id, base_cents FROM payment WHERE order_id = ANY (${[...shown.keys()]})`.execute(shop.database);
  for (const { order_id: orderId, base_cents: charged } of rows) {
    if (charged !== shown.get(orderId))
      result.faults.push(`${orderId}: ${charged}, not ${shown.get(orderId)} as shown`);
  }
  result.faults.push(...(await findFaults(shop)));
  return result;
}

async function readTotal(shop: ShopAccess, member: Customer, basketId: string): Promise<number> {
  const { body } = await retryWhileBusy(() =>
    ask<{ total: number }>(shop, member, 'GET', `/api/v1/basket/check/${basketId}`),
  );
  return body.total;
}

/** Changes the prices over and over, and takes every other change back. Returns how many it made. */
async function changePrices(
  { database }: ShopAccess,
  productIds: number[],
  random: () => number,
  isWanted: () => boolean,
): Promise<number> {
  const changes = createPriceChangesService(database);
  let made = 0;
  while (isWanted()) {
    const rows = await database
      .selectFrom('product')
      .select(['id', 'price_version'])
      .where('id', 'in', productIds)
      .execute();
    const cents = 500 + Math.floor(random() * 2000);
    const id = await changes.create(OPERATOR, {
      title: 'Sale',
      startsAt: undefined,
      endsAt: undefined,
      items: rows.map(({ id: productId, price_version: version }) => ({
        productId,
        version,
        priceCents: cents + 500,
        discountPriceCents: cents,
      })),
    });
    made += 1;
    if (made % 2 === 0) await changes.undo(OPERATOR, id);
  }
  return made;
}
