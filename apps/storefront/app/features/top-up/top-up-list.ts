import type { TopUp } from '@oyna/api-client/models';
import { type DateRange, isInDateRange, type Sort, validateDateRange } from '@oyna/domain/list-filters';

/** As the server has them. */
export const NEWEST_FIRST: Sort = { field: 'date', direction: 'desc' };

type Listed = Pick<TopUp, 'id' | 'createdDate' | 'price'>;

/** The top-ups of these days in this order, both days included. A range that makes no sense narrows nothing. */
export function arrange<Item extends Listed>(list: readonly Item[], sort: Sort, range: DateRange): Item[] {
  const isRange = validateDateRange(range) === undefined;
  const kept = list.filter(({ createdDate }) => !isRange || isInDateRange(createdDate, range));
  const turn = sort.direction === 'asc' ? 1 : -1;
  const byDate = (a: Item, b: Item) => Date.parse(a.createdDate) - Date.parse(b.createdDate);
  return kept.toSorted((a, b) => {
    const order = sort.field === 'date' ? byDate(a, b) : a.price - b.price || byDate(a, b);
    return turn * (order || a.id.localeCompare(b.id));
  });
}
