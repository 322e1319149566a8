import { describe, expect, it } from 'vitest';
import { negotiateLanguage, toLanguage } from './negotiate-language.ts';

describe('the language of a page', () => {
  it('follows the address, then the cookie, then the browser, then Russian', () => {
    const all = { query: 'en', cookie: 'kz', acceptLanguage: 'ru' };
    expect(negotiateLanguage(all)).toBe('en');
    expect(negotiateLanguage({ ...all, query: null })).toBe('kz');
    expect(negotiateLanguage({ acceptLanguage: 'kk-KZ,kk;q=0.9,ru;q=0.8' })).toBe('kz');
    expect(negotiateLanguage({})).toBe('ru');
  });

  it('passes over what it does not speak', () => {
    expect(negotiateLanguage({ query: 'de', cookie: 'xx', acceptLanguage: 'en' })).toBe('en');
    expect(negotiateLanguage({ acceptLanguage: 'de,uz;q=0.9' })).toBe('ru');
    expect(negotiateLanguage({ query: '', cookie: '', acceptLanguage: '' })).toBe('ru');
  });

  it('weighs the wishes of a browser', () => {
    expect(negotiateLanguage({ acceptLanguage: 'ru;q=0.5, en;q=0.8' })).toBe('en');
    expect(negotiateLanguage({ acceptLanguage: 'en;q=0, kk;q=0.1' })).toBe('kz');
    expect(negotiateLanguage({ acceptLanguage: 'kk;q=oops, en;q=0.2' })).toBe('en');
  });

  it('knows Kazakh by both of its names', () => {
    expect(['kz', 'kk', 'kk-KZ', 'KK', 'kk_Cyrl'].map(toLanguage)).toEqual(['kz', 'kz', 'kz', 'kz', 'kz']);
    expect(toLanguage('kkk')).toBeUndefined();
  });
});
