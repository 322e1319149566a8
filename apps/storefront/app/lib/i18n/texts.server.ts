import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '@oyna/domain/constants';
import { createInstance, type Resource, type ResourceKey } from 'i18next';
import { COMMON } from './namespaces.ts';
import type { TextSource } from './text-source.ts';
import { pluralRules } from './translate.ts';

const files = import.meta.glob<ResourceKey>('../../../public/locales/*/*.json', { eager: true, import: 'default' });

const resources: Resource = {};
for (const [path, texts] of Object.entries(files)) {
  const [language = '', file = ''] = path.split('/').slice(-2);
  resources[language] ??= {};
  resources[language][file.replace('.json', '')] = texts;
}

const sources = new Map<Language, TextSource>();

/** One source per language for all requests: it holds nothing of a request and is never changed. */
export function serverTexts(language: Language): TextSource {
  const known = sources.get(language) ?? createSource(language);
  sources.set(language, known);
  return known;
}

/** Keys are flat: `t('not-authorized')`. */
function createSource(language: Language): TextSource {
  const instance = createInstance();
  void instance.init({
    lng: language,
    fallbackLng: FALLBACK_LANGUAGE,
    supportedLngs: [...LANGUAGES],
    load: 'currentOnly',
    ns: Object.keys(resources[FALLBACK_LANGUAGE] ?? {}),
    defaultNS: COMMON,
    keySeparator: false,
    interpolation: { escapeValue: false },
    resources,
    initAsync: false,
  });
  const resolver: { getRule(code: string): Intl.PluralRules } = instance.services.pluralResolver;
  resolver.getRule = pluralRules;
  return instance as unknown as TextSource;
}
