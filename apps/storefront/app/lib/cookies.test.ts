import { PREFERENCE_COOKIES } from '@oyna/domain/preferences';
import { describe, expect, it } from 'vitest';
import { cookieText, readCookie } from './cookies.ts';

describe('cookies', () => {
  it('are read by their whole name', () => {
    const header = 'mytheme=light; theme=dark;activeCurrency=RUB; i18next=';
    expect(readCookie(header, PREFERENCE_COOKIES.theme)).toBe('dark');
    expect(readCookie(header, PREFERENCE_COOKIES.currency)).toBe('RUB');
    expect(readCookie(header, PREFERENCE_COOKIES.language)).toBeUndefined();
    expect(readCookie(null, PREFERENCE_COOKIES.theme)).toBeUndefined();
  });

  it('are written for the whole store, for a year, and for safe connections where there is one', () => {
    expect(cookieText(PREFERENCE_COOKIES.currency, 'RUB', false)).toBe(
      'activeCurrency=RUB; Path=/; Max-Age=31536000; SameSite=Lax',
    );
    expect(cookieText(PREFERENCE_COOKIES.theme, 'light', true)).toMatch(/; Secure$/);
  });

  it('come back as they were written', () => {
    const written = cookieText(PREFERENCE_COOKIES.language, 'kz', true).split(';')[0];
    expect(readCookie(written, PREFERENCE_COOKIES.language)).toBe('kz');
  });
});
