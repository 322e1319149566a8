import type { MetaDescriptor } from 'react-router';
import { breadcrumbJsonLd } from './json-ld.ts';
import type { PageTools } from './page.server.ts';
import { type JsonLd, type Seo, seoMeta } from './seo.ts';

export interface Crumb {
  text: string;
  to?: string;
}

interface Described extends Pick<Seo, 'path' | 'title' | 'description' | 'image' | 'noindex'> {
  /** From the level below the home page to the current page. */
  trail: readonly Crumb[];
}

/** The breadcrumbs and the metadata of a page. */
export function describePage({ services, language, texts }: PageTools, { trail, ...page }: Described) {
  const { storeName, publicUrl } = services;
  const crumbs: Crumb[] = [{ text: texts('common')('nav-home'), to: '/' }, ...trail];
  return { crumbs, seo: { storeName, publicUrl, language, ...page } satisfies Seo };
}

/** The tags of a page that `describePage` has described. */
export function pageMeta(
  loaderData: { crumbs: readonly Crumb[]; seo: Seo } | undefined,
  jsonLd: readonly JsonLd[] = [],
): MetaDescriptor[] {
  if (!loaderData) return [];
  const { crumbs, seo } = loaderData;
  return seoMeta({ ...seo, jsonLd: [...jsonLd, breadcrumbJsonLd(crumbs, seo.publicUrl)] });
}
