import type { CustomTypeOptions } from 'i18next';
import type { LoaderFunctionArgs } from 'react-router';
import { openPage } from './page.server.ts';
import type { Seo } from './seo.ts';

type TitleKey = keyof CustomTypeOptions['resources']['account-meta'];

/** The loader of a members' page: the same shell for every visitor, filled in the browser, excluded from search engines. */
export function membersPage(
  args: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  path: string,
  titleKey: TitleKey,
): { seo: Seo } {
  const { services, language, texts } = openPage(args);
  const { storeName, publicUrl } = services;
  const title = texts('account-meta')(titleKey, { storeName });
  return { seo: { storeName, publicUrl, language, path, title, noindex: true } };
}
