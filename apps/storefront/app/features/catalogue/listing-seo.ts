import type { MetaDescriptor } from 'react-router';
import { breadcrumbJsonLd } from '~/lib/json-ld.ts';
import type { PageTools } from '~/lib/page.server.ts';
import { type Seo, seoMeta } from '~/lib/seo.ts';

export interface Crumb {
  text: string;
  to?: string;
}

interface Described extends Pick<Seo, 'path' | 'title' | 'description' | 'noindex'> {
  /** From the level below the home page to the current page. */
  trail: readonly Crumb[];
}

/** The breadcrumbs and the metadata of a listing. */
export function describeListing({ services, language, texts }: PageTools, { trail, ...page }: Described) {
  const { storeName, publicUrl } = services;
  const crumbs: Crumb[] = [{ text: texts('listing')('home'), to: '/' }, ...trail];
  return { crumbs, seo: { storeName, publicUrl, language, ...page } satisfies Seo };
}

export function listingMeta(loaderData: { crumbs: readonly Crumb[]; seo: Seo } | undefined): MetaDescriptor[] {
  if (!loaderData) return [];
  const { crumbs, seo } = loaderData;
  return seoMeta({ ...seo, jsonLd: [breadcrumbJsonLd(crumbs, seo.publicUrl)] });
}
