import { expect, it } from 'vitest';
import { type AmountLimits, amountIn, checkAmount, creditedAmount, enterableLimits } from './steam-amount.ts';

const LIST = [
  { name: 'KZT', amount: 500, symbol: '₸', index: 0 },
  { name: 'RUB', amount: 80, symbol: '₽', index: 1 },
];
const LIMITS: AmountLimits[] = [
  { currency: 'KZT', min: 500, max: 100_000, presets: [1000, 2000, 5000], default: 1000 },
  { currency: 'RUB', min: 100, max: 15_000, presets: [1000, 2000, 5000], default: 1000 },
];

it('converts the entered sum to the currency that the method credits (spec §9)', () => {
  const entered = (amount: number, currency: 'KZT' | 'RUB', credited: 'KZT' | 'RUB') =>
    creditedAmount({ amount, currency }, credited, LIMITS, LIST);
  expect(entered(1000, 'KZT', 'KZT')).toBe(1000);
  expect(entered(1000, 'RUB', 'KZT')).toBe(6250);
  expect(entered(1000, 'KZT', 'RUB')).toBe(160);
  expect(entered(1000, 'RUB', 'RUB')).toBe(1000);
  expect(creditedAmount({ amount: 1000, currency: 'RUB' }, 'KZT', LIMITS, [])).toBeUndefined();
});

it('accepts sums that both currencies allow, within the limits of the credited one', () => {
  expect(enterableLimits('KZT', 'KZT', LIMITS, LIST)).toMatchObject({ min: 500, max: 100_000 });
  expect(enterableLimits('KZT', 'RUB', LIMITS, LIST)).toEqual({ min: 625, max: 93_750 });
  expect(enterableLimits('RUB', 'KZT', LIMITS, LIST)).toEqual({ min: 100, max: 15_000 });
  const odd = [{ name: 'KZT', amount: 512.37, symbol: '₸', index: 0 }, ...LIST.slice(1)];
  for (const credited of ['KZT', 'RUB'] as const) {
    for (const currency of ['KZT', 'RUB'] as const) {
      const bounds = enterableLimits(currency, credited, LIMITS, odd);
      const own = LIMITS.find((limits) => limits.currency === credited);
      for (const amount of [bounds?.min ?? 0, bounds?.max ?? 0]) {
        const asked = creditedAmount({ amount, currency }, credited, LIMITS, odd) ?? 0;
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

it('converts typed and default sums and converts them back unchanged', () => {
  expect(amountIn('RUB', { amount: '1000', currency: 'KZT' }, LIST)).toBe('160');
  expect(amountIn('RUB', { amount: '5000', currency: 'KZT' }, LIST)).toBe('800');
  const odd = [{ name: 'KZT', amount: 512.37, symbol: '₸', index: 0 }, ...LIST.slice(1)];
  const typed = { amount: '2500', currency: 'KZT' } as const;
  expect(amountIn('RUB', typed, odd)).toBe('390');
  expect(amountIn('KZT', typed, odd)).toBe('2500');
  expect(amountIn('KZT', { amount: '', currency: 'RUB' }, LIST)).toBe('');
  expect(amountIn('KZT', { amount: '100', currency: 'RUB' }, [])).toBe('100');
});
