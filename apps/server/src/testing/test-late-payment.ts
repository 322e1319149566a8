import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import type { Member } from './test-member.ts';
import { getOrder, type Link, press } from './test-purchase.ts';
import type { TestStore } from './test-store.ts';

/** Pays the old link, and answers what the buyer sees of the order. */
export async function payAfterwards(store: TestStore, member: Member, link: Link) {
  await press(link, 'approve');
  return eventually(async () => {
    const order = await getOrder(store, member, link.orderId);
    expect(['paid', 'refunding', 'refunded']).toContain(order.state);
    return order;
  });
}

/** Pays the old link. Nothing is delivered, and all of the money goes back. */
export async function expectRefundOf(store: TestStore, member: Member, link: Link, reason: string): Promise<void> {
  const order = await payAfterwards(store, member, link);
  expect(order).toMatchObject({ state: 'refunding', items: order.items.map(() => ({ keys: [] })) });
  const { detail } = await store.database
    .selectFrom('payment')
    .select('detail')
    .where('order_id', '=', link.orderId)
    .executeTakeFirstOrThrow();
  expect(detail).toBe(`paid after it was given up: ${reason}`);
  await store.payments.refunds.refundDue();
  const after = await getOrder(store, member, link.orderId);
  expect(after).toMatchObject({ state: 'refunded', refundedAmount: after.amount });
}
