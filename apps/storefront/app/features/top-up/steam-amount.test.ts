import { expect, it } from 'vitest';
import { type AmountLimits, amountForOrigin, amountIn, checkAmount, enterableLimits } from './steam-amount.ts';

const LIST = [
  { name: 'KZT', amount: 500, symbol: '₸', index: 0 },
  { name: 'RUB', amount: 80, symbol: '₽', index: 1 },
];
const LIMITS: AmountLimits[] = [
  { currency: 'KZT', min: 500, max: 100_000, presets: [1000, 2000, 5000], default: 1000 },
  { currency: 'RUB', min: 100, max: 15_000, presets: [1000, 2000, 5000], default: 1000 },
];

it('converts the entered sum to the currency of the card (spec §9)', () => {
  const entered = (amount: number, currency: 'KZT' | 'RUB', origin: 'Kz' | 'Ru') =>
    amountForOrigin({ amount, currency }, origin, LIMITS, LIST);
  expect(entered(1000, 'KZT', 'Kz')).toBe(1000);
  expect(entered(1000, 'RUB', 'Kz')).toBe(6250);
  expect(entered(1000, 'KZT', 'Ru')).toBe(160);
  expect(entered(1000, 'RUB', 'Ru')).toBe(1000);
  expect(amountForOrigin({ amount: 1000, currency: 'RUB' }, 'Kz', LIMITS, [])).toBeUndefined();
});

it('accepts sums that both currencies allow, within the limits of the card', () => {
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
