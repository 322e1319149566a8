import type { MetaDescriptor } from 'react-router';
import { describe, expect, it } from 'vitest';
import { breadcrumbJsonLd, siteJsonLd } from './json-ld.ts';
import { canonicalPath, type Seo, seoMeta } from './seo.ts';

const PAGE: Seo = {
  storeName: 'Oyna',
  publicUrl: 'https://oyna.kz',
  language: 'kz',
  title: 'Ойындар',
  description: ' Кілттер ',
  path: '/catalog?categoryname=RPG',
};

const entry = (meta: MetaDescriptor[], wanted: Record<string, string>) =>
  meta.find((one) => Object.entries(wanted).every(([key, value]) => (one as Record<string, unknown>)[key] === value)) as
    | Record<string, unknown>
    | undefined;

describe('the head of a page', () => {
  const meta = seoMeta(PAGE);

  it('names one address, and one per language', () => {
    expect(entry(meta, { rel: 'canonical' })?.['href']).toBe('https://oyna.kz/catalog?categoryname=RPG');
    const alternates = ['ru', 'en', 'kk', 'x-default'].map(
      (hrefLang) => entry(meta, { rel: 'alternate', hrefLang })?.['href'],
    );
    expect(alternates).toEqual([
      'https://oyna.kz/catalog?categoryname=RPG&lng=ru',
      'https://oyna.kz/catalog?categoryname=RPG&lng=en',
      'https://oyna.kz/catalog?categoryname=RPG&lng=kz',
      'https://oyna.kz/catalog?categoryname=RPG',
    ]);
  });

  it('has a share card, with the store’s picture where the page has none', () => {
    expect(entry(meta, { property: 'og:image' })?.['content']).toBe('https://oyna.kz/images/share.png');
    expect(entry(meta, { property: 'og:locale' })?.['content']).toBe('kk_KZ');
    expect(entry(meta, { name: 'twitter:card' })?.['content']).toBe('summary_large_image');
    const own = seoMeta({ ...PAGE, image: '/media/games/1/share-1200.png' });
    expect(entry(own, { property: 'og:image' })?.['content']).toBe('https://oyna.kz/media/games/1/share-1200.png');
  });

  it('keeps pages out of the index, and then offers no alternates', () => {
    const hidden = seoMeta({ ...PAGE, noindex: true });
    expect(entry(hidden, { name: 'robots' })?.['content']).toBe('noindex');
    expect(entry(hidden, { rel: 'canonical' })).toBeUndefined();
    expect(entry(hidden, { rel: 'alternate' })).toBeUndefined();
  });

  it('leaves out a description that is empty', () => {
    expect(entry(meta, { name: 'description' })?.['content']).toBe('Кілттер');
    expect(entry(seoMeta({ ...PAGE, description: ' ' }), { name: 'description' })).toBeUndefined();
  });
});

describe('the canonical path', () => {
  const address = 'https://oyna.kz/catalog?utm_source=x&pageNumber=2&categoryname=%D0%A8&lng=en&empty=';

  it('drops every parameter that the page does not name', () => {
    expect(canonicalPath(address)).toBe('/catalog');
    expect(canonicalPath(address, ['categoryname', 'empty', 'absent'])).toBe('/catalog?categoryname=%D0%A8');
  });

  it('has one order, whatever the order of the address', () => {
    expect(canonicalPath(address, ['categoryname', 'pageNumber'])).toBe('/catalog?categoryname=%D0%A8&pageNumber=2');
  });
});

describe('structured data', () => {
  it('describes the site and its search', () => {
    const [organization, site] = siteJsonLd(PAGE);
    expect(organization).toMatchObject({ '@type': 'Organization', name: 'Oyna', url: 'https://oyna.kz/' });
    expect(site).toMatchObject({ potentialAction: { target: { urlTemplate: 'https://oyna.kz/games?name={name}' } } });
  });

  it('numbers the crumbs; the last one is the page itself', () => {
    const { itemListElement } = breadcrumbJsonLd([{ text: 'Home', to: '/' }, { text: 'RPG' }], 'https://oyna.kz');
    expect(itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://oyna.kz/' },
      { '@type': 'ListItem', position: 2, name: 'RPG' },
    ]);
  });
});
