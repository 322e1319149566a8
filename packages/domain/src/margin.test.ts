import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FeeTerms, feeOf, floorPrice, MAX_FEE_BASIS_POINTS, marginOf, NO_FEE } from './margin.ts';

const amount = fc.integer({ min: 0, max: 100_000_000_00 });
const terms: fc.Arbitrary<FeeTerms> = fc.record({
  basisPoints: fc.integer({ min: 0, max: MAX_FEE_BASIS_POINTS }),
  fixed: fc.integer({ min: 0, max: 1_000_00 }),
});

describe('the fee of a provider', () => {
  it('is a share rounded half up, and a fixed amount', () => {
    expect(feeOf(10_000, { basisPoints: 250, fixed: 30 })).toBe(280);
    expect(feeOf(20, { basisPoints: 250, fixed: 0 })).toBe(1); // 0.5
    expect(feeOf(19, { basisPoints: 250, fixed: 0 })).toBe(0); // 0.475
    expect(feeOf(10_000, NO_FEE)).toBe(0);
  });

  it('is a whole number between nothing and the payment', () => {
    fc.assert(
      fc.property(amount, terms, (paid, fee) => {
        const kept = feeOf(paid, fee) ?? Number.NaN;
        expect(Number.isSafeInteger(kept) && kept >= 0 && kept <= paid).toBe(true);
      }),
    );
  });

  it('is unknown for what is no amount', () => {
    for (const bad of [1.5, -1, Number.NaN, 2 ** 53]) expect(feeOf(bad, NO_FEE)).toBeUndefined();
    expect(feeOf(100, { basisPoints: MAX_FEE_BASIS_POINTS + 1, fixed: 0 })).toBeUndefined();
    expect(feeOf(100, { basisPoints: 0.5, fixed: 0 })).toBeUndefined();
  });
});

describe('the margin', () => {
  it('is what is left after cost and fee', () => {
    expect(marginOf({ price: 1000, cost: 700, fee: 30 })).toEqual({ amount: 270, basisPoints: 2700 });
    expect(marginOf({ price: 300, cost: 400, fee: 0 })).toEqual({ amount: -100, basisPoints: -3334 });
    expect(marginOf({ price: 300, cost: 600, fee: 0 })).toEqual({ amount: -300, basisPoints: -10_000 });
    expect(marginOf({ price: 0, cost: 5, fee: 0 })).toEqual({ amount: -5, basisPoints: undefined });
  });

  it('is unknown for what is no amount, and when it is too large for an exact number', () => {
    for (const bad of [1.5, -1, Number.NaN]) {
      expect(marginOf({ price: bad, cost: 1, fee: 1 })).toBeUndefined();
      expect(marginOf({ price: 1, cost: bad, fee: 1 })).toBeUndefined();
      expect(marginOf({ price: 1, cost: 1, fee: bad })).toBeUndefined();
    }
    const most = Number.MAX_SAFE_INTEGER;
    expect(marginOf({ price: 0, cost: most, fee: most })).toBeUndefined();
  });

  it('adds up to the price again', () => {
    fc.assert(
      fc.property(amount, amount, amount, (price, cost, fee) => {
        expect((marginOf({ price, cost, fee })?.amount ?? Number.NaN) + cost + fee).toBe(price);
      }),
    );
  });
});

describe('the floor of a price', () => {
  it('is the cost where there is no fee', () => {
    expect(floorPrice(700, NO_FEE)).toBe(700);
    expect(floorPrice(0, { basisPoints: 250, fixed: 30 })).toBe(0);
  });

  it('is unknown for what is no cost and no fee, and when it is too large for an exact number', () => {
    for (const bad of [1.5, -1, Number.NaN]) expect(floorPrice(bad, NO_FEE)).toBeUndefined();
    expect(floorPrice(700, { basisPoints: MAX_FEE_BASIS_POINTS + 1, fixed: 0 })).toBeUndefined();
    expect(floorPrice(700, { basisPoints: 0, fixed: -1 })).toBeUndefined();
    expect(floorPrice(Number.MAX_SAFE_INTEGER, { basisPoints: MAX_FEE_BASIS_POINTS, fixed: 0 })).toBeUndefined();
  });

  it('is the lowest price without a loss', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_00 }), terms, (cost, fee) => {
        const floor = floorPrice(cost, fee) ?? Number.NaN;
        const left = (price: number) => price - cost - (feeOf(price, fee) ?? Number.NaN);
        expect(left(floor)).toBeGreaterThanOrEqual(0);
        expect(left(floor - 1)).toBeLessThan(0);
      }),
    );
  });
});
