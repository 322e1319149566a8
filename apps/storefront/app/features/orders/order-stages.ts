import type { Order } from '@oyna/api-client/models';
import type { ShownStage } from '~/components/stage-list.tsx';

export interface OrderStage {
  name: 'placed' | 'paid' | 'not-paid' | 'delivered' | 'refunding' | 'refunded';
  state: ShownStage['state'];
  /** When it happened. */
  at: string | null;
}

type StagedOrder = Pick<Order, 'state' | 'createdAt' | 'paidAt' | 'refundedAt' | 'items'>;

/** The way of an order from the click to the key, or back to the card. */
export function orderStages({ state, createdAt, paidAt, refundedAt, items }: StagedOrder): OrderStage[] {
  const placed = { name: 'placed', state: 'done', at: createdAt } as const;
  if (state === 'failed') return [placed, { name: 'not-paid', state: 'failed', at: null }];
  if (state === 'waiting') {
    return [placed, { name: 'paid', state: 'now', at: null }, { name: 'delivered', state: 'ahead', at: null }];
  }
  const deliveredAt = items
    .flatMap(({ keys }) => keys.map((key) => key.deliveredAt))
    .toSorted()
    .at(0);
  const stages: OrderStage[] = [placed, { name: 'paid', state: 'done', at: paidAt }];
  if (deliveredAt !== undefined) stages.push({ name: 'delivered', state: 'done', at: deliveredAt });
  if (state === 'refunding') stages.push({ name: 'refunding', state: 'now', at: null });
  if (state === 'refunded' || state === 'partly-refunded') {
    stages.push({ name: 'refunded', state: 'done', at: refundedAt });
  }
  return stages;
}
