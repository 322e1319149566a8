import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FeeTerms, feeOf } from './margin.ts';
import {
  changePrices,
  feesInCents,
  listUnratedFees,
  type PriceRule,
  withDiscountPrice,
  withPrice,
  worstMargin,
} from './price-change.ts';

const RULE: PriceRule = { target: 'discount', operation: 'percent', value: -1000, rounding: 'none', hasFloor: false };
const facts = { cost: undefined, fees: [] };
const termsOf = ({ basisPoints, fixed }: FeeTerms): FeeTerms => ({ basisPoints, fixed });
const prices = fc
  .tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 99_999 }))
  .map(([price, less]) => ({ price, discountPrice: Math.max(1, price - less) }));
const fees = fc.array(
  fc.record({ basisPoints: fc.integer({ min: 0, max: 5000 }), fixed: fc.integer({ min: 0, max: 500 }) }),
  { maxLength: 4 },
);

describe('a rule', () => {
  it('takes ten percent off what is paid and leaves the full price', () => {
    expect(changePrices({ price: 2000, discountPrice: 2000 }, RULE, facts)).toEqual({
      price: 2000,
      discountPrice: 1800,
    });
    expect(changePrices({ price: 2000, discountPrice: 1000 }, RULE, facts)).toEqual({
      price: 2000,
      discountPrice: 900,
    });
  });

  it('of the full price keeps an offer without a discount without one', () => {
    const rule: PriceRule = { ...RULE, target: 'price' };
    expect(changePrices({ price: 2000, discountPrice: 2000 }, rule, facts)).toEqual({
      price: 1800,
      discountPrice: 1800,
    });
    expect(changePrices({ price: 2000, discountPrice: 1900 }, rule, facts)).toEqual({
      price: 1800,
      discountPrice: 1800,
    });
    expect(changePrices({ price: 2000, discountPrice: 1000 }, rule, facts)).toEqual({
      price: 1800,
      discountPrice: 1000,
    });
  });

  it('sets, adds, and takes the discount away', () => {
    const before = { price: 2000, discountPrice: 1500 };
    const change = (rule: Partial<PriceRule>) => changePrices(before, { ...RULE, ...rule }, facts);
    expect(change({ operation: 'set', value: 1299 })).toEqual({ price: 2000, discountPrice: 1299 });
    expect(change({ operation: 'set', value: 2500 })).toEqual({ price: 2500, discountPrice: 2500 });
    expect(change({ operation: 'add', value: -200 })).toEqual({ price: 2000, discountPrice: 1300 });
    expect(change({ operation: 'no-discount', value: 0 })).toEqual({ price: 2000, discountPrice: 2000 });
    expect(change({ operation: 'add', value: -1500 })).toBeUndefined();
  });

  it.each([
    ['none', 1234, 1234],
    ['tenths', 1234, 1230],
    ['tenths', 1235, 1240],
    ['whole', 1249, 1200],
    ['whole', 3, 100],
    ['ninety-nine', 1249, 1299],
    ['ninety-nine', 1240, 1199],
    ['ninety-nine', 5, 99],
  ] as const)('rounds to %s: %i gives %i', (rounding, value, expected) => {
    expect(
      changePrices({ price: 9999, discountPrice: 9999 }, { ...RULE, operation: 'set', value, rounding }, facts),
    ).toEqual({ price: 9999, discountPrice: expected });
  });

  it('never sells below cost and fee of any provider when it has a floor, also after rounding', () => {
    fc.assert(
      fc.property(
        prices,
        fc.integer({ min: 0, max: 50_000 }),
        fees,
        fc.constantFrom('none', 'tenths', 'whole', 'ninety-nine'),
        (before, cost, terms, rounding) => {
          const rule: PriceRule = {
            ...RULE,
            value: -5000,
            rounding: rounding as PriceRule['rounding'],
            hasFloor: true,
          };
          const after = changePrices(before, rule, { cost, fees: terms });
          if (!after) return;
          expect(after.discountPrice).toBeLessThanOrEqual(after.price);
          for (const fee of terms) {
            expect(after.discountPrice - cost - (feeOf(after.discountPrice, fee) ?? 0)).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });

  it('reaches a margin, and needs a known cost for it', () => {
    const rule: PriceRule = { ...RULE, operation: 'margin', value: 2000 };
    const before = { price: 5000, discountPrice: 5000 };
    expect(changePrices(before, rule, facts)).toBeUndefined();
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 50_000 }), fees, (cost, terms) => {
        const after = changePrices(before, rule, { cost, fees: terms });
        if (!after) return;
        const margin = worstMargin(after.discountPrice, cost, terms);
        // A fee is rounded to a cent.
        expect((margin?.amount ?? 0) + 1).toBeGreaterThanOrEqual(Math.floor(after.discountPrice * 0.2));
      }),
    );
  });
});

it('a price to pay above the full price raises it, and a lower full price lowers the price to pay', () => {
  fc.assert(
    fc.property(prices, fc.integer({ min: 1, max: 100_000 }), (before, cents) => {
      for (const after of [withPrice(before, cents), withDiscountPrice(before, cents)]) {
        expect(after.discountPrice).toBeLessThanOrEqual(after.price);
      }
    }),
  );
});

it('a fixed fee in tenge counts in US cents', () => {
  const rates = [{ name: 'KZT', amount: 500, symbol: '₸', index: 0 }];
  const fee = { provider: 'kaspi', basisPoints: 100, isReturned: false } as const;
  expect(feesInCents([{ ...fee, currency: 'KZT', fixed: 50_000 }], rates)).toEqual([{ basisPoints: 100, fixed: 100 }]);
  expect(feesInCents([{ ...fee, currency: 'USD', fixed: 30 }], rates)).toEqual([{ basisPoints: 100, fixed: 30 }]);
});

describe('a fixed fee in a currency without a rate', () => {
  const known = { provider: 'kaspi', currency: 'KZT', basisPoints: 100, fixed: 0, isReturned: false } as const;
  const unknown = { ...known, provider: 'epoint', currency: 'AZN', fixed: 30 } as const;

  it('is never counted as nothing: no fee is known, and the contract is named', () => {
    expect(feesInCents([known, unknown], [])).toBeUndefined();
    expect(listUnratedFees([known, unknown], [])).toEqual([unknown]);
    const rates = [{ name: 'AZN', amount: '1.7' }];
    expect(feesInCents([known, unknown], rates)).toEqual([known, { ...known, fixed: 18 }].map(termsOf));
    expect(listUnratedFees([known, unknown], rates)).toEqual([]);
  });

  it('leaves an offer without margin, and refuses a floor and a rule by margin', () => {
    const before = { price: 2000, discountPrice: 2000 };
    const change = (rule: Partial<PriceRule>, cost?: number) =>
      changePrices(before, { ...RULE, ...rule }, { cost, fees: undefined });
    expect(worstMargin(2000, 100, undefined)).toBeUndefined();
    expect(change({ hasFloor: true }, 100)).toBeUndefined();
    expect(change({ operation: 'margin', value: 2000 }, 100)).toBeUndefined();
    expect(change({}, 100)).toEqual({ price: 2000, discountPrice: 1800 });
    expect(change({ hasFloor: true })).toEqual({ price: 2000, discountPrice: 1800 });
  });
});
