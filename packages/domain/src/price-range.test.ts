import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertFromCents, parseRate, type Rate } from './money.ts';
import { exchangeBound, toCentsRange } from './price-range.ts';

const rateOf = (text: string) => parseRate(text) as Rate;
const KZT = { name: 'KZT', rate: rateOf('523.47') };
const USD = { name: 'USD', rate: rateOf('1') };
const currency = fc.constantFrom(
  KZT,
  USD,
  { name: 'RUB', rate: rateOf('81.03') },
  { name: 'BTC', rate: rateOf('0.00001') },
);
const bound = fc.option(fc.integer({ min: 0, max: 5_000_000 }), { nil: undefined });

describe('toCentsRange', () => {
  it('takes a price exactly if its shown amount is in the range', () => {
    fc.assert(
      fc.property(currency, bound, bound, fc.integer({ min: 0, max: 1_000_000 }), ({ name, rate }, min, max, cents) => {
        const range = toCentsRange({ min, max }, rate, name);
        const shown = convertFromCents(cents, rate, name) as number;
        const isShownInside = shown >= (min ?? 0) && shown <= (max ?? Number.POSITIVE_INFINITY);
        // A bound of zero cannot be lowered, and no price is zero.
        if (cents > 0)
          expect(cents >= (range.min ?? 0) && cents <= (range.max ?? Number.POSITIVE_INFINITY)).toBe(isShownInside);
      }),
    );
  });

  it('includes the price that is shown as the bound', () => {
    const shown = convertFromCents(1999, KZT.rate, 'KZT') as number;
    const { min, max } = toCentsRange({ min: shown, max: shown }, KZT.rate, 'KZT');
    expect(min).toBeLessThanOrEqual(1999);
    expect(max).toBeGreaterThanOrEqual(1999);
  });

  it('leaves an open end open', () => {
    expect(toCentsRange({ min: undefined, max: undefined }, KZT.rate, 'KZT')).toEqual({
      min: undefined,
      max: undefined,
    });
  });
});

describe('exchangeBound', () => {
  it('keeps the amount in its own currency and converts it to another', () => {
    expect(exchangeBound(200_050, KZT, KZT)).toBe(200_050);
    expect(exchangeBound(52_347, KZT, USD)).toBe(100);
  });
});
