import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPreferences } from './preferences.ts';

const read = (headers: Record<string, string>, address = '/') => readPreferences(address, headers);
const languageOf = (header: string) => read({ 'accept-language': header }).language;

describe('the preferences of a visitor', () => {
  it('are the defaults of the store for a request that says nothing', () => {
    expect(read({})).toEqual({ language: 'ru', currency: undefined, theme: 'dark' });
  });

  it('come from the address, then the cookies, then Accept-Language', () => {
    const headers = { cookie: 'i18next=kz; activeCurrency=RUB; theme=light', 'accept-language': 'ru' };
    expect(read(headers, '/?lng=en')).toEqual({ language: 'en', currency: 'RUB', theme: 'light' });
    expect(read(headers)).toEqual({ language: 'kz', currency: 'RUB', theme: 'light' });
    expect(read({ 'accept-language': 'kk-KZ,kk;q=0.9,ru;q=0.8' }).language).toBe('kz');
  });

  it('ignore values that the store does not have', () => {
    const headers = { cookie: 'i18next=xx; activeCurrency=AZN; theme=blue', 'accept-language': 'en' };
    expect(read(headers, '/?lng=de')).toEqual({ language: 'en', currency: undefined, theme: 'dark' });
  });

  it('are the first of repeated cookies and parameters', () => {
    const cookie = 'activeCurrency=USD; activeCurrency=KZT; theme=light; theme=dark; i18next=en; i18next=kz';
    expect(read({ cookie })).toEqual({ language: 'en', currency: 'USD', theme: 'light' });
    expect(read({}, '/?lng=en&lng=kz').language).toBe('en');
  });

  it('are read from cookies with the whole name only', () => {
    expect(read({ cookie: 'mytheme=light; xactiveCurrency=USD;theme =dark' })).toMatchObject({ theme: 'dark' });
  });

  it('of an API call do not come from cookies', () => {
    const headers = { cookie: 'i18next=en; activeCurrency=USD; theme=light', 'accept-language': 'kk' };
    expect(readPreferences('/api/v1/news', headers)).toEqual({ language: 'kz', currency: undefined, theme: 'dark' });
  });

  it.each([
    ['ru;q=0.5, en;q=0.8', 'en'],
    ['en;q=0, kk;q=0.1', 'kz'],
    ['en ;q=1', 'en'],
    ['kk_KZ', 'kz'],
    ['en_US', 'en'],
    ['EN-us', 'en'],
    ['de, uz;q=0.9, *;q=0.5', 'ru'],
    ['*', 'ru'],
    ['', 'ru'],
    [',,;q=1,;', 'ru'],
    ['kk;q=oops, en;q=0.2', 'en'],
  ])('take the language with the highest weight from Accept-Language: %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });

  it('have one value for any header, however often it is read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ maxLength: 100 }), (header, cookie) => {
        const headers = { 'accept-language': header, cookie };
        expect(read(headers)).toEqual(read(headers));
        expect(['ru', 'en', 'kz']).toContain(read(headers).language);
      }),
    );
  });
});
