import { describe, expect, it } from 'vitest';
import { priceIn, readThreshold, suggestThreshold, thresholdText } from './alert-threshold.ts';

const tenge = { name: 'KZT', amount: 500, symbol: '₸', index: 0 };

describe('the sum of an alert', () => {
  it('is suggested below the price, as a round number', () => {
    expect(priceIn(2_999, tenge)).toBe(1_499_500);
    expect(suggestThreshold(1_499_500, 'KZT')).toBe(1_300_000);
    expect(suggestThreshold(2_999, 'USD')).toBe(2_600);
    expect(suggestThreshold(5_00, 'USD')).toBeLessThan(5_00);
    for (const price of [200, 999, 12_345, 9_999_900]) {
      expect(suggestThreshold(price, 'KZT')).toBeLessThan(price);
      expect(suggestThreshold(price, 'KZT')).toBeGreaterThan(0);
    }
  });

  it('is read with spaces and either decimal sign', () => {
    expect(readThreshold('9 000', 'KZT')).toBe(900_000);
    expect(readThreshold('9\u00a0000', 'KZT')).toBe(900_000);
    expect(readThreshold('12,50', 'USD')).toBe(1_250);
    expect(readThreshold('12.5', 'USD')).toBe(1_250);
  });

  it.each(['', 'abc', '0', '-5', '1e3', '12.345', '12,50'])('is not %j in tenge', (text) => {
    expect(readThreshold(text, 'KZT')).toBeUndefined();
  });

  it('is written as it is read', () => {
    expect(thresholdText(900_000, 'KZT')).toBe('9000');
    expect(thresholdText(1_250, 'USD')).toBe('12.50');
  });
});
