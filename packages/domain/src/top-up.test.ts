import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HELD_CURRENCIES } from './constants.ts';
import { convertToCents, convertUpFromCents, parseRate, type Rate } from './money.ts';
import { addFee, splitSurcharge, TOP_UP_CURRENCIES, TOP_UP_LIMITS, validateCredit } from './top-up.ts';

const cents = fc.integer({ min: 1, max: 10_000_000 });
const feePercent = fc.integer({ min: 0, max: 100 });
const currency = fc.constantFrom(...HELD_CURRENCIES);
/** From a tenth of a unit per dollar to ten thousand, with up to eight places, as the rates of the shop have them. */
const rate = fc.bigInt({ min: 10n ** 7n, max: 10n ** 12n }).map((units) => {
  const text = `${units / 10n ** 8n}.${(units % 10n ** 8n).toString().padStart(8, '0')}`;
  return parseRate(text) as Rate;
});

describe('the price of a top-up', () => {
  it('is the cost with the fee on it, rounded up', () => {
    expect(addFee(1000, 5)).toBe(1050);
    expect(addFee(1, 5)).toBe(2);
    expect(addFee(199, 0)).toBe(199);
    expect(addFee(199, 1)).toBe(201);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('does not exist for a cost of %s', (cost) => {
    expect(addFee(cost, 5)).toBeUndefined();
  });

  it('does not exist above the largest number that is exact', () => {
    expect(addFee(Number.MAX_SAFE_INTEGER, 0)).toBe(Number.MAX_SAFE_INTEGER);
    expect(addFee(Number.MAX_SAFE_INTEGER, 1)).toBeUndefined();
  });

  it.each([-1, 0.5, Number.NaN])('does not exist with a fee of %s percent', (fee) => {
    expect(addFee(100, fee)).toBeUndefined();
  });

  it('is charged to the qəpik, and in whole roubles and tenge', () => {
    const at = (text: string) => parseRate(text) as Rate;
    expect(convertUpFromCents(1001, at('1.7'), 'AZN')).toBe(1702);
    expect(convertUpFromCents(undefined, at('1.7'), 'AZN')).toBeUndefined();
    expect(convertUpFromCents(1000, at('92.5'), 'RUB')).toBe(92_500);
    expect(convertUpFromCents(1001, at('92.5'), 'RUB')).toBe(92_600);
    expect(convertUpFromCents(0, at('92.5'), 'RUB')).toBe(0);
    expect(convertUpFromCents(-1, at('92.5'), 'RUB')).toBeUndefined();
  });
});

describe('whatever the cost, the fee, the rate and the currency', () => {
  it('the store never receives less than it pays', () => {
    fc.assert(
      fc.property(cents, feePercent, rate, currency, (cost, fee, perUsd, charged) => {
        const base = addFee(cost, fee) ?? 0;
        const amount = convertUpFromCents(base, perUsd, charged) ?? 0;
        expect(base).toBeGreaterThanOrEqual(cost);
        // Exactly, without any rounding: hundredths received against cents owed times the rate.
        expect(BigInt(amount) * 10n ** 10n).toBeGreaterThanOrEqual(BigInt(cost) * perUsd);
      }),
      { numRuns: 5000 },
    );
  });

  it('the buyer pays less than one step more than it is worth', () => {
    fc.assert(
      fc.property(cents, rate, currency, (base, perUsd, charged) => {
        const amount = convertUpFromCents(base, perUsd, charged) ?? 0;
        const step = charged === 'AZN' || charged === 'USD' ? 1n : 100n;
        expect((BigInt(amount) - step) * 10n ** 10n).toBeLessThan(BigInt(base) * perUsd);
      }),
      { numRuns: 5000 },
    );
  });

  it('changing what was received back into dollars covers the cost', () => {
    fc.assert(
      fc.property(cents, feePercent, rate, currency, (cost, fee, perUsd, charged) => {
        const amount = convertUpFromCents(addFee(cost, fee), perUsd, charged);
        expect(convertToCents(amount, perUsd)).toBeGreaterThanOrEqual(cost);
      }),
      { numRuns: 5000 },
    );
  });

  it('more to credit never costs less', () => {
    fc.assert(
      fc.property(cents, cents, feePercent, rate, currency, (one, other, fee, perUsd, charged) => {
        const charge = (cost: number) => convertUpFromCents(addFee(cost, fee), perUsd, charged) ?? 0;
        expect(charge(Math.max(one, other))).toBeGreaterThanOrEqual(charge(Math.min(one, other)));
      }),
    );
  });
});

describe('the sum to be credited', () => {
  it.each(TOP_UP_CURRENCIES)('has presets and a default within its limits, in %s', (name) => {
    const { min, max, presets, default: first } = TOP_UP_LIMITS[name];
    for (const amount of [min, max, first, ...presets]) expect(validateCredit(amount, name)).toBeUndefined();
    expect(presets).toEqual([...presets].sort((a, b) => a - b));
    for (const amount of [min - 1, max + 1]) expect(validateCredit(amount, name)).toBe('steam-amount-invalid');
  });

  it.each([
    0,
    -1000,
    1000.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '',
    'abc',
    '1e3',
    '0x3e8',
    ' 1000',
    '1000 ',
    '1 000',
  ])('is refused as %j', (amount) => {
    expect(validateCredit(amount, 'KZT')).toBe('steam-amount-invalid');
  });

  it('may come as digits', () => {
    expect(validateCredit('1000', 'RUB')).toBeUndefined();
  });
});

describe('what is paid above the credited sum', () => {
  it('is a fee of the percentage that the shopper can check, and the exchange', () => {
    expect(splitSurcharge(108_000, 100_000, 5)).toEqual({ fee: 5_000, exchange: 3_000 });
    expect(splitSurcharge(103_000, 100_000, 5)).toEqual({ fee: 3_000, exchange: 0 });
    expect(splitSurcharge(100_000, 100_000, 0)).toEqual({ fee: 0, exchange: 0 });
    expect(splitSurcharge(99_000, 100_000, 5)).toEqual({ fee: 0, exchange: 0 });
  });

  it('adds up, and no part is negative', () => {
    const hundredths = fc.integer({ min: 0, max: 2_500_000_000 });
    fc.assert(
      fc.property(hundredths, hundredths, feePercent, (total, credited, percent) => {
        const { fee, exchange } = splitSurcharge(total, credited, percent);
        expect(fee + exchange).toBe(Math.max(0, total - credited));
        expect(Math.min(fee, exchange)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
