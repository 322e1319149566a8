import { describe, expect, it } from 'vitest';
import { readTypedChange, readTypedSum } from './typed-sum.ts';

describe('a sum that an operator types', () => {
  it.each([
    ['50 000,00', 5_000_000],
    ['50\u00a0000', 5_000_000],
    [' 12.5 ', 1_250],
    ['0', 0],
  ])('%j is read', (text, sum) => expect(readTypedSum(text)).toBe(sum));

  it.each(['', '  '])('%j is no sum', (text) => expect(readTypedSum(text)).toBeNull());

  it.each(['50000 ₸', '1,2,3', '1.234', '1,000', '1,234.5', '-5', 'abc', '1e3'])('%j is refused', (text) =>
    expect(readTypedSum(text)).toBeUndefined(),
  );
});

describe('a change that an operator types', () => {
  it.each([
    ['-10', -1_000],
    ['− 2,5', -250],
    ['1 234,50', 123_450],
    ['-0', 0],
  ])('%j is read', (text, change) => expect(readTypedChange(text)).toBe(change));

  it.each(['', '-', '--5', '-1,000', '1,20000', '+5'])('%j is refused', (text) =>
    expect(readTypedChange(text)).toBeUndefined(),
  );
});
