import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LANGUAGES, LISTED_CURRENCIES } from './constants.ts';
import { THEMES, toLanguage, toListedCurrency, toTheme } from './preferences.ts';

it('reads Kazakh by both of its codes, with or without a region', () => {
  expect(['kz', 'kk', 'kk-KZ', 'KK', 'kk_Cyrl', ' kk '].map(toLanguage)).toEqual(Array(6).fill('kz'));
  expect(toLanguage('kkk')).toBeUndefined();
});

it('reads nothing but the values that the store has, from any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect([...LANGUAGES, undefined]).toContain(toLanguage(text));
      expect([...LISTED_CURRENCIES, undefined]).toContain(toListedCurrency(text));
      expect(THEMES).toContain(toTheme(text));
    }),
  );
});

it('uses the dark theme for a theme that does not exist', () => {
  expect([toTheme('light'), toTheme('blue'), toTheme(undefined)]).toEqual(['light', 'dark', 'dark']);
});
