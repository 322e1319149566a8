import type { CustomTypeOptions } from 'i18next';
import type { UIMatch } from 'react-router';

/** On every page. Routes name the others: `export const handle = { texts: preloadTexts('home') }`. */
export const COMMON = 'common';

export interface RouteTexts {
  texts?: readonly Namespace[];
  /** The query parameters that the page reads. The server drops all others before the page sees its address. */
  parameters?: readonly string[];
}

export type Namespace = keyof CustomTypeOptions['resources'];

export function namespacesOf(matches: readonly Pick<UIMatch, 'handle'>[]): Namespace[] {
  const named = matches.flatMap(({ handle }) => (handle as RouteTexts | undefined)?.texts ?? []);
  return [...new Set<Namespace>([COMMON, ...named])];
}

/** The version ties the texts to the build that the page came from. */
export function localeUrl(language: string, namespace: string): string {
  return `/locales/${language}/${namespace}.json?v=${import.meta.env.VITE_LOCALES_VERSION ?? ''}`;
}
