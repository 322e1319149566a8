import { expect, it } from 'vitest';
import { pageNumbers } from './pagination.tsx';

const shown = (current: number, total: number) =>
  pageNumbers(current, total)
    .map((page) => page ?? '…')
    .join(' ');

it('shows the ends, the current page and its neighbours', () => {
  expect(shown(6, 12)).toBe('1 … 5 6 7 … 12');
  expect(shown(1, 12)).toBe('1 2 … 12');
  expect(shown(12, 12)).toBe('1 … 11 12');
});

it('never hides a single page behind dots', () => {
  expect(shown(4, 12)).toBe('1 2 3 4 5 … 12');
  expect(shown(3, 5)).toBe('1 2 3 4 5');
});

it('copes with little', () => {
  expect(shown(1, 1)).toBe('1');
  expect(shown(1, 2)).toBe('1 2');
});
