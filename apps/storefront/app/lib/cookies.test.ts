import { describe, expect, it } from 'vitest';
import { COOKIES, cookieText, readCookie } from './cookies.ts';

describe('cookies', () => {
  it('are read by their whole name', () => {
    const header = 'mytheme=light; theme=dark;activeCurrency=RUB; i18next=';
    expect(readCookie(header, COOKIES.theme)).toBe('dark');
    expect(readCookie(header, COOKIES.currency)).toBe('RUB');
    expect(readCookie(header, COOKIES.language)).toBeUndefined();
    expect(readCookie(null, COOKIES.theme)).toBeUndefined();
  });

  it('are written for the whole store, for a year, and for safe connections where there is one', () => {
    expect(cookieText(COOKIES.currency, 'RUB', false)).toBe(
      'activeCurrency=RUB; Path=/; Max-Age=31536000; SameSite=Lax',
    );
    expect(cookieText(COOKIES.theme, 'light', true)).toMatch(/; Secure$/);
  });

  it('come back as they were written', () => {
    const written = cookieText(COOKIES.language, 'kz', true).split(';')[0];
    expect(readCookie(written, COOKIES.language)).toBe('kz');
  });
});
