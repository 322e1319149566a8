import type { Order } from '@oyna/api-client/models';
import { orderCard } from '@oyna/domain/states';

export type OrderState = Order['state'];
type Tone = 'success' | 'warning' | 'danger' | 'info';

/** The number of an order card (spec §3): 1 paid, 2 waiting, any other not paid. */
const CARD_NUMBERS = { paid: 1, waiting: 2, failed: 3 } as const;
const TONES = { green: 'success', yellow: 'warning', red: 'danger' } as const satisfies Record<string, Tone>;

/** In the colours of the spec. A refund has its own colour. */
export function toneOf(state: OrderState): Tone {
  return state in CARD_NUMBERS ? TONES[orderCard(CARD_NUMBERS[state as keyof typeof CARD_NUMBERS]).colour] : 'info';
}

/** In hundredths: refunded or being refunded. A refund by an operator is known only once it is done. */
export function refundOf({ items, refundedAmount }: Pick<Order, 'items' | 'refundedAmount'>): number {
  const owed = items.reduce(
    (sum, { amount, count, refundedCount }) => sum + Math.round((amount * refundedCount) / count),
    0,
  );
  return Math.max(owed, refundedAmount);
}
