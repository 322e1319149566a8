import type { Favourite } from '@oyna/api-client/models';
import { type DateRange, isInDateRange, type Sort, validateDateRange } from '@oyna/domain/list-filters';
import { presentPrice } from '@oyna/domain/pricing';

/** The favourites of these days in this order. An invalid range is ignored; games without a price come last. */
export function arrange(list: readonly Favourite[], sort: Sort, range: DateRange): Favourite[] {
  const isRange = validateDateRange(range) === undefined;
  const kept = list.filter(({ createdAt }) => !isRange || isInDateRange(createdAt, range));
  const turn = sort.direction === 'asc' ? 1 : -1;
  if (sort.field === 'date') {
    return kept.toSorted((a, b) => turn * (Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id));
  }
  return kept.toSorted((a, b) => {
    const [first, second] = [presentPrice(a.game), presentPrice(b.game)];
    if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined);
    return turn * (first - second);
  });
}
