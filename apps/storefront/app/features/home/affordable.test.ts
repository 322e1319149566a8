import { convertFromCents, parseRate } from '@oyna/domain/money';
import { expect, it } from 'vitest';
import { affordableCents } from './affordable.ts';

const priceIn = (cents: number, amount: number, name: string) => {
  const rate = parseRate(amount);
  return rate === undefined ? undefined : convertFromCents(cents, rate, name);
};

it('stays within the limit of every currency, and one cent more does not', () => {
  const cents = affordableCents([
    { name: 'KZT', amount: 519.34 },
    { name: 'RUB', amount: 83 },
    { name: 'USD', amount: 1 },
  ]);
  expect(priceIn(cents, 519.34, 'KZT')).toBeLessThanOrEqual(200_000);
  expect(priceIn(cents, 83, 'RUB')).toBeLessThanOrEqual(35_000);
  expect(cents).toBeLessThanOrEqual(400);
  expect(priceIn(cents + 1, 519.34, 'KZT')).toBeGreaterThan(200_000);
});

it('is the limit in dollars without rates, and ignores a rate that is none', () => {
  expect(affordableCents([])).toBe(400);
  expect(
    affordableCents([
      { name: 'KZT', amount: Number.NaN },
      { name: 'EUR', amount: 2 },
    ]),
  ).toBe(400);
});
