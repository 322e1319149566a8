import { describe, expect, it } from 'vitest';
import { sitemapIndex, sitemapPart } from './sitemap.ts';

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

  it('points to its parts', () => {
    expect(sitemapIndex('https://oyna.kz', ['/sitemap-games.xml?page=2'])).toContain(
      '<sitemap><loc>https://oyna.kz/sitemap-games.xml?page=2</loc></sitemap>',
    );
  });
});
