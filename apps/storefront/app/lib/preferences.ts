import { LANGUAGE_QUERY_PARAMETER, type Language } from '@oyna/domain/constants';
import { COOKIES, readCookie } from './cookies.ts';
import { negotiateLanguage } from './i18n/negotiate-language.ts';
import { type Theme, toTheme } from './theme/theme.ts';

export interface Preferences {
  language: Language;
  /** The stored choice, which may not be listed any more. */
  currency: string | undefined;
  theme: Theme;
}

/** Everything a page depends on besides its path and data. */
export function readPreferences(request: Request): Preferences {
  const cookies = request.headers.get('cookie');
  return {
    language: negotiateLanguage({
      query: new URL(request.url).searchParams.get(LANGUAGE_QUERY_PARAMETER),
      cookie: readCookie(cookies, COOKIES.language),
      acceptLanguage: request.headers.get('accept-language'),
    }),
    currency: readCookie(cookies, COOKIES.currency),
    theme: toTheme(readCookie(cookies, COOKIES.theme)),
  };
}
