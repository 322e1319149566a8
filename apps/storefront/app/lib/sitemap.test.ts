import { describe, expect, it } from 'vitest';
import { newestDay, sitemapIndex, sitemapPart } from './sitemap.ts';

describe('a sitemap', () => {
  it('lists a page with its languages and its date', () => {
    const xml = sitemapPart('https://oyna.kz', [{ path: '/catalog/7', lastModified: '2026-01-02' }]);
    expect(xml).toContain('<loc>https://oyna.kz/catalog/7</loc><lastmod>2026-01-02</lastmod>');
    expect(xml).toContain('<xhtml:link rel="alternate" hreflang="kk" href="https://oyna.kz/catalog/7?lng=kz"/>');
    expect(xml).toContain('hreflang="x-default" href="https://oyna.kz/catalog/7"/>');
  });

  it('has no date where none is known', () => {
    expect(sitemapPart('https://oyna.kz', [{ path: '/' }])).not.toContain('lastmod');
  });

  it('escapes addresses', () => {
    const xml = sitemapPart('https://oyna.kz', [{ path: "/catalog?categoryname=R%26B&x='" }]);
    expect(xml).toContain('<loc>https://oyna.kz/catalog?categoryname=R%26B&amp;x=%27</loc>');
    expect(xml).not.toMatch(/&(?!amp;|apos;|quot;|lt;|gt;)/);
  });

  it('points to its parts, with the newest day of each', () => {
    const xml = sitemapIndex('https://oyna.kz', [
      { path: '/sitemap-games.xml?page=2', ...newestDay(['2026-01-02', '2026-03-01', '2025-12-31']) },
      { path: '/sitemap-categories.xml', ...newestDay([]) },
    ]);
    expect(xml).toContain(
      '<sitemap><loc>https://oyna.kz/sitemap-games.xml?page=2</loc><lastmod>2026-03-01</lastmod></sitemap>',
    );
    expect(xml).toContain('<sitemap><loc>https://oyna.kz/sitemap-categories.xml</loc></sitemap>');
  });
});
