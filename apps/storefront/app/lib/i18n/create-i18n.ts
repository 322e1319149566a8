import { LANGUAGE_TAGS, LANGUAGES, type Language, LOCALE_LOADER } from '@oyna/domain/constants';
import { createInstance, type i18n, type InitOptions } from 'i18next';
import { COMMON } from './namespaces.ts';

/** What the server's and the browser's i18next have in common. Keys are flat: `t('not-authorized')`. */
export function createI18n(): i18n {
  return createInstance();
}

export function i18nOptions(language: Language): InitOptions {
  return {
    lng: language,
    supportedLngs: [...LANGUAGES],
    load: 'currentOnly',
    defaultNS: COMMON,
    keySeparator: false,
    interpolation: { escapeValue: false },
    returnNull: false,
    maxRetries: LOCALE_LOADER.retries,
    retryTimeout: LOCALE_LOADER.initialDelayMs,
    maxParallelReads: LOCALE_LOADER.parallelReads,
  };
}

/** Intl knows Kazakh as `kk`; asked for `kz` it would count in whatever language the machine speaks. */
export function teachPlurals(instance: i18n): void {
  const resolver: { getRule(code: string, options?: object): Intl.PluralRules } = instance.services.pluralResolver;
  const getRule = resolver.getRule.bind(resolver);
  resolver.getRule = (code, options) => getRule(LANGUAGE_TAGS[code as Language] ?? code, options);
}
