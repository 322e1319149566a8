import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountToNumber,
  amountToText,
  type Currency,
  convertFromCents,
  convertToCents,
  crossRate,
  ensureUsd,
  exchangeEntered,
  parseAmount,
  parseRate,
  pickDefaultCurrency,
  type Rate,
  rateOf,
  split,
  sum,
} from './money.ts';

const rate = (text: string | number): Rate => {
  const parsed = parseRate(text);
  if (parsed === undefined) throw new Error(`no rate: ${text}`);
  return parsed;
};
/** The shortest decimal text of a rate, which has ten places. */
const rateToText = (value: Rate) =>
  value
    .toString()
    .padStart(11, '0')
    .replace(/(\d{10})$/, '.$1')
    .replace(/\.?0+$/, '');
const currency = (name: string, amount: number, index = 0): Currency => ({ name, amount, symbol: name, index });

const cents = fc.integer({ min: -100_000_000_000, max: 100_000_000_000 });
/** From 0.0001 to 10 000 units per dollar. */
const anyRate = fc
  .integer({ min: 1, max: 100_000_000 })
  .map((n) => rate(`${Math.floor(n / 1e4)}.${String(n % 1e4).padStart(4, '0')}`));
const anyCurrency = fc.constantFrom('USD', 'KZT', 'RUB', 'AZN');
const anyPrecision = fc.constantFrom('price' as const, 'top-up' as const);
const anyAmount = fc.integer({ min: -(10 ** 15), max: 10 ** 15 });
const notAnAmount = fc.anything().filter((value) => !Number.isSafeInteger(value));
const abs = (value: bigint) => (value < 0n ? -value : value);

describe('a rate', () => {
  it('is read by its decimal text, from a string or a JSON number', () => {
    expect(rateToText(rate('447.62'))).toBe('447.62');
    expect(rateToText(rate(0.1))).toBe('0.1');
    expect(rateToText(rate('80.12345678'))).toBe('80.12345678');
    expect(rateToText(rate('100.0000000000'))).toBe('100');
    expect(rate('447.62')).toBe(rate(447.62));
    expect(rateToText(rate(0.000001))).toBe('0.000001');
    expect(rateToText(rate(1e9))).toBe('1000000000');
  });

  it('is rounded at the tenth decimal place', () => {
    expect(rateToText(rate('1.00000000005'))).toBe('1.0000000001');
    expect(rateToText(rate('1.00000000004999'))).toBe('1');
  });

  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    0,
    -1,
    '0',
    '-447',
    '-0.00000000009',
    '-1.99999999999',
    '',
    ' 1',
    '1,5',
    '1e3',
    '0x10',
    '1.',
    '.5',
    1e-7,
    1e21,
    '0.0000001',
    '1000000001',
    '9'.repeat(60),
    `1.${'0'.repeat(39)}`,
    null,
    undefined,
    {},
    [1],
    true,
    1n,
  ])('is refused when it is %s', (value) => {
    expect(parseRate(value)).toBeUndefined();
  });

  it('survives being written and read', () => {
    fc.assert(fc.property(anyRate, (value) => parseRate(rateToText(value)) === value));
  });

  it('is undefined for values that are neither text nor number', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        (value) => ['string', 'number'].includes(typeof value) || parseRate(value) === undefined,
      ),
    );
  });

  it('comes from two prices in a third currency', () => {
    expect(crossRate(rate('453.19'), rate('5.05'))).toBe(rate('89.7405940594'));
    expect(crossRate(rate('0.000001'), rate('1000000'))).toBeUndefined();
  });
});

describe('an amount in decimal text', () => {
  it.each([
    ['12.99', 1299],
    [12.99, 1299],
    ['1.0000', 100],
    ['0.5', 50],
    ['-0.50', -50],
    ['14990', 1499000],
    [0, 0],
    [0.07, 7],
    [1.1, 110],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
    ['1'.padEnd(40, '0').replace('10', '1.'), 100],
  ])('reads %s as %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it.each([
    '1.005',
    '99.999',
    '',
    'abc',
    '1,5',
    'NaN',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
    null,
    undefined,
    '90071992547409.92',
    '1'.padEnd(41, '0').replace('10', '1.'),
  ])('refuses %s', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  it('is written with two decimals', () => {
    expect(amountToText(100000)).toBe('1000.00');
    expect(amountToText(7)).toBe('0.07');
    expect(amountToText(0)).toBe('0.00');
    expect(amountToText(-1299)).toBe('-12.99');
    expect(amountToNumber(3075)).toBe(30.75);
  });

  it('throws when it is not an amount', () => {
    fc.assert(
      fc.property(notAnAmount, (value) => {
        expect(() => amountToText(value as number)).toThrow();
        expect(() => amountToNumber(value as number)).toThrow();
      }),
    );
  });

  it('survives being written and read', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(parseAmount(amountToText(amount))).toBe(amount + 0);
        expect(parseAmount(JSON.parse(JSON.stringify(amountToNumber(amount))))).toBe(amount + 0);
      }),
    );
  });
});

describe('conversion', () => {
  it('rounds tenge and roubles to whole units, half up', () => {
    expect(convertFromCents(1299, rate('447.62'), 'KZT')).toBe(5815_00); // 5814.58
    expect(convertFromCents(100, rate('447.5'), 'KZT')).toBe(448_00);
    expect(convertFromCents(100, rate('447.4999999999'), 'KZT')).toBe(447_00);
    expect(convertFromCents(1299, rate('80.5'), 'RUB')).toBe(1046_00); // 1045.695
  });

  it('keeps the hundredths of dollars and manats', () => {
    expect(convertFromCents(1299, rate(1), 'USD')).toBe(1299);
    expect(convertFromCents(1299, rate('1.7'), 'AZN')).toBe(2208); // 22.083
    expect(convertFromCents(50, rate('1.7'), 'AZN')).toBe(85);
  });

  it('keeps two decimals of every currency in the top-up history', () => {
    expect(convertFromCents(1299, rate('447.62'), 'KZT', 'top-up')).toBe(5814_58);
    expect(convertFromCents(1299, rate('80.5'), 'RUB', 'top-up')).toBe(1045_70); // 1045.695
  });

  it('does not drift where binary floats do', () => {
    expect(1.005 * 100).not.toBe(100.5);
    expect(convertFromCents(100, rate('1.005'), 'AZN')).toBe(101);
    expect(convertFromCents(9_007_199_254_740_991, rate(1), 'USD')).toBe(9_007_199_254_740_991);
  });

  it('goes back to cents', () => {
    expect(convertToCents(1000_00, rate('80'))).toBe(1250);
    expect(convertToCents(1, rate('447.62'))).toBe(0);
    expect(convertToCents(1_00, rate('200'))).toBe(1);
  });

  it('has no result instead of a wrong one', () => {
    expect(convertFromCents(Number.MAX_SAFE_INTEGER, rate(2), 'USD')).toBeUndefined();
    fc.assert(
      fc.property(notAnAmount, anyRate, anyCurrency, (value, r, name) => {
        expect(convertFromCents(value as number, r, name)).toBeUndefined();
        expect(convertToCents(value as number, r)).toBeUndefined();
      }),
    );
  });

  it('is within half a step of the exact product, and on the step', () => {
    fc.assert(
      fc.property(cents, anyRate, anyCurrency, anyPrecision, (amount, r, name, precision) => {
        const step = precision === 'top-up' || name === 'USD' || name === 'AZN' ? 1n : 100n;
        const result = BigInt(convertFromCents(amount, r, name, precision) ?? Number.NaN);
        expect(result % step).toBe(0n);
        const error = abs(result * 10n ** 10n - BigInt(amount) * r);
        expect(error * 2n <= step * 10n ** 10n).toBe(true);
      }),
    );
  });

  it('is monotonic: what costs more never shows less', () => {
    fc.assert(
      fc.property(cents, fc.nat(1000), anyRate, anyCurrency, anyPrecision, (amount, more, r, name, precision) => {
        const low = convertFromCents(amount, r, name, precision) ?? Number.NaN;
        const high = convertFromCents(amount + more, r, name, precision) ?? Number.NaN;
        expect(low).toBeLessThanOrEqual(high);
      }),
    );
  });

  it('mirrors a payment in its refund', () => {
    fc.assert(
      fc.property(cents, anyRate, anyCurrency, (amount, r, name) => {
        const there = convertFromCents(amount, r, name) ?? Number.NaN;
        const back = convertFromCents(-amount, r, name) ?? Number.NaN;
        expect(there + back).toBe(0);
      }),
    );
  });

  it('is exact there and back where a cent is worth at least a step', () => {
    const fine = fc.integer({ min: 1_0000, max: 10_000_0000 }).map((n) => rate(String(n / 1e4)));
    fc.assert(
      fc.property(cents, fine, (amount, r) => {
        expect(convertToCents(convertFromCents(amount, r, 'KZT', 'top-up'), r)).toBe(amount + 0);
      }),
    );
    const coarse = fc.integer({ min: 100_0000, max: 10_000_0000 }).map((n) => rate(String(n / 1e4)));
    fc.assert(
      fc.property(cents, coarse, (amount, r) => {
        expect(convertToCents(convertFromCents(amount, r, 'KZT'), r)).toBe(amount + 0);
      }),
    );
  });

  it('differs there and back by the rounding only where a cent is worth less than a step', () => {
    fc.assert(
      fc.property(cents, anyRate, anyCurrency, (amount, r, name) => {
        const there = convertFromCents(amount, r, name) ?? Number.NaN;
        const back = convertToCents(there, r);
        if (back === undefined) return;
        const step = name === 'USD' || name === 'AZN' ? 1n : 100n;
        // half a step of the currency in cents, and half a cent of the way back
        expect(abs(BigInt(back) - BigInt(amount)) * 2n * r <= step * 10n ** 10n + r).toBe(true);
      }),
    );
  });
});

describe('the exchange between ₸ and ₽', () => {
  const list = [currency('KZT', 450), currency('RUB', 90), currency('USD', 1)];

  it('multiplies by the ratio for a Kz card with ₽', () => {
    expect(exchangeEntered(1000_00, 'RUB', 'KZT', list)).toBe(5000_00);
  });

  it('divides by the ratio for a Ru card with ₸', () => {
    expect(exchangeEntered(1000_00, 'KZT', 'RUB', list)).toBe(200_00);
  });

  it('leaves a sum alone that is entered in the money of the card', () => {
    expect(exchangeEntered(1000_00, 'KZT', 'KZT', list)).toBe(1000_00);
    expect(exchangeEntered(1000_00, 'RUB', 'RUB', [])).toBe(1000_00);
  });

  it('rounds once, to two decimals', () => {
    const odd = [currency('KZT', 447.62), currency('RUB', 80.36)];
    expect(exchangeEntered(1000_00, 'RUB', 'KZT', odd)).toBe(5570_18); // 5570.1841…
    expect(exchangeEntered(1000_00, 'KZT', 'RUB', odd)).toBe(179_53); // 179.5272…
  });

  it('has no result without both rates', () => {
    expect(exchangeEntered(1000_00, 'RUB', 'KZT', [currency('KZT', 450)])).toBeUndefined();
    expect(exchangeEntered(1000_00, 'RUB', 'KZT', [currency('KZT', 450), currency('RUB', 0)])).toBeUndefined();
    expect(exchangeEntered(Number.NaN, 'KZT', 'KZT', list)).toBeUndefined();
  });
});

describe('sum', () => {
  it('adds up', () => {
    expect(sum([1, 2, 3])).toBe(6);
    expect(sum([])).toBe(0);
  });

  it('is unknown as soon as one amount is, or past what a number holds', () => {
    expect(sum([1, undefined])).toBeUndefined();
    expect(sum([1, 0.5])).toBeUndefined();
    expect(sum([Number.MAX_SAFE_INTEGER, 1])).toBeUndefined();
    expect(sum([Number.MAX_SAFE_INTEGER, 1, -1])).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('split', () => {
  it('makes equal parts to the last cent', () => {
    expect(split(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(split(-100, [1, 1, 1])).toEqual([-34, -33, -33]);
    expect(split(100, [0, 0])).toEqual([50, 50]);
    expect(split(100, [0, 1])).toEqual([0, 100]);
    expect(split(-100, [0, 1])).toEqual([0, -100]);
  });

  it('gives the odd cent to the largest remainder', () => {
    expect(split(100, [1299, 501, 200])).toEqual([65, 25, 10]);
    expect(split(10, [1, 2, 0])).toEqual([3, 7, 0]);
    expect(split(100, [1, 2, 4])).toEqual([14, 29, 57]); // 14.29, 28.57, 57.14
    expect(split(101, [4, 4, 2])).toEqual([41, 40, 20]); // 40.4, 40.4, 20.2: the first of equal ones
  });

  it('refuses what cannot be shared out', () => {
    expect(() => split(1.5, [1])).toThrow(RangeError);
    expect(() => split(1, [])).toThrow(RangeError);
    expect(() => split(1, [-1, 2])).toThrow(RangeError);
    expect(() => split(1, [Number.NaN])).toThrow(RangeError);
  });

  it('neither gains nor loses a unit, and no part strays from its fair share by one', () => {
    const weights = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(fc.maxSafeInteger(), weights, (amount, shares) => {
        const parts = split(amount, shares);
        expect(sum(parts)).toBe(amount + 0);
        const whole = shares.reduce((total, share) => total + share, 0);
        if (whole === 0) return;
        parts.forEach((part, index) => {
          const fair = BigInt(amount) * BigInt(shares[index] ?? 0);
          expect(abs(BigInt(part) * BigInt(whole) - fair) < BigInt(whole)).toBe(true);
        });
      }),
    );
  });

  it('takes from no line more than the line is worth', () => {
    const lines = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(lines, fc.nat(100), (prices, percent) => {
        const total = prices.reduce((all, price) => all + price, 0);
        const discounts = split(Math.floor((total * percent) / 100), prices);
        discounts.forEach((discount, index) => {
          expect(discount).toBeLessThanOrEqual(prices[index] ?? 0);
        });
      }),
    );
  });
});

describe('the currency list', () => {
  const kzt = currency('KZT', 447.62, 0);
  const rub = currency('RUB', 80.5, 1);
  const usd = { name: 'USD', amount: 1, symbol: '$', index: 2 };

  it('gets a dollar with rate 1 when it has none', () => {
    expect(ensureUsd([kzt, rub])).toEqual([kzt, rub, usd]);
    expect(ensureUsd([])).toEqual([{ ...usd, index: 0 }]);
  });

  it('keeps the dollar it has', () => {
    expect(ensureUsd([usd, kzt])).toEqual([usd, kzt]);
  });

  it('is active in the stored currency, otherwise in tenge, otherwise in the first', () => {
    expect(pickDefaultCurrency([usd, rub, kzt], 'RUB')).toBe(rub);
    expect(pickDefaultCurrency([usd, rub, kzt], null)).toBe(kzt);
    expect(pickDefaultCurrency([usd, rub, kzt], 'EUR')).toBe(kzt);
    expect(pickDefaultCurrency([rub, usd], undefined)).toBe(rub);
    expect(pickDefaultCurrency([], 'KZT')).toBeUndefined();
  });

  it('knows the rate of what it lists', () => {
    expect(rateOf([kzt, rub], 'RUB')).toBe(rate('80.5'));
    expect(rateOf([kzt], 'RUB')).toBeUndefined();
  });
});
