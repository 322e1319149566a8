import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseVatRate, vatIn, vatRateText } from './vat.ts';

describe('the tax in a price', () => {
  it.each([
    [112_00, 1200, 12_00],
    [100_00, 1200, 10_71],
    [1, 1200, 0],
    [5, 1200, 1],
    [9_007_199_254_740_991, 1200, 965_057_063_007_963],
  ])('of %i at %i is %i', (amount, rate, tax) => expect(vatIn(amount, rate)).toBe(tax));

  it('is what the net price and the rate give, to one hundredth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 12 }), fc.integer({ min: 1, max: 9_999 }), (amount, rate) => {
        const tax = BigInt(vatIn(amount, rate));
        const difference = tax * BigInt(10_000 + rate) - BigInt(amount) * BigInt(rate);
        const half = BigInt(10_000 + rate);
        expect(difference * 2n <= half && difference * 2n >= -half).toBe(true);
      }),
    );
  });
});

describe('a rate', () => {
  it.each([
    ['12', 1200, '12'],
    ['12.5', 1250, '12.5'],
    ['0.75', 75, '0.75'],
    ['20.00', 2000, '20'],
    ['12.05', 1205, '12.05'],
  ])('%s is read and written', (text, rate, shown) => {
    expect(parseVatRate(text)).toBe(rate);
    expect(vatRateText(rate)).toBe(shown);
  });

  it.each(['', '0', '0.00', '-1', '100', '12,5', '12.555', 'x', '1e1'])('%j is none', (text) =>
    expect(parseVatRate(text)).toBeUndefined(),
  );
});
