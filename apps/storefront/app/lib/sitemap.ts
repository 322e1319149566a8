import { languageAlternates } from './seo.ts';

export interface SitemapPage {
  path: string;
  /** YYYY-MM-DD, where it is known. */
  lastModified?: string;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';

export function sitemapIndex(publicUrl: string, sitemaps: readonly SitemapPage[]): string {
  const parts = sitemaps.map((sitemap) => `<sitemap>${placeOf(publicUrl, sitemap)}</sitemap>`);
  return `${HEAD}<sitemapindex ${NAMESPACES}>${parts.join('')}</sitemapindex>`;
}

export function sitemapPart(publicUrl: string, pages: readonly SitemapPage[]): string {
  return `${HEAD}<urlset ${NAMESPACES}>${pages.map((page) => entryOf(publicUrl, page)).join('')}</urlset>`;
}

/** Every page beside the addresses of its other languages, as the pages themselves say it. */
function entryOf(publicUrl: string, page: SitemapPage): string {
  const alternates = languageAlternates(publicUrl, page.path).map(
    ({ hrefLang, href }) => `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${escapeXml(href)}"/>`,
  );
  return `<url>${placeOf(publicUrl, page)}${alternates.join('')}</url>`;
}

function placeOf(publicUrl: string, { path, lastModified }: SitemapPage): string {
  return element('loc', new URL(path, publicUrl).href) + (lastModified ? element('lastmod', lastModified) : '');
}

/** The newest of some days, if there are any. */
export function newestDay(days: readonly string[]): { lastModified?: string } {
  const newest = days.toSorted().at(-1);
  return newest === undefined ? {} : { lastModified: newest };
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

export function xmlAnswer(xml: string): Response {
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}
