import { FALLBACK_LANGUAGE, type Language } from '@oyna/domain/constants';
import type { i18n, Resource, ResourceKey } from 'i18next';
import { createI18n, i18nOptions, teachPlurals } from './create-i18n.ts';

const files = import.meta.glob<ResourceKey>('../../../public/locales/*/*.json', { eager: true, import: 'default' });

const resources: Resource = {};
for (const [path, texts] of Object.entries(files)) {
  const [language = '', file = ''] = path.split('/').slice(-2);
  resources[language] ??= {};
  resources[language][file.replace('.json', '')] = texts;
}

const instances = new Map<Language, i18n>();

/** One instance per language for all requests: it holds nothing of a request and is never changed. */
export function serverI18n(language: Language): i18n {
  const known = instances.get(language);
  if (known) return known;
  const instance = createI18n();
  const namespaces = Object.keys(resources[FALLBACK_LANGUAGE] ?? {});
  void instance.init({
    ...i18nOptions(language),
    resources,
    ns: namespaces,
    fallbackLng: FALLBACK_LANGUAGE,
    initAsync: false,
  });
  teachPlurals(instance);
  instances.set(language, instance);
  return instance;
}
