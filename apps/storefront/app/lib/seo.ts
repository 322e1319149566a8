import { LANGUAGE_QUERY_PARAMETER, LANGUAGE_TAGS, LANGUAGES, type Language } from '@oyna/domain/constants';
import type { MetaDescriptor } from 'react-router';

export interface Seo {
  storeName: string;
  publicUrl: string;
  language: Language;
  title: string;
  description?: string | undefined;
  /** Path and those parameters that make it another page (see canonicalPath); the rest is no part of its address. */
  path: string;
  /** Absolute or from the root; 1200 × 630. The store's own otherwise. */
  image?: string | undefined;
  /** Search results and private pages. */
  noindex?: boolean;
  jsonLd?: readonly JsonLd[];
}

/** React Router writes it with <, > and & escaped, so that no product name can end the script. */
export type JsonLd = Record<string, unknown>;

const SHARE_PICTURE = '/images/share.png';
const OG_LOCALES = { ru: 'ru_RU', en: 'en_US', kz: 'kk_KZ' } as const satisfies Record<Language, string>;

/** Title, canonical address, language alternates, share card and structured data of one page. */
export function seoMeta(seo: Seo): MetaDescriptor[] {
  const canonical = new URL(seo.path, seo.publicUrl).href;
  const description = seo.description?.trim();
  const property = (key: string, content: string) => ({ property: key, content });
  return [
    { title: seo.title },
    ...(description ? [{ name: 'description', content: description }, property('og:description', description)] : []),
    ...(seo.noindex ? [{ name: 'robots', content: 'noindex' }] : addressesOf(seo, canonical)),
    property('og:site_name', seo.storeName),
    property('og:type', 'website'),
    property('og:title', seo.title),
    property('og:url', canonical),
    property('og:locale', OG_LOCALES[seo.language]),
    property('og:image', new URL(seo.image ?? SHARE_PICTURE, seo.publicUrl).href),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', seo.title),
    // The rest of the card is read from the Open Graph properties.
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(seo.jsonLd ?? []).map((thing) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...thing } })),
  ];
}

/** Drops every parameter but those the page names: `canonicalPath(request.url, ['categoryname'])`. */
export function canonicalPath(address: string, parameters: readonly string[] = []): string {
  const { pathname, searchParams } = new URL(address);
  const kept = new URLSearchParams();
  for (const name of parameters) {
    const value = searchParams.get(name);
    if (value) kept.set(name, value);
  }
  return kept.size > 0 ? `${pathname}?${kept}` : pathname;
}

/** The same page in each language, and a default that follows the browser's language. */
export function languageAlternates(publicUrl: string, path: string): { hrefLang: string; href: string }[] {
  const inLanguage = LANGUAGES.map((language) => {
    const url = new URL(path, publicUrl);
    url.searchParams.set(LANGUAGE_QUERY_PARAMETER, language);
    return { hrefLang: LANGUAGE_TAGS[language], href: url.href };
  });
  return [...inLanguage, { hrefLang: 'x-default', href: new URL(path, publicUrl).href }];
}

function addressesOf({ publicUrl, path }: Seo, canonical: string): MetaDescriptor[] {
  return [
    { tagName: 'link', rel: 'canonical', href: canonical },
    ...languageAlternates(publicUrl, path).map((alternate) => ({ tagName: 'link', rel: 'alternate', ...alternate })),
  ];
}
