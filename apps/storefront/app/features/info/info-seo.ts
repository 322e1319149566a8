import type { MetaDescriptor } from 'react-router';
import { breadcrumbJsonLd } from '~/lib/json-ld.ts';
import type { PageTools } from '~/lib/page.server.ts';
import { type JsonLd, type Seo, seoMeta } from '~/lib/seo.ts';

export interface Crumb {
  text: string;
  to?: string;
}

interface Described extends Pick<Seo, 'path' | 'title' | 'description' | 'image'> {
  /** From below the home page down to where we are. */
  trail: readonly Crumb[];
}

/** What the loader of a page about the store says of it: the visible path, and what search engines read. */
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
