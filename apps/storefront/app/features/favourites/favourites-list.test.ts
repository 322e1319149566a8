import type { Favourite } from '@oyna/api-client/models';
import { nextSort } from '@oyna/domain/list-filters';
import { expect, it } from 'vitest';
import { arrange } from './favourites-list.ts';

const favourite = (id: number, createdAt: string, price: number | null) =>
  ({ id, createdAt, game: { gameId: id, price, priceWithDiscount: null } }) as Favourite;

const LIST = [
  favourite(1, '2026-03-03T12:00:00Z', 500),
  favourite(2, '2026-03-01T12:00:00Z', null),
  favourite(3, '2026-03-02T12:00:00Z', 900),
];
const ids = (...parameters: Parameters<typeof arrange>) => arrange(...parameters).map(({ id }) => id);

it('sorts by date and by price in both directions, with games without a price last', () => {
  const byDate = nextSort(undefined, 'date');
  expect(ids(LIST, byDate, {})).toEqual([2, 3, 1]);
  expect(ids(LIST, nextSort(byDate, 'date'), {})).toEqual([1, 3, 2]);
  const byPrice = nextSort(byDate, 'amount');
  expect(ids(LIST, byPrice, {})).toEqual([1, 3, 2]);
  expect(ids(LIST, nextSort(byPrice, 'amount'), {})).toEqual([3, 1, 2]);
});

it('takes both days of a range with it', () => {
  const sort = { field: 'date', direction: 'asc' } as const;
  expect(ids(LIST, sort, { from: '2026-03-02', to: '2026-03-03' })).toEqual([3, 1]);
  expect(ids(LIST, sort, { to: '2026-03-01' })).toEqual([2]);
  expect(ids(LIST, sort, { from: '2026-03-03', to: '2026-03-01' })).toEqual([2, 3, 1]);
});
