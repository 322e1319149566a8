import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FeeTerms, feeOf, NO_FEE } from './margin.ts';
import {
  changePrices,
  feesInCents,
  floorOf,
  isPrice,
  listUnratedFees,
  MAX_PRICE_CENTS,
  type PriceRule,
  withDiscountPrice,
  withPrice,
  withTyped,
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

it('a price that is typed alone leaves the other price as it is, as far as that is possible', () => {
  const before = { price: 1000, discountPrice: 600 };
  expect(withTyped(before, { price: 1200 })).toEqual({ price: 1200, discountPrice: 600 });
  expect(withTyped(before, { discountPrice: 700 })).toEqual({ price: 1000, discountPrice: 700 });
  expect(withTyped(before, { price: 500 })).toEqual({ price: 500, discountPrice: 500 });
  expect(withTyped(before, { price: 1200, discountPrice: 900 })).toEqual({ price: 1200, discountPrice: 900 });
  expect(withTyped(before, {})).toEqual(before);
});

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
          const paid = after?.discountPrice ?? 0;
          expect(paid).toBeLessThanOrEqual(after?.price ?? 0);
          for (const fee of [NO_FEE, ...terms]) {
            expect(paid - cost - (feeOf(paid, fee) ?? 0)).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });

  it.each([
    ['none', 1084],
    ['tenths', 1090],
    ['whole', 1100],
    ['ninety-nine', 1099],
  ] as const)(
    'moves a price that is too low to the next one that pays cost and fee, rounded to %s',
    (rounding, expected) => {
      const known = { cost: 1000, fees: [{ basisPoints: 500, fixed: 30 }] };
      const before = { price: 2000, discountPrice: 2000 };
      const rule: PriceRule = { ...RULE, operation: 'set', value: 5, rounding, hasFloor: true };
      expect(changePrices(before, rule, known)?.discountPrice).toBe(expected);
      expect(changePrices(before, { ...rule, value: expected }, known)?.discountPrice).toBe(expected);
    },
  );

  it('sells below the cost where no floor is wanted, or where the cost is not known', () => {
    const before = { price: 2000, discountPrice: 2000 };
    const rule: PriceRule = { ...RULE, operation: 'set', value: 500 };
    expect(changePrices(before, rule, { cost: 1000, fees: [] })?.discountPrice).toBe(500);
    expect(changePrices(before, { ...rule, hasFloor: true }, facts)?.discountPrice).toBe(500);
  });

  it('gives no price above the largest one', () => {
    const before = { price: 2000, discountPrice: 2000 };
    const set = (value: number) => changePrices(before, { ...RULE, operation: 'set', value }, facts);
    expect(set(MAX_PRICE_CENTS)?.discountPrice).toBe(MAX_PRICE_CENTS);
    expect(set(MAX_PRICE_CENTS + 1)).toBeUndefined();
  });

  it('reaches a margin, and needs a known cost for it', () => {
    const rule: PriceRule = { ...RULE, operation: 'margin', value: 2000 };
    const before = { price: 5000, discountPrice: 5000 };
    expect(changePrices(before, rule, facts)).toBeUndefined();
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 50_000 }), fees, (cost, terms) => {
        const paid = changePrices(before, rule, { cost, fees: terms })?.discountPrice ?? 0;
        expect(paid).toBeGreaterThan(cost);
        // A fee is rounded to a cent.
        expect((worstMargin(paid, cost, terms)?.amount ?? 0) + 1).toBeGreaterThanOrEqual(Math.floor(paid * 0.2));
      }),
    );
  });

  it('takes the lowest price that reaches the margin with every contract', () => {
    const priceFor = (value: number, ...terms: FeeTerms[]) =>
      changePrices(
        { price: 5000, discountPrice: 5000 },
        { ...RULE, operation: 'margin', value },
        { cost: 800, fees: terms },
      )?.discountPrice;
    expect(priceFor(2000)).toBe(1000);
    expect(priceFor(2001)).toBe(1001);
    expect(priceFor(2000, { basisPoints: 500, fixed: 10 })).toBe(1080);
    expect(priceFor(2000, { basisPoints: 500, fixed: 10 }, NO_FEE)).toBe(1080);
    // The second contract and the margin take more than the whole price.
    expect(priceFor(6000, NO_FEE, { basisPoints: 5000, fixed: 0 })).toBeUndefined();
    expect(priceFor(10_000)).toBeUndefined();
  });
});

it('what is left of a price is counted with the most expensive contract, and needs a known cost', () => {
  const terms = [
    { basisPoints: 500, fixed: 30 },
    { basisPoints: 1000, fixed: 0 },
  ];
  expect(worstMargin(1000, 400, terms)).toEqual({ amount: 500, basisPoints: 5000 });
  expect(worstMargin(1000, 400, [])).toEqual({ amount: 600, basisPoints: 6000 });
  expect(worstMargin(1000, undefined, terms)).toBeUndefined();
  expect(floorOf(400, terms)).toBe(453);
  expect(floorOf(400, [])).toBe(400);
});

it('a price is a whole number of cents, above zero and not above the largest one', () => {
  for (const good of [1, MAX_PRICE_CENTS]) expect(isPrice(good), `${good}`).toBe(true);
  const bad = [0, -1, 1.5, MAX_PRICE_CENTS + 1, Number.NaN, Number.POSITIVE_INFINITY];
  for (const cents of bad) expect(isPrice(cents), `${cents}`).toBe(false);
});

it('a higher full price keeps the price to pay only where there is a discount', () => {
  expect(withPrice({ price: 2000, discountPrice: 2000 }, 2500)).toEqual({ price: 2500, discountPrice: 2500 });
  expect(withPrice({ price: 2000, discountPrice: 1500 }, 2500)).toEqual({ price: 2500, discountPrice: 1500 });
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
