import { LANGUAGES, type Language } from '@oyna/domain/constants';
import { type Texts, translate } from '@oyna/domain/translate';
import type { TextSource } from './text-source.ts';

const files = import.meta.glob<Texts>('../../../public/locales/*/*.json', { eager: true, import: 'default' });

/** By language and namespace: `ru/common`. A test checks that no text is missing in any language. */
const bundles = new Map(
  Object.entries(files).map(([path, texts]) => [path.split('/').slice(-2).join('/').replace('.json', ''), texts]),
);

const sources = new Map(LANGUAGES.map((language) => [language, createSource(language)]));

/** One source per language for all requests: it holds nothing of a request and never changes. */
export function serverTexts(language: Language): TextSource {
  return sources.get(language) ?? createSource(language);
}

function createSource(language: Language): TextSource {
  const resolved = Promise.resolve();
  return {
    language,
    hasResourceBundle: (lng, namespace) => bundles.has(`${lng}/${namespace}`),
    loadNamespaces: () => resolved,
    loadLanguages: () => resolved,
    changeLanguage: () => resolved,
    getFixedT: (lng, namespace) => (key, values) => translate(bundles.get(`${lng}/${namespace}`), key, lng, values),
    on: () => undefined,
    off: () => undefined,
  };
}
