import type { Category } from '@oyna/api-client/models';
import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { SearchX } from 'lucide-react';
import { data } from 'react-router';
import { CategoryChips } from '~/features/catalogue/category-chips.tsx';
import { FilteredListing } from '~/features/catalogue/filtered-listing.tsx';
import type { GamesPage } from '~/features/catalogue/listing.server.ts';
import { Listing } from '~/features/catalogue/listing.tsx';
import { FILTER_PARAMETERS, hasFilters } from '~/features/catalogue/listing-filters.ts';
import { type ListingQuery, listingHref } from '~/features/catalogue/listing-query.ts';
import { loadListing } from '~/features/catalogue/load-listing.server.ts';
import { NothingFound } from '~/features/catalogue/nothing-found.tsx';
import { loadPopularGames } from '~/features/catalogue/popular-games.server.ts';
import { readListingQuery } from '~/features/catalogue/read-listing.ts';
import { heartOf } from '~/features/favourites/favourite-button.tsx';
import { describePage, pageMeta } from '~/lib/described-page.ts';
import { pack, unpack } from '~/lib/fragment-cache.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { openPage, optional, type PageTools } from '~/lib/page.server.ts';
import type { Route } from './+types/catalog';

export const handle = {
  texts: preloadTexts('listing'),
  parameters: ['name', 'categoryname', 'sort', 'page', ...FILTER_PARAMETERS],
} satisfies RouteTexts;

const PATH = '/catalog';

/** Without categories the row of them is missing; without games the page says so, answers 503 and offers to try again. */
export async function loader(args: Route.LoaderArgs) {
  const tools = openPage(args);
  const address = args.request.url;
  const [{ query, found, shown, status }, listed] = await Promise.all([
    loadListing(tools, { path: PATH, address, query: readListingQuery(address) }),
    optional(tools.api.GET('/api/v1/info/categories')),
  ]);
  const category = query.categoryname === undefined ? undefined : categoryOf(query.categoryname, listed ?? [], found);
  const isUnknown = query.categoryname !== undefined && !category && listed !== undefined;
  const isEmptySearch = query.name !== undefined && found?.total === 0;
  return data(
    pack({
      ...describe(tools, query, category),
      query,
      category: category?.name,
      isUnknown,
      ...shown,
      categories: (listed ?? []).map(({ name, title }) => ({ name, title })),
      popular: isEmptySearch ? await loadPopularGames(tools.api) : [],
    }),
    { status: found && isUnknown ? 404 : status },
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

function describe(tools: PageTools, query: ListingQuery, category: Category | undefined) {
  const { name, categoryname } = query;
  const t = tools.texts('listing');
  const meta = tools.texts('listing-meta');
  const { storeName } = tools.services;
  const top = { text: t('catalog') };
  const title = name === undefined ? (category?.title ?? top.text) : t('search-results', { name });
  const isPlain = name === undefined && !category;
  return {
    title,
    ...describePage(tools, {
      path: listingHref(PATH, { categoryname: category?.name }),
      title: isPlain ? meta('title-catalog', { storeName }) : meta('title', { title, storeName }),
      description: category
        ? meta('description-category', { title: category.title, storeName })
        : meta('description-catalog', { storeName }),
      // Search results, parts of a list and unknown categories.
      noindex: name !== undefined || hasFilters(query) || (categoryname !== undefined && !category),
      trail: isPlain ? [top] : [{ ...top, to: PATH }, { text: title }],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData && unpack(loaderData));

export default function Catalog({ loaderData }: Route.ComponentProps) {
  const { title, crumbs, query, category, categories, isUnknown, popular, ...list } = unpack(loaderData);
  const { t } = useTranslation('listing');
  const isSearch = query.name !== undefined;
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
