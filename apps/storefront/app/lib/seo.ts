import { LANGUAGE_QUERY_PARAMETER, LANGUAGE_TAGS, LANGUAGES, type Language } from '@oyna/domain/constants';
import type { MetaDescriptor } from 'react-router';

export interface Seo {
  storeName: string;
  publicUrl: string;
  language: Language;
  title: string;
  description?: string | undefined;
  /** Path and those parameters that make it another page; everything else is dropped from the canonical address. */
  path: string;
  /** Absolute or from the root; 1200 × 630. */
  image?: string | undefined;
  /** Search results and private pages. */
  noindex?: boolean;
  jsonLd?: readonly Record<string, unknown>[];
}

/** Title, canonical address, language alternates, share card and structured data of one page. */
export function seoMeta(seo: Seo): MetaDescriptor[] {
  const canonical = addressOf(seo, undefined);
  const named = (name: string, content: string | undefined) => (content ? [{ name, content }] : []);
  const property = (key: string, content: string | undefined) => (content ? [{ property: key, content }] : []);
  return [
    { title: seo.title },
    ...named('description', seo.description),
    ...(seo.noindex ? [{ name: 'robots', content: 'noindex' }] : addressesOf(seo, canonical)),
    ...property('og:site_name', seo.storeName),
    ...property('og:type', 'website'),
    ...property('og:title', seo.title),
    ...property('og:description', seo.description),
    ...property('og:url', canonical),
    ...property('og:locale', LANGUAGE_TAGS[seo.language]),
    ...property('og:image', seo.image && new URL(seo.image, seo.publicUrl).href),
    ...named('twitter:card', seo.image && 'summary_large_image'),
    ...(seo.jsonLd ?? []).map((thing) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...thing } })),
  ];
}

function addressesOf(seo: Seo, canonical: string): MetaDescriptor[] {
  const alternate = (hrefLang: string, href: string) => ({ tagName: 'link', rel: 'alternate', hrefLang, href });
  return [
    { tagName: 'link', rel: 'canonical', href: canonical },
    ...LANGUAGES.map((language) => alternate(LANGUAGE_TAGS[language], addressOf(seo, language))),
    alternate('x-default', canonical),
  ];
}

function addressOf({ publicUrl, path }: Seo, language: Language | undefined): string {
  const url = new URL(path, publicUrl);
  if (language) url.searchParams.set(LANGUAGE_QUERY_PARAMETER, language);
  return url.href;
}
