import { expect, it } from 'vitest';
import { type AmountLimits, amountForOrigin, checkAmount, enterableLimits, switchCurrency } from './steam-amount.ts';

const LIST = [
  { name: 'KZT', amount: 500, symbol: '₸', index: 0 },
  { name: 'RUB', amount: 80, symbol: '₽', index: 1 },
];
const LIMITS: AmountLimits[] = [
  { currency: 'KZT', min: 500, max: 100_000, presets: [1000, 2000, 5000], default: 1000 },
  { currency: 'RUB', min: 100, max: 15_000, presets: [1000, 2000, 5000], default: 1000 },
];

it('exchanges what is entered for the money of the card (spec §9)', () => {
  const entered = (amount: number, currency: 'KZT' | 'RUB', origin: 'Kz' | 'Ru') =>
    amountForOrigin({ amount, currency }, origin, LIMITS, LIST);
  expect(entered(1000, 'KZT', 'Kz')).toBe(1000);
  expect(entered(1000, 'RUB', 'Kz')).toBe(6250);
  expect(entered(1000, 'KZT', 'Ru')).toBe(160);
  expect(entered(1000, 'RUB', 'Ru')).toBe(1000);
  expect(amountForOrigin({ amount: 1000, currency: 'RUB' }, 'Kz', LIMITS, [])).toBeUndefined();
});

it('lets in what both currencies allow, and what is let in stays within the limits of the card', () => {
  expect(enterableLimits('KZT', 'Kz', LIMITS, LIST)).toMatchObject({ min: 500, max: 100_000 });
  expect(enterableLimits('KZT', 'Ru', LIMITS, LIST)).toEqual({ min: 625, max: 93_750 });
  expect(enterableLimits('RUB', 'Kz', LIMITS, LIST)).toEqual({ min: 100, max: 15_000 });
  const odd = [{ name: 'KZT', amount: 512.37, symbol: '₸', index: 0 }, ...LIST.slice(1)];
  for (const origin of ['Kz', 'Ru'] as const) {
    for (const currency of ['KZT', 'RUB'] as const) {
      const bounds = enterableLimits(currency, origin, LIMITS, odd);
      const own = LIMITS.find((limits) => limits.currency === (origin === 'Kz' ? 'KZT' : 'RUB'));
      for (const amount of [bounds?.min ?? 0, bounds?.max ?? 0]) {
        const asked = amountForOrigin({ amount, currency }, origin, LIMITS, odd) ?? 0;
        expect(asked).toBeGreaterThanOrEqual(own?.min ?? 0);
        expect(asked).toBeLessThanOrEqual(own?.max ?? 0);
      }
    }
  }
});

it('wants digits within the limits', () => {
  const bounds = { min: 500, max: 2000 };
  expect(['500', '2000', '0700'].map((text) => checkAmount(text, bounds))).toEqual([undefined, undefined, undefined]);
  for (const text of ['', '0', '499', '2001', '1e3', '12,5', '-700']) {
    expect(checkAmount(text, bounds)).toBe('steam-amount-invalid');
  }
});

it('keeps the worth of a sum that was entered, and a default as a default', () => {
  expect(switchCurrency('1000', 'KZT', 'RUB', LIMITS, LIST)).toBe('1000');
  expect(switchCurrency('5000', 'KZT', 'RUB', LIMITS, LIST)).toBe('800');
  expect(switchCurrency('800', 'RUB', 'KZT', LIMITS, LIST)).toBe('5000');
  expect(switchCurrency('', 'RUB', 'KZT', LIMITS, LIST)).toBe('');
});
