import type { OrderState } from './order-status.ts';

/** A payment is usually confirmed within seconds; later polls are less and less frequent. */
const PAUSES_MS = [1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 10_000];
const REFUND_PAUSE_MS = 30_000;

/** The delay before the next poll; undefined in a final state. */
export function pauseAfter(state: OrderState | undefined, pollCount: number): number | undefined {
  if (state === 'refunding') return REFUND_PAUSE_MS;
  if (state !== undefined && state !== 'waiting') return undefined;
  return PAUSES_MS[Math.min(pollCount, PAUSES_MS.length - 1)];
}
