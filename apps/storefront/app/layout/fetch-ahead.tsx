import { useEffect } from 'react';
import { PrefetchPageLinks } from 'react-router';
import type { Namespace } from '~/lib/i18n/namespaces.ts';
import { useI18n } from '~/lib/i18n/use-translation.ts';

/** React Router leaves pages out that load themselves in the browser (slow-page.ts); this is what they will ask for. */
const PRODUCT = /^\/catalog\/\d+$/;
const productData = (path: string) => `${path}.data?_routes=${encodeURIComponent('routes/catalog-game')}`;

/** Where most links lead; the texts of other pages come with them. */
const TEXTS: [path: RegExp, texts: Namespace][] = [
  [PRODUCT, 'product'],
  [/^\/(catalog|games|categories|discounts|subscribes)\b(?!\/)/, 'listing'],
];

/** Data, scripts, styles and texts of a page that is likely to be the next one. */
export function FetchAhead({ page }: { page: string }) {
  const { i18n } = useI18n();
  useEffect(() => {
    const texts = TEXTS.find(([path]) => path.test(page))?.[1];
    // What fails is asked for again by the page itself.
    if (texts) i18n.loadNamespaces(texts).catch(() => {});
  }, [i18n, page]);
  return (
    <>
      <PrefetchPageLinks page={page} />
      {PRODUCT.test(page) && <link rel="prefetch" as="fetch" href={productData(page)} />}
    </>
  );
}
