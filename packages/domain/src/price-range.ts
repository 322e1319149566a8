/**
 * A range of prices that a shopper enters in the shown currency. Prices are kept in US cents and shown rounded, so a
 * price is in the range if its shown amount is.
 */
import { convertFromCents, convertToCents, type Rate } from './money.ts';

interface Range {
  min: number | undefined;
  max: number | undefined;
}

/** The highest price that the API accepts. */
const MAX_CENTS = 2_147_483_647;

/** From hundredths of the currency to US cents, both included. */
export function toCentsRange({ min, max }: Range, rate: Rate, currency: string): Range {
  const shown = (cents: number) => convertFromCents(cents, rate, currency) ?? Number.POSITIVE_INFINITY;
  const above = max === undefined ? undefined : leastCents((cents) => shown(cents) > max);
  return {
    min: min === undefined ? undefined : (leastCents((cents) => shown(cents) >= min) ?? MAX_CENTS),
    max: above === undefined ? undefined : Math.max(0, above - 1),
  };
}

/** A bound in another currency, for a shopper who has changed it. */
export function exchangeBound(
  amount: number,
  from: { name: string; rate: Rate },
  to: { name: string; rate: Rate },
): number | undefined {
  return from.name === to.name ? amount : convertFromCents(convertToCents(amount, from.rate), to.rate, to.name);
}

/** The least price from which on the condition holds. Undefined if it holds for none. */
function leastCents(holds: (cents: number) => boolean): number | undefined {
  if (!holds(MAX_CENTS)) return undefined;
  let [low, high] = [0, MAX_CENTS];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}
