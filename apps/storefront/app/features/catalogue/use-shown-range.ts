import { rateOf } from '@oyna/domain/money';
import { exchangeBound } from '@oyna/domain/price-range';
import { useCurrency } from '~/lib/currency/currency-context.tsx';
import type { ListingQuery } from './listing-query.ts';

/** The range of a query in the shown currency, in its hundredths. */
export function useShownRange({ min, max, currency }: ListingQuery) {
  const { list, active } = useCurrency();
  const to = active && rateOf(list, active.name);
  const from = rateOf(list, currency ?? '');
  const shown = (amount: number | undefined) => {
    if (amount === undefined || !active || !to || !from || currency === undefined) return amount;
    return exchangeBound(amount, { name: currency, rate: from }, { name: active.name, rate: to });
  };
  return { min: shown(min), max: shown(max) };
}
