import { expect, it } from 'vitest';
import { countdownText, isSameSum, lifetimeOf } from './quote-time.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const lasting = (ms: number) => lifetimeOf({ expiresAt: new Date(NOW + ms).toISOString() }, NOW);

it('lasts until a moment before its end', () => {
  expect(lasting(600_000)).toBe(597_000);
  expect(lasting(60_000)).toBe(57_000);
  expect(lasting(1_000)).toBe(0);
});

it('does not trust a clock that is wrong by more than a quote lasts', () => {
  expect(lasting(-3_600_000)).toBe(597_000);
  expect(lasting(3_600_000)).toBe(597_000);
  expect(lifetimeOf({ expiresAt: 'soon' }, NOW)).toBe(597_000);
});

it('counts down in minutes and seconds', () => {
  expect([597_000, 65_000, 9_001, 0, -5].map(countdownText)).toEqual(['9:57', '1:05', '0:10', '0:00', '0:00']);
});

it('sees a price change in the sum or in its currency', () => {
  const sum = (amount: number, currency: 'AZN' | 'RUB') => ({ toPay: { amount, currency } });
  expect(isSameSum(sum(100, 'AZN'), sum(100, 'AZN'))).toBe(true);
  expect(isSameSum(sum(100, 'AZN'), sum(101, 'AZN'))).toBe(false);
  expect(isSameSum(sum(100, 'AZN'), sum(100, 'RUB'))).toBe(false);
});
