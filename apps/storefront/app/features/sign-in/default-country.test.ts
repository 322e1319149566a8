import { describe, expect, it } from 'vitest';
import { defaultCountryId } from './default-country.ts';

const COUNTRIES = [
  { id: 1, code: 'KZ' },
  { id: 2, code: 'RU' },
  { id: 3, code: 'UZ' },
  { id: 4, code: 'US' },
];

describe('the preselected country', () => {
  it.each([
    ['KZT', ['kk-KZ'], 1],
    ['KZT', [], 1],
    ['KZT', ['ru'], 1],
    ['KZT', ['ru-RU', 'ru', 'en-US'], 1],
    ['RUB', ['ru-RU'], 2],
    ['RUB', ['kk-KZ'], 2],
    ['KZT', ['ru', 'uz-UZ'], 3],
    ['KZT', ['uz-Latn-UZ'], 3],
    ['USD', ['en-us'], 1],
    ['KZT', ['de-DE'], 1],
    [undefined, ['x', '', '-', 'ru-ru-ru'], 2],
  ])('for prices in %s and the languages %j is %i', (currency, languages, id) => {
    expect(defaultCountryId(COUNTRIES, { currency, languages })).toBe(id);
  });

  it('is none when the list has none that fits', () => {
    expect(defaultCountryId([], { currency: 'RUB', languages: ['kk-KZ'] })).toBeUndefined();
  });
});
