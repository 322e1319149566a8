import type { IncomingHttpHeaders } from 'node:http';
import { FALLBACK_LANGUAGE, LANGUAGE_QUERY_PARAMETER, type Language } from '@oyna/domain/constants';
import {
  DEFAULT_THEME,
  PREFERENCE_COOKIES,
  type Preferences,
  toLanguage,
  toListedCurrency,
  toTheme,
} from '@oyna/domain/preferences';
import { parseCookie } from 'cookie';
import Negotiator from 'negotiator';
import { isApiAddress, queryOf } from './address.ts';

/**
 * The only reader of a visitor's preferences. Its result makes the cache key and is passed to the renderer. The address
 * comes first (`lng`), then the cookies, then Accept-Language. The first of repeated parameters or cookies counts.
 * Shared caches store responses of the API, so cookies have no effect there.
 */
export function readPreferences(address: string, headers: IncomingHttpHeaders): Preferences {
  const cookies = isApiAddress(address) || !headers.cookie ? NO_COOKIES : parseCookie(headers.cookie, AS_WRITTEN);
  return {
    language:
      toLanguage(queryOf(address)?.get(LANGUAGE_QUERY_PARAMETER)) ??
      toLanguage(cookies[PREFERENCE_COOKIES.language]) ??
      readAcceptLanguage(headers['accept-language']),
    currency: toListedCurrency(cookies[PREFERENCE_COOKIES.currency]),
    theme: headers.cookie ? toTheme(cookies[PREFERENCE_COOKIES.theme]) : DEFAULT_THEME,
  };
}

const NO_COOKIES: ReturnType<typeof parseCookie> = {};
/** The values are words of the store, which are never escaped. */
const AS_WRITTEN = { decode: (value: string) => value };

/** Longer than any browser sends. The rest has no effect. */
const MAX_HEADER_LENGTH = 200;

/** The language with the highest weight that the store has. */
function readAcceptLanguage(header: string | undefined): Language {
  if (!header) return FALLBACK_LANGUAGE;
  const accepted = new Negotiator({ headers: { 'accept-language': header.slice(0, MAX_HEADER_LENGTH) } }).languages();
  return accepted.map(toLanguage).find((language) => language !== undefined) ?? FALLBACK_LANGUAGE;
}
