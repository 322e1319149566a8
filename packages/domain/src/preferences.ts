import { LANGUAGE_TAGS, LANGUAGES, type Language, LISTED_CURRENCIES, type ListedCurrency } from './constants.ts';

/** What a visitor chooses for every page. A page depends on these, on its address and on the data of the store. */

export const THEMES = ['dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];
export const DEFAULT_THEME: Theme = 'dark';

export interface Preferences {
  language: Language;
  /** Undefined without a choice: the store's default currency is shown. */
  currency: ListedCurrency | undefined;
  theme: Theme;
}

/** The cookies in which the browser tells the server the visitor's choices. */
export const PREFERENCE_COOKIES = { language: 'i18next', currency: 'activeCurrency', theme: 'theme' } as const;

/** `kk`, `kk-KZ` and `kz` are all Kazakh. Other languages are undefined. */
export function toLanguage(tag: string | null | undefined): Language | undefined {
  if (!tag) return undefined;
  const code = tag.trim().toLowerCase().split(/[-_]/, 1)[0];
  return LANGUAGES.find((language) => language === code || LANGUAGE_TAGS[language] === code);
}

export function toListedCurrency(name: string | undefined): ListedCurrency | undefined {
  return LISTED_CURRENCIES.find((currency) => currency === name);
}

export function toTheme(name: string | undefined): Theme {
  return THEMES.find((theme) => theme === name) ?? DEFAULT_THEME;
}
