import { convertFromCents, parseRate } from '@oyna/domain/money';

/** What counts as cheap, in each currency, in its hundredths. About the same value. */
const LIMITS: Readonly<Record<string, number>> = { KZT: 200_000, RUB: 35_000, USD: 400 };
const BASE = 'USD';

interface RatedCurrency {
  name: string;
  amount: number;
}

/** The highest price in US cents that is within the limit in every currency: the title is true in each. */
export function affordableCents(rates: readonly RatedCurrency[]): number {
  let cents = LIMITS[BASE] ?? 0;
  for (const { name, amount } of rates) {
    const limit = LIMITS[name];
    const rate = parseRate(amount);
    if (limit === undefined || rate === undefined) continue;
    while (cents > 0 && (convertFromCents(cents, rate, name) ?? 0) > limit) cents--;
  }
  return cents;
}

/** The limit that the title names, in the hundredths of the shown currency. */
export const affordableLimit = (currency: string): number | undefined => LIMITS[currency];
