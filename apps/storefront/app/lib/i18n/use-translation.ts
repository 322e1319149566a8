import { type Language, LANGUAGE_TAGS } from '@oyna/domain/constants';
import type { i18n, TFunction } from 'i18next';
import { use, useMemo } from 'react';
import { I18nContext } from './i18n-context.tsx';
import { COMMON, type Namespace } from './namespaces.ts';

/**
 * A few lines instead of react-i18next: a third of its weight, and a page of a hundred cards renders without a hundred
 * subscriptions. On a client navigation it suspends until the texts of the new page are there.
 */
export function useTranslation<N extends Namespace = typeof COMMON>(namespace?: N): { t: TFunction<N>; language: Language } {
  const { i18n, language } = useI18n();
  const wanted = (namespace ?? COMMON) as N;
  if (!i18n.hasLoadedNamespace(wanted, { lng: language })) use(loadOnce(i18n, wanted));
  const t = useMemo(() => i18n.getFixedT(language, wanted) as unknown as TFunction<N>, [i18n, language, wanted]);
  return { t, language };
}

export function useI18n(): { i18n: i18n; language: Language } {
  const state = use(I18nContext);
  if (!state) throw new Error('I18nProvider is missing');
  return state;
}

/** The language as browsers and standards call it: for `lang`, hreflang and Intl. */
export function useLanguageTag(): string {
  return LANGUAGE_TAGS[useI18n().language];
}

const loading = new Map<string, Promise<void>>();

function loadOnce(instance: i18n, namespace: Namespace): Promise<void> {
  const known = loading.get(namespace);
  if (known) return known;
  const promise = instance.loadNamespaces(namespace);
  loading.set(namespace, promise);
  return promise;
}
