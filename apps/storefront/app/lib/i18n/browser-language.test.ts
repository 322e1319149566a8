import { describe, expect, it } from 'vitest';
import { type BrowserHints, detectLanguage } from './browser-language.ts';

const NOTHING: BrowserHints = {
  query: null,
  cookie: undefined,
  localStorage: undefined,
  sessionStorage: undefined,
  html: 'ru',
};

describe('the language of the browser after hydration', () => {
  it('reads query, cookie, local storage, session storage and the page, in this order', () => {
    const hints = { query: 'en', cookie: 'kz', localStorage: 'ru', sessionStorage: 'en', html: 'kk' };
    expect(detectLanguage(hints)).toBe('en');
    expect(detectLanguage({ ...hints, query: null })).toBe('kz');
    expect(detectLanguage({ ...hints, query: null, cookie: undefined })).toBe('ru');
    expect(detectLanguage({ ...NOTHING, sessionStorage: 'en' })).toBe('en');
    expect(detectLanguage({ ...NOTHING, html: 'kk' })).toBe('kz');
  });

  it('honours a choice whose cookie is gone', () => {
    expect(detectLanguage({ ...NOTHING, localStorage: 'kz' })).toBe('kz');
  });

  it('ignores invalid values', () => {
    expect(detectLanguage({ ...NOTHING, query: 'xx', localStorage: '[object Object]' })).toBe('ru');
  });
});
