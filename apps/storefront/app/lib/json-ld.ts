import type { JsonLd } from './seo.ts';

/** The store and its search, for the home page. */
export function siteJsonLd({ storeName, publicUrl }: { storeName: string; publicUrl: string }): JsonLd[] {
  const search = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/games?name={name}` },
    'query-input': 'required name=name',
  };
  return [
    { '@type': 'Organization', name: storeName, url: `${publicUrl}/`, logo: `${publicUrl}/images/icon-512.png` },
    { '@type': 'WebSite', name: storeName, url: `${publicUrl}/`, potentialAction: search },
  ];
}

/** The visible breadcrumb for search engines. The last crumb is the page itself and needs no address. */
export function breadcrumbJsonLd(crumbs: readonly { text: string; to?: string }[], publicUrl: string): JsonLd {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ text, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: text,
      ...(to === undefined ? {} : { item: new URL(to, publicUrl).href }),
    })),
  };
}
