import type { Language } from '@oyna/domain/constants';
import { type Texts, translate } from '@oyna/domain/translate';
import { loadLocale } from './load-locale.ts';
import type { TextSource } from './text-source.ts';

/** Loads and translates texts in the browser. i18next would add 15 KB to every page. */
export async function startBrowserTexts(language: Language, namespaces: readonly string[]): Promise<TextSource> {
  const bundles = new Map<string, Texts>();
  const loading = new Map<string, Promise<void>>();
  const listeners = new Set<(language: string) => void>();
  const wanted = new Set(namespaces);
  let current: string = language;

  const load = (lng: string, namespace: string): Promise<void> => {
    const id = `${lng}/${namespace}`;
    const known = loading.get(id);
    if (known) return known;
    const promise = loadLocale(lng, namespace).then((texts) => void bundles.set(id, texts));
    loading.set(id, promise);
    // Failed texts are loaded again by the next request for them.
    promise.catch(() => loading.delete(id));
    return promise;
  };
  const loadAll = async (lng: string) => void (await Promise.all([...wanted].map((namespace) => load(lng, namespace))));

  await loadAll(language);
  return {
    get language() {
      return current;
    },
    hasResourceBundle: (lng, namespace) => bundles.has(`${lng}/${namespace}`),
    loadNamespaces: (namespace) => {
      wanted.add(namespace);
      return load(current, namespace);
    },
    loadLanguages: loadAll,
    changeLanguage: async (next) => {
      await loadAll(next);
      current = next;
      for (const listener of listeners) listener(next);
    },
    getFixedT: (lng, namespace) => (key, values) => translate(bundles.get(`${lng}/${namespace}`), key, lng, values),
    on: (_event, listener) => void listeners.add(listener),
    off: (_event, listener) => void listeners.delete(listener),
  };
}
