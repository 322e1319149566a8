import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { Gift } from 'lucide-react';
import { data } from 'react-router';
import { FilteredListing } from '~/features/catalogue/filtered-listing.tsx';
import { Listing } from '~/features/catalogue/listing.tsx';
import { FILTER_PARAMETERS, hasFilters } from '~/features/catalogue/listing-filters.ts';
import { loadListing } from '~/features/catalogue/load-listing.server.ts';
import { readListingQuery } from '~/features/catalogue/read-listing.ts';
import { heartOf } from '~/features/favourites/favourite-button.tsx';
import { describePage, pageMeta } from '~/lib/described-page.ts';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { openPage } from '~/lib/page.server.ts';
import type { Route } from './+types/services';

export const handle = {
  texts: preloadTexts('listing'),
  parameters: ['name', 'categoryname', 'sort', 'page', ...FILTER_PARAMETERS],
} satisfies RouteTexts;

const PATH = '/services';

/** Gift cards and services of the allow-list (spec §2), most popular first. Without them it answers 503 and offers to try again. */
export async function loader(args: Route.LoaderArgs) {
  const tools = openPage(args);
  const t = tools.texts('listing');
  const meta = tools.texts('listing-meta');
  const { storeName } = tools.services;
  const address = args.request.url;
  const asked = readListingQuery(address);
  const { query, shown, status } = await loadListing(tools, { path: PATH, address, query: asked, list: 'services' });
  const { name, categoryname } = query;
  const isNarrowed = name !== undefined || categoryname !== undefined;
  const described = describePage(tools, {
    path: PATH,
    title: meta('title-services', { storeName }),
    description: meta('description-services', { storeName }),
    noindex: isNarrowed || hasFilters(query),
    trail: [{ text: t('services') }],
  });
  const title = name === undefined ? t('services-heading') : t('search-results', { name });
  return data(
    {
      ...described,
      title,
      isNarrowed,
      query,
      ...shown,
    },
    { status },
  );
}

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData);

export default function Services({ loaderData }: Route.ComponentProps) {
  const { title, crumbs, isNarrowed, query, ...list } = loaderData;
  const { t } = useTranslation('listing');
  const action = isNarrowed ? (
    <ButtonLink to={PATH} variant="primary">
      {t('all-services')}
    </ButtonLink>
  ) : (
    <ButtonLink to="/catalog" variant="primary">
      {t('to-catalog')}
    </ButtonLink>
  );
  return (
    <Listing crumbs={crumbs} title={title}>
      <FilteredListing
        path={PATH}
        query={query}
        {...list}
        own={query.name === undefined ? 'popular' : 'relevance'}
        heartOf={heartOf}
        waiting="spinner"
        empty={<EmptyState icon={<Gift size={32} />} text={t('services-empty')} action={action} />}
      />
    </Listing>
  );
}
