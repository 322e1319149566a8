import { nextSort } from '@oyna/domain/list-filters';
import { expect, it } from 'vitest';
import { arrange, NEWEST_FIRST } from './top-up-list.ts';

const LIST = [
  { id: 'a', createdDate: '2026-03-03T12:00:00Z', price: 500 },
  { id: 'b', createdDate: '2026-03-01T12:00:00Z', price: 200 },
  { id: 'c', createdDate: '2026-03-02T12:00:00Z', price: 500 },
];
const ids = (...parameters: Parameters<typeof arrange>) =>
  arrange(...parameters)
    .map(({ id }) => id)
    .join('');

it('sorts by date and by price, both ways: a new field starts upwards, the active one turns round', () => {
  expect(ids(LIST, NEWEST_FIRST, {})).toBe('acb');
  const byDate = nextSort(NEWEST_FIRST, 'date');
  expect(ids(LIST, byDate, {})).toBe('bca');
  const byPrice = nextSort(byDate, 'amount');
  expect(ids(LIST, byPrice, {})).toBe('bca');
  expect(ids(LIST, nextSort(byPrice, 'amount'), {})).toBe('acb');
});

it('takes both days of a range with it', () => {
  expect(ids(LIST, NEWEST_FIRST, { from: '2026-03-02', to: '2026-03-03' })).toBe('ac');
  expect(ids(LIST, NEWEST_FIRST, { to: '2026-03-01' })).toBe('b');
  expect(ids(LIST, NEWEST_FIRST, { from: '2026-03-03', to: '2026-03-01' })).toBe('acb');
});
