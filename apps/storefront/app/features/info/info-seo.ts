import type { MetaDescriptor } from 'react-router';
import { breadcrumbJsonLd } from '~/lib/json-ld.ts';
import type { PageTools } from '~/lib/page.server.ts';
import { type JsonLd, type Seo, seoMeta } from '~/lib/seo.ts';

export interface Crumb {
  text: string;
  to?: string;
}

interface Described extends Pick<Seo, 'path' | 'title' | 'description' | 'image' | 'noindex'> {
  /** From the level below the home page to the current page. */
  trail: readonly Crumb[];
}

/** The breadcrumbs and the metadata of a page about the store. */
export function describeInfo({ services, language, texts }: PageTools, { trail, title, ...page }: Described) {
  const { storeName, publicUrl } = services;
  const crumbs: Crumb[] = [{ text: texts('common')('nav-home'), to: '/' }, ...trail];
  const fullTitle = texts('info-meta')('title', { title, storeName });
  return { crumbs, seo: { storeName, publicUrl, language, title: fullTitle, ...page } satisfies Seo };
}

export function infoMeta(
  loaderData: { crumbs: readonly Crumb[]; seo: Seo } | undefined,
  jsonLd: readonly JsonLd[] = [],
): MetaDescriptor[] {
  if (!loaderData) return [];
  const { crumbs, seo } = loaderData;
  return seoMeta({ ...seo, jsonLd: [...jsonLd, breadcrumbJsonLd(crumbs, seo.publicUrl)] });
}
