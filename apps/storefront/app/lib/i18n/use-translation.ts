import { LANGUAGE_TAGS, type Language } from '@oyna/domain/constants';
import type { TFunction } from 'i18next';
import { use } from 'react';
import { I18nContext } from './i18n-context.tsx';
import { COMMON, type Namespace } from './namespaces.ts';
import type { TextSource } from './text-source.ts';
import { textsOf } from './texts-of.ts';

/**
 * A few lines instead of react-i18next: a fraction of its weight, and nothing to subscribe to in each of a hundred
 * cards. On a client navigation it suspends until the texts of the new page are there.
 */
export function useTranslation<N extends Namespace = typeof COMMON>(
  namespace: N = COMMON as N,
): { t: TFunction<N>; language: Language } {
  const { i18n, language } = useI18n();
  if (!i18n.hasResourceBundle(language, namespace)) use(loadOnce(i18n, language, namespace));
  return { t: textsOf(i18n, language, namespace), language };
}

export function useI18n(): { i18n: TextSource; language: Language } {
  const state = use(I18nContext);
  if (!state) throw new Error('I18nProvider is missing');
  return state;
}

/** The language as browsers and standards call it: for `lang`, hreflang and Intl. */
export function useLanguageTag(): string {
  return LANGUAGE_TAGS[useI18n().language];
}

const loading = new Map<string, Promise<void>>();

function loadOnce(instance: TextSource, language: Language, namespace: Namespace): Promise<void> {
  const id = `${language} ${namespace}`;
  // Without its texts a page shows their keys rather than nothing; the next navigation tries again.
  const promise = loading.get(id) ?? instance.loadNamespaces(namespace).catch(() => void loading.delete(id));
  loading.set(id, promise);
  return promise;
}
