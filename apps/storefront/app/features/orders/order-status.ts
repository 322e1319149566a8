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

/** In hundredths: what is still to go back, and else what went back. */
export const refundOf = ({ state, refundingAmount, refundedAmount }: Order): number =>
  state === 'refunding' ? refundingAmount : refundedAmount;

/**
 * The text of an order of which money is to go back. A refund that an operator asked for is not because of a missing
 * key, also when one was missing before and its price went back.
 */
export function refundingText({
  refundingReason,
  items,
}: Pick<Order, 'refundingReason' | 'items'>): 'text-refunding' | 'text-refunding-part' | 'text-refunding-asked' {
  if (refundingReason === 'operator') return 'text-refunding-asked';
  return items.some(({ keys }) => keys.length > 0) ? 'text-refunding-part' : 'text-refunding';
}
