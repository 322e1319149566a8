import type { PREFERENCE_COOKIES } from '@oyna/domain/preferences';

export type CookieName = (typeof PREFERENCE_COOKIES)[keyof typeof PREFERENCE_COOKIES];

const YEAR_IN_SECONDS = 365 * 24 * 60 * 60;

export function readCookie(header: string | null | undefined, name: CookieName): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [key, ...value] = part.split('=');
    if (key?.trim() === name) return value.join('=').trim() || undefined;
  }
  return undefined;
}

/** The values (KZT, kz, dark) need no escaping. */
export function cookieText(name: CookieName, value: string, isSecure: boolean): string {
  return `${name}=${value}; Path=/; Max-Age=${YEAR_IN_SECONDS}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

export function writeCookie(name: CookieName, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari 16 and Firefox 114
  document.cookie = cookieText(name, value, location.protocol === 'https:');
}
