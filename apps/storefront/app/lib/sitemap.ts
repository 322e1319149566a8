import { languageAlternates } from './seo.ts';

export interface SitemapPage {
  path: string;
  /** YYYY-MM-DD, where it is known. */
  lastModified?: string;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';

export function sitemapIndex(publicUrl: string, paths: readonly string[]): string {
  const parts = paths.map((path) => `<sitemap>${element('loc', new URL(path, publicUrl).href)}</sitemap>`);
  return `${HEAD}<sitemapindex ${NAMESPACES}>${parts.join('')}</sitemapindex>`;
}

export function sitemapPart(publicUrl: string, pages: readonly SitemapPage[]): string {
  return `${HEAD}<urlset ${NAMESPACES}>${pages.map((page) => entryOf(publicUrl, page)).join('')}</urlset>`;
}

/** Every page beside the addresses of its other languages, as the pages themselves say it. */
function entryOf(publicUrl: string, { path, lastModified }: SitemapPage): string {
  const alternates = languageAlternates(publicUrl, path).map(
    ({ hrefLang, href }) => `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${escapeXml(href)}"/>`,
  );
  const modified = lastModified ? element('lastmod', lastModified) : '';
  return `<url>${element('loc', new URL(path, publicUrl).href)}${modified}${alternates.join('')}</url>`;
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
