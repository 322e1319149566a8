import { LANGUAGE_TAGS, type Language } from '@oyna/domain/constants';
import type { TFunction } from 'i18next';
import { use } from 'react';
import { I18nContext } from './i18n-context.tsx';
import { COMMON, type Namespace } from './namespaces.ts';
import type { TextSource } from './text-source.ts';
import { textsOf } from './texts-of.ts';

/**
 * A few lines instead of react-i18next: a fraction of its weight, and nothing to subscribe to in each of a hundred
 * cards. On a client navigation it suspends until the texts of the new page are there. Texts that cannot be loaded are an
 * error of the page, which offers to try again.
 */
export function useTranslation<N extends Namespace = typeof COMMON>(
  namespace: N = COMMON as N,
): { t: TFunction<N>; language: Language } {
  const { i18n, language } = useI18n();
  const coming = pendingTexts(i18n, language, namespace);
  if (coming) use(coming);
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
const failed = new Set<string>();

/** The next render loads failed texts again. */
export function retryTexts(): void {
  for (const id of failed) loading.delete(id);
  failed.clear();
}

/**
 * Returns the same promise before and after it is resolved: React renders a suspended component again from the start,
 * and the component has to call the same hooks again.
 */
function pendingTexts(source: TextSource, language: Language, namespace: Namespace): Promise<void> | undefined {
  const id = `${language} ${namespace}`;
  const known = loading.get(id);
  if (known || source.hasResourceBundle(language, namespace)) return known;
  const promise = source.loadNamespaces(namespace);
  promise.catch(() => failed.add(id));
  loading.set(id, promise);
  return promise;
}
