import { expect, test } from 'vitest';
import { percentText } from './percent-text.ts';

test('a percentage has the signs of the language', () => {
  expect(percentText(12.5, 1, 'ru')).toBe('12,5\u00a0%');
  expect(percentText(12.5, 1, 'kz')).toBe('12,5\u00a0%');
  expect(percentText(12.5, 1, 'en')).toBe('12.5%');
  expect(percentText(-3, 0, 'ru')).toBe('−3\u00a0%');
  expect(percentText(100, 0, 'en')).toBe('100%');
});
