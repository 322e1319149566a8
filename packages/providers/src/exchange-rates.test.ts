import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertNoJump, ExchangeRateError, ratioToRateText } from './exchange-rates.ts';

describe('ratioToRateText', () => {
  it('writes eight places, rounded half up', () => {
    expect(ratioToRateText(512n, 1n)).toBe('512.00000000');
    expect(ratioToRateText(2n, 3n)).toBe('0.66666667');
    expect(ratioToRateText(1n, 3n)).toBe('0.33333333');
    expect(ratioToRateText(5n, 1_000_000_000n)).toBe('0.00000001');
    expect(ratioToRateText(49n, 10_000_000_000n)).toBe('0.00000000');
  });

  it('is the one nearest decimal for any ratio', () => {
    const positive = fc.bigInt({ min: 1n, max: 10n ** 24n });
    fc.assert(
      fc.property(positive, positive, (numerator, denominator) => {
        const text = ratioToRateText(numerator, denominator);
        expect(text).toMatch(/^\d+\.\d{8}$/);
        const units = BigInt(text.replace('.', ''));
        const twice = 2n * numerator * 10n ** 8n;
        expect(twice >= (2n * units - 1n) * denominator).toBe(true);
        expect(twice < (2n * units + 1n) * denominator).toBe(true);
      }),
    );
  });
});

describe('assertNoJump', () => {
  const rates = (change: Partial<Record<'KZT' | 'RUB' | 'AZN', string>> = {}) => ({
    perUsd: { KZT: '500.00000000', RUB: '80.00000000', AZN: '1.70000000', ...change },
  });

  it('accepts the first rates without a comparison', () => {
    expect(() => assertNoJump(undefined, rates())).not.toThrow();
  });

  it('allows 20 % to the last digit, up and down', () => {
    for (const KZT of ['500.00000000', '600.00000000', '400.00000000']) {
      expect(() => assertNoJump(rates(), rates({ KZT }))).not.toThrow();
    }
  });

  it('refuses one digit more, in any currency', () => {
    const jumps = [
      { KZT: '600.00000001' },
      { KZT: '399.99999999' },
      { RUB: '96.00000001' },
      { RUB: '63.99999999' },
      { AZN: '2.04000001' },
      { AZN: '1.35999999' },
    ];
    for (const jump of jumps) {
      expect(() => assertNoJump(rates(), rates(jump))).toThrow(ExchangeRateError);
    }
    expect(() => assertNoJump(rates(), rates({ KZT: '700.00000000' }))).toThrow(
      'KZT per USD jumped from 500.00000000 to 700.00000000, more than 20 %',
    );
  });

  it('reads stored rates that lost their trailing zeros', () => {
    expect(() => assertNoJump(rates({ KZT: '500' }), rates())).not.toThrow();
  });

  it('refuses what is not a rate on either side', () => {
    for (const bad of ['', 'NaN', '0', '-500', '1e3']) {
      expect(() => assertNoJump(rates(), rates({ AZN: bad }))).toThrow(ExchangeRateError);
      expect(() => assertNoJump(rates({ AZN: bad }), rates())).toThrow(ExchangeRateError);
    }
  });
});
