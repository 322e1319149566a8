import type { PaymentStatus } from '@oyna/domain/states';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import { createMember, type Member } from './test-member.ts';
import { fillBasket, getOrder, pay, press } from './test-purchase.ts';
import type { TestStore } from './test-store.ts';

export interface Bought {
  member: Member;
  orderId: string;
}

/** An order whose payment has begun. */
export async function begin(
  store: TestStore,
  productIds: readonly number[],
  counts: readonly number[],
  provider: 'epoint' | 'kassa24' = 'epoint',
) {
  const member = await createMember(store);
  const items = counts.map((count, index) => ({ id: productIds[index] ?? 0, count }));
  const basketId = await fillBasket(store, member, items);
  const { body: link } = await pay(store, member, provider, basketId);
  return { member, orderId: link.orderId, link };
}

/** A paid order with its keys, for tests of what operators do with it. */
export async function buy(
  store: TestStore,
  productIds: readonly number[],
  counts: readonly number[],
  provider: 'epoint' | 'kassa24' = 'epoint',
): Promise<Bought> {
  const { member, orderId, link } = await begin(store, productIds, counts, provider);
  await press(link, 'approve');
  await eventually(async () => expect((await getOrder(store, member, orderId)).state).toBe('paid'));
  return { member, orderId };
}

/** Moves a payment through these statuses, without what the store does with them. */
export async function setStatuses({ database }: TestStore, orderId: string, statuses: readonly PaymentStatus[]) {
  for (const status of statuses) {
    await database.updateTable('payment').set({ status }).where('order_id', '=', orderId).execute();
  }
}
