import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { PackageOpen } from 'lucide-react';
import { data, redirect } from 'react-router';
import { type CardGame, toCardGame } from '~/features/catalogue/card-game.ts';
import { loadFoundGames, loadGames } from '~/features/catalogue/listing.server.ts';
import { Listing, ListingBar } from '~/features/catalogue/listing.tsx';
import { listingHref, readListingQuery, SORTS } from '~/features/catalogue/listing-query.ts';
import { ListingResults } from '~/features/catalogue/listing-results.tsx';
import { describeListing, listingMeta } from '~/features/catalogue/listing-seo.ts';
import { NothingFound } from '~/features/catalogue/nothing-found.tsx';
import { loadPopularGames } from '~/features/catalogue/popular-games.server.ts';
import { SortForm } from '~/features/catalogue/sort-form.tsx';
import { useCountText } from '~/features/catalogue/use-count-text.ts';
import { FavouriteButton } from '~/features/favourites/favourite-button.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { openPage, type PageTools } from '~/lib/page.server.ts';
import type { Route } from './+types/games';

export const handle = { texts: preloadTexts('listing'), parameters: ['name', 'sort', 'page'] } satisfies RouteTexts;

const PATH = '/games';

/** The results of the header's search; without a name, all games. Returns 503 with a retry if they cannot be loaded. */
export async function loader(args: Route.LoaderArgs) {
  const tools = openPage(args);
  const query = { ...readListingQuery(args.request.url), categoryname: undefined };
  const found = await (query.name === undefined ? loadGames : loadFoundGames)(tools.api, query);
  if (found && query.page > found.lastPage) throw redirect(listingHref(PATH, { ...query, page: found.lastPage }));
  return data(
    {
      ...describe(tools, query.name),
      query,
      games: found?.games.map(toCardGame),
      total: found?.total,
      lastPage: found?.lastPage ?? 1,
      popular: found?.total === 0 ? await loadPopularGames(tools.api) : [],
    },
    { status: found ? 200 : 503 },
  );
}

function describe(tools: PageTools, name: string | undefined) {
  const t = tools.texts('listing');
  const meta = tools.texts('listing-meta');
  const { storeName } = tools.services;
  const title = name === undefined ? t('all-games') : t('search-results', { name });
  return {
    title,
    ...describeListing(tools, {
      path: PATH,
      title: meta('title', { title, storeName }),
      description: meta('catalog-description', { storeName }),
      noindex: name !== undefined,
      trail: [{ text: name === undefined ? title : t('search') }],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => listingMeta(loaderData);

const heartOf = (game: CardGame) => <FavouriteButton gameId={game.id} name={game.name} />;

export default function Games({
  loaderData: { title, crumbs, query, games, total, lastPage, popular },
}: Route.ComponentProps) {
  const { t } = useTranslation('listing');
  const isSearch = query.name !== undefined;
  const count = useCountText({ total, isSearch, page: query.page, lastPage });
  return (
    <Listing crumbs={crumbs} title={title}>
      {games && games.length > 0 && (
        <ListingBar count={count}>
          <SortForm path={PATH} query={query} own={isSearch ? 'relevance' : 'popular'} sorts={SORTS} />
        </ListingBar>
      )}
      <ListingResults
        games={games}
        heartOf={heartOf}
        pages={{ current: query.page, total: lastPage, hrefOf: (page) => listingHref(PATH, { ...query, page }) }}
        empty={
          isSearch ? (
            <NothingFound popular={popular} heartOf={heartOf} />
          ) : (
            <EmptyState
              icon={<PackageOpen size={32} />}
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
