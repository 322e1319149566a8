import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencySymbol, formatMoney, formatPrice, formatTopUpAmount } from './money-format.ts';

/** Non-breaking spaces as plain ones, so that the expectations can be read. */
const shown = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

describe('money on the screen', () => {
  it('puts the sign of tenge and roubles behind, and groups by the language', () => {
    expect(shown(formatMoney(14990_00, 'KZT', 'ru'))).toBe('14 990 ₸');
    expect(shown(formatMoney(1299_00, 'RUB', 'kz'))).toBe('1 299 ₽');
    expect(shown(formatMoney(1234567_00, 'KZT', 'en'))).toBe('1,234,567 ₸');
    expect(shown(formatMoney(999_00, 'RUB', 'ru'))).toBe('999 ₽');
  });

  it('puts the dollar in front in English and behind in Russian and Kazakh', () => {
    expect(formatMoney(1299, 'USD', 'en')).toBe('$12.99');
    expect(shown(formatMoney(1299, 'USD', 'ru'))).toBe('12,99 $');
    expect(shown(formatMoney(129900000, 'USD', 'kz'))).toBe('1 299 000,00 $');
    expect(formatMoney(-129900, 'USD', 'en')).toBe('-$1,299.00');
    expect(shown(formatMoney(-5, 'USD', 'ru'))).toBe('-0,05 $');
  });

  it('never lets a line break into an amount', () => {
    expect(formatMoney(14990_00, 'KZT', 'ru')).toBe('14\u00a0990\u00a0₸');
    expect(formatTopUpAmount(14990_00, 'KZT', 'ru')).toBe('14\u00a0990,00\u00a0KZT');
  });

  it('agrees with the Russian of the Intl of this machine', () => {
    const intl = new Intl.NumberFormat('ru', { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' });
    fc.assert(fc.property(fc.integer(), (cents) => formatMoney(cents, 'USD', 'ru') === intl.format(cents / 100)));
  });

  it('hides no hundredths that were charged', () => {
    expect(shown(formatMoney(5570_18, 'KZT', 'ru'))).toBe('5 570,18 ₸');
    expect(shown(formatMoney(5570_00, 'KZT', 'ru', 'top-up'))).toBe('5 570,00 ₸');
  });

  it('names the currency in the top-up history and always shows two decimals', () => {
    expect(shown(formatTopUpAmount(5815_00, 'KZT', 'ru'))).toBe('5 815,00 KZT');
    expect(shown(formatTopUpAmount(1299, 'USD', 'en'))).toBe('12.99 USD');
  });

  it('has signs for the three currencies and names for others', () => {
    expect(['KZT', 'RUB', 'USD', 'AZN', 'constructor'].map(currencySymbol)).toEqual([
      '₸',
      '₽',
      '$',
      'AZN',
      'constructor',
    ]);
  });

  it('shows a price in the active currency', () => {
    expect(shown(formatPrice(1299, { name: 'KZT', amount: 447.62 }, 'ru'))).toBe('5 815 ₸');
    expect(shown(formatPrice(1299, { name: 'RUB', amount: '80.5' }, 'ru'))).toBe('1 046 ₽');
    expect(formatPrice(1299, { name: 'USD', amount: 1 }, 'en')).toBe('$12.99');
  });

  it('shows the plain dollar price when there is no rate', () => {
    expect(formatPrice(1299, undefined, 'en')).toBe('$12.99');
    expect(formatPrice(1299, { name: 'KZT', amount: Number.NaN }, 'en')).toBe('$12.99');
  });

  it('has nothing to show for what is not an amount', () => {
    for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY, 12.5, 2 ** 53]) {
      expect(formatMoney(value, 'KZT', 'ru')).toBeUndefined();
      expect(formatPrice(value, { name: 'KZT', amount: 447 }, 'ru')).toBeUndefined();
    }
  });

  it('never shows NaN, Infinity or undefined, whatever it is given', () => {
    const anything = fc.oneof(fc.anything(), fc.maxSafeInteger(), fc.double());
    const name = fc.constantFrom('KZT', 'RUB', 'USD', 'AZN', undefined, null, '');
    const language = fc.constantFrom('ru', 'en', 'kz', undefined, 'xx');
    fc.assert(
      fc.property(anything, name, language, anything, (amount, currency, lang, rate) => {
        const args = [amount, currency, lang] as [number, string, 'ru'];
        const active = { name: currency, amount: rate } as { name: string; amount: number };
        for (const text of [formatMoney(...args), formatTopUpAmount(...args), formatPrice(args[0], active, args[2])]) {
          expect(text ?? '').not.toMatch(/NaN|Infinity|undefined|null|object/);
          if (text !== undefined) expect(text).toMatch(/^-?\$?\d/);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
