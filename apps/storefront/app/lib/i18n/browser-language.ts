import { LANGUAGE_QUERY_PARAMETER, LANGUAGES, type Language, LOCAL_STORAGE_KEYS } from '@oyna/domain/constants';
import { PREFERENCE_COOKIES, toLanguage } from '@oyna/domain/preferences';
import { readStored, store } from '../browser-storage.ts';
import { readCookie, writeCookie } from '../cookies.ts';

export interface BrowserHints {
  query: string | null;
  cookie: string | undefined;
  localStorage: string | undefined;
  sessionStorage: string | undefined;
  /** What the page was rendered in: the server has read the navigator's languages from its header. */
  html: string;
}

/** Spec §9's order. Query and cookie have decided on the server already; what is only stored here comes after them. */
export function detectLanguage({
  query,
  cookie,
  localStorage,
  sessionStorage,
  html,
}: BrowserHints): Language | undefined {
  return [query, cookie, localStorage, sessionStorage, html].map(toLanguage).find((language) => language !== undefined);
}

export function readBrowserHints(): BrowserHints {
  return {
    query: new URLSearchParams(location.search).get(LANGUAGE_QUERY_PARAMETER),
    cookie: readCookie(document.cookie, PREFERENCE_COOKIES.language),
    localStorage: readStored('localStorage', LOCAL_STORAGE_KEYS.selectedLanguage),
    sessionStorage: readStored('sessionStorage', LOCAL_STORAGE_KEYS.selectedLanguage),
    html: document.documentElement.lang,
  };
}

export function rememberLanguage(language: Language): void {
  writeCookie(PREFERENCE_COOKIES.language, language);
  store('localStorage', LOCAL_STORAGE_KEYS.selectedLanguage, language);
  store('localStorage', LOCAL_STORAGE_KEYS.activeLanguageIndex, String(LANGUAGES.indexOf(language)));
}
