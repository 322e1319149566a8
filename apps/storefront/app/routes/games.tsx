import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { SearchX } from 'lucide-react';
import { data } from 'react-router';
import { FilteredListing } from '~/features/catalogue/filtered-listing.tsx';
import { Listing } from '~/features/catalogue/listing.tsx';
import { FILTER_PARAMETERS, hasFilters } from '~/features/catalogue/listing-filters.ts';
import type { ListingQuery } from '~/features/catalogue/listing-query.ts';
import { loadListing } from '~/features/catalogue/load-listing.server.ts';
import { NothingFound } from '~/features/catalogue/nothing-found.tsx';
import { loadPopularGames } from '~/features/catalogue/popular-games.server.ts';
import { readListingQuery } from '~/features/catalogue/read-listing.ts';
import { heartOf } from '~/features/favourites/favourite-button.tsx';
import { describePage, pageMeta } from '~/lib/described-page.ts';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { openPage, type PageTools } from '~/lib/page.server.ts';
import type { Route } from './+types/games';

export const handle = {
  texts: preloadTexts('listing'),
  parameters: ['name', 'sort', 'page', ...FILTER_PARAMETERS],
} satisfies RouteTexts;

const PATH = '/games';

/** The results of the header's search; without a name, all games. Returns 503 with a retry if they cannot be loaded. */
export async function loader(args: Route.LoaderArgs) {
  const tools = openPage(args);
  const address = args.request.url;
  const asked = { ...readListingQuery(address), categoryname: undefined };
  const isSearch = asked.name !== undefined;
  const { query, found, shown, status } = await loadListing(tools, { path: PATH, address, query: asked, isSearch });
  return data(
    {
      ...describe(tools, query),
      query,
      ...shown,
      popular: found?.total === 0 ? await loadPopularGames(tools.api) : [],
    },
    { status },
  );
}

function describe(tools: PageTools, query: ListingQuery) {
  const { name } = query;
  const t = tools.texts('listing');
  const meta = tools.texts('listing-meta');
  const { storeName } = tools.services;
  const title = name === undefined ? t('all-games') : t('search-results', { name });
  return {
    title,
    ...describePage(tools, {
      path: PATH,
      title: meta('title', { title, storeName }),
      description: meta('description-catalog', { storeName }),
      noindex: name !== undefined || hasFilters(query),
      trail: [{ text: name === undefined ? title : t('search') }],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData);

export default function Games({ loaderData }: Route.ComponentProps) {
  const { title, crumbs, query, popular, ...list } = loaderData;
  const { t } = useTranslation('listing');
  const isSearch = query.name !== undefined;
  return (
    <Listing crumbs={crumbs} title={title}>
      <FilteredListing
        path={PATH}
        query={query}
        {...list}
        own={isSearch ? 'relevance' : 'popular'}
        heartOf={heartOf}
        empty={
          isSearch ? (
            <NothingFound popular={popular} heartOf={heartOf} />
          ) : (
            <EmptyState
              icon={<SearchX size={32} />}
              text={t('list-empty')}
              action={
                <ButtonLink to="/" variant="primary">
                  {t('to-home')}
                </ButtonLink>
              }
            />
          )
        }
      />
    </Listing>
  );
}
