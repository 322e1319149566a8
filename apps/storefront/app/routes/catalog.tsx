import type { Category } from '@oyna/api-client/models';
import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { PackageOpen } from 'lucide-react';
import { data, redirect } from 'react-router';
import { type CardGame, toCardGame } from '~/features/catalogue/card-game.ts';
import { CategoryChips } from '~/features/catalogue/category-chips.tsx';
import { type GamesPage, loadGames } from '~/features/catalogue/listing.server.ts';
import { Listing, ListingBar } from '~/features/catalogue/listing.tsx';
import { type ListingQuery, listingHref, readListingQuery, SORTS } from '~/features/catalogue/listing-query.ts';
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
import { openPage, optional, type PageTools } from '~/lib/page.server.ts';
import type { Route } from './+types/catalog';

export const handle = {
  texts: preloadTexts('listing'),
  parameters: ['name', 'categoryname', 'sort', 'page'],
} satisfies RouteTexts;

const PATH = '/catalog';

/** Without categories the row of them is missing; without games the page says so, answers 503 and offers to try again. */
export async function loader(args: Route.LoaderArgs) {
  const tools = openPage(args);
  const query = readListingQuery(args.request.url);
  const [found, listed] = await Promise.all([
    loadGames(tools.api, query),
    optional(tools.api.GET('/api/v1/info/categories')),
  ]);
  if (found && query.page > found.lastPage) throw redirect(listingHref(PATH, { ...query, page: found.lastPage }));
  const category = query.categoryname === undefined ? undefined : categoryOf(query.categoryname, listed ?? [], found);
  const isUnknown = query.categoryname !== undefined && !category && listed !== undefined;
  const isEmptySearch = query.name !== undefined && found?.total === 0;
  return data(
    {
      ...describe(tools, query, category),
      query,
      category: category?.name,
      isUnknown,
      games: found?.games.map(toCardGame),
      total: found?.total,
      lastPage: found?.lastPage ?? 1,
      categories: (listed ?? []).map(({ name, title }) => ({ name, title })),
      popular: isEmptySearch ? await loadPopularGames(tools.api) : [],
    },
    { status: found ? (isUnknown ? 404 : 200) : 503 },
  );
}

/** The API knows a category by its name and by its title in any language; the address that counts has the name. */
function categoryOf(
  asked: string,
  categories: readonly Category[],
  found: GamesPage | undefined,
): Category | undefined {
  const wanted = asked.toLowerCase();
  return (
    categories.find(({ name, title }) => [name, title].some((text) => text.toLowerCase() === wanted)) ??
    categories.find(({ name }) => name === found?.games[0]?.categoryName)
  );
}

function describe(tools: PageTools, { name, categoryname }: ListingQuery, category: Category | undefined) {
  const t = tools.texts('listing');
  const meta = tools.texts('listing-meta');
  const { storeName } = tools.services;
  const top = { text: t('catalog') };
  const title = name === undefined ? (category?.title ?? top.text) : t('search-results', { name });
  const isPlain = name === undefined && !category;
  return {
    title,
    ...describeListing(tools, {
      path: listingHref(PATH, { categoryname: category?.name }),
      title: isPlain ? meta('catalog-title', { storeName }) : meta('title', { title, storeName }),
      description: category
        ? meta('category-description', { title: category.title, storeName })
        : meta('catalog-description', { storeName }),
      // Search results and unknown categories.
      noindex: name !== undefined || (categoryname !== undefined && !category),
      trail: isPlain ? [top] : [{ ...top, to: PATH }, { text: title }],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => listingMeta(loaderData);

const heartOf = (game: CardGame) => <FavouriteButton gameId={game.id} name={game.name} />;

export default function Catalog({ loaderData }: Route.ComponentProps) {
  const { title, crumbs, query, category, categories, isUnknown, games, total, lastPage, popular } = loaderData;
  const { t } = useTranslation('listing');
  const isSearch = query.name !== undefined;
  const count = useCountText({ total, isSearch, page: query.page, lastPage });
  const emptyText = isUnknown ? t('category-unknown', { name: query.categoryname }) : t('category-empty');
  return (
    <Listing crumbs={crumbs} title={title}>
      {categories.length > 0 && (
        <CategoryChips
          categories={categories}
          current={query.categoryname === undefined ? undefined : (category ?? query.categoryname)}
          hrefOf={(categoryname) => listingHref(PATH, { ...query, categoryname, page: 1 })}
        />
      )}
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
              text={emptyText}
              action={
                <ButtonLink to={PATH} variant="primary">
                  {t('to-catalog')}
                </ButtonLink>
              }
            />
          )
        }
      />
    </Listing>
  );
}
