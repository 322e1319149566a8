import { LANGUAGES } from '@oyna/domain/constants';
import { expect, it } from 'vitest';
import { rateText, sumText } from './number-text.ts';
import { readTypedSum } from './typed-sum.ts';

it('writes a sum with the decimal sign of the language', () => {
  expect(LANGUAGES.map((language) => sumText(500_050, language)).toSorted()).toEqual(['5000,50', '5000,50', '5000.50']);
});

it.each(LANGUAGES)('reads back in %s what it has written', (language) => {
  for (const sum of [0, 1, 99, 250, 5_000_000]) expect(readTypedSum(sumText(sum, language))).toBe(sum);
});

it.each([
  ['485.12345678', 'ru', '485,1234'],
  ['485.50000000', 'en', '485.5'],
  ['1.00000000', 'kz', '1'],
  ['90', 'ru', '90'],
  [null, 'ru', '–'],
] as const)('the rate %s is in %s %s', (rate, language, text) => expect(rateText(rate, language)).toBe(text));
