import { type Basket, callStore, type Session, worksForMembers } from './member.ts';
import { expect } from './test.ts';
import { approve } from './top-up.ts';

/** Purchases of the API's making, for tests that are not about beginning one. */

type Buyer = Pick<Session, 'token'>;

export interface BoughtOrder {
  orderId: string;
  keyId: number;
}

async function productOf(gameId: number): Promise<number> {
  const { items } = await callStore<{ items: { id: number; available: boolean; region: string }[] }>(
    'GET',
    `/api/v1/products?gameid=${gameId}`,
  );
  const id = items.find(worksForMembers)?.id;
  if (id === undefined) throw new Error(`game ${gameId} is not on sale`);
  return id;
}

/** A payment for one key, at Epoint if nothing else is said, and not approved. */
export async function beginDirect(
  session: Buyer,
  gameId: number,
  provider = 'epoint',
): Promise<{ orderId: string; link_url: string }> {
  const body = { productId: await productOf(gameId), count: 1 };
  const basket = await callStore<{ id: string }>('POST', '/api/v1/basket/direct', { session, body });
  return callStore('POST', `/api/v1/payment/${provider}/${basket.id}`, { session });
}

/** Holds all keys of a product but one, in a payment that is not approved. */
export async function keepOneKey(session: Buyer, productId: number): Promise<void> {
  const open = (count: number) =>
    callStore<Basket>('POST', '/api/v1/basket/direct', { session, body: { productId, count } });
  const available = (await open(1)).basketItems[0]?.availableCount ?? 0;
  expect(available, 'keys on sale').toBeGreaterThan(1);
  const { id } = await open(available - 1);
  await callStore('POST', `/api/v1/payment/epoint/${id}`, { session });
}

/** One key, paid and delivered, and not opened. */
export async function buyDirect(session: Buyer, gameId: number): Promise<BoughtOrder> {
  const begun = await beginDirect(session, gameId);
  await approve(begun);
  const path = `/api/v1/user/orders/${begun.orderId}?wait=10`;
  const order = await callStore<{ items: { keys: { id: number }[] }[] }>('GET', path, { session });
  const keyId = order.items[0]?.keys[0]?.id;
  expect(keyId, 'a delivered key').toBeDefined();
  return { orderId: begun.orderId, keyId: Number(keyId) };
}
