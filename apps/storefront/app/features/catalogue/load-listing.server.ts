import type { GameCard } from '@oyna/api-client/models';
import { redirect } from 'react-router';
import { onceForAnswers } from '~/lib/once-for-answers.server.ts';
import type { PageTools } from '~/lib/page.server.ts';
import { toApiFilters } from './api-filters.server.ts';
import { type CardGame, toCardGame } from './card-game.ts';
import { loadFilterCountries, loadFilterPanel } from './filter-panel.server.ts';
import type { FilterPanel } from './filter-panel.ts';
import { type GamesPage, loadFoundGames, loadGames, type ShortList } from './listing.server.ts';
import { type ListingQuery, listingHref } from './listing-query.ts';

interface Asked {
  path: string;
  address: string;
  query: ListingQuery;
  list?: ShortList;
  /** A search shows a game of the same name once. */
  isSearch?: boolean;
}

interface LoadedListing {
  /** With the currency of its prices. */
  query: ListingQuery;
  /** Undefined when they could not be loaded: the page answers 503 and offers to try again. */
  found: GamesPage | undefined;
  status: 200 | 503;
  /** For `<FilteredListing>`. */
  shown: {
    games: readonly CardGame[] | undefined;
    panel: FilterPanel | undefined;
    total: number | undefined;
    isMore: boolean;
    lastPage: number;
  };
}

/** The games of a listing and the form of its filters. Another address answers with a redirect to the one that counts. */
export async function loadListing(
  tools: PageTools,
  { path, address, list, isSearch, ...asked }: Asked,
): Promise<LoadedListing> {
  const country = new URL(address).searchParams.get('country');
  if (country !== null) throw redirect(listingHref(path, await withCountry(tools, asked.query, country)));
  const { query, filters } = await toApiFilters(tools, asked.query);
  const [found, panel] = await Promise.all([
    isSearch ? loadFoundGames(tools, query, filters) : loadGames(tools, query, filters, list),
    loadFilterPanel(tools, query, filters, { path, list }),
  ]);
  if (found && query.page > found.lastPage) throw redirect(listingHref(path, { ...query, page: found.lastPage }));
  const { total, isMore = false, lastPage = 1 } = found ?? {};
  const shown = { games: found && cardsOf(found.games), panel, total, isMore, lastPage };
  return { query, found, status: found ? 200 : 503, shown };
}

/** The same cards for the same answer of the API. */
const cardsOf = (games: readonly GameCard[]): readonly CardGame[] =>
  onceForAnswers('cards', [games], () => games.map(toCardGame));

/** The form without script sends the country. The regions that work there take the place of the chosen ones. */
async function withCountry(tools: PageTools, query: ListingQuery, code: string): Promise<ListingQuery> {
  const country = (await loadFilterCountries(tools)).find((known) => known.code === code);
  return country && country.regions.length > 0 ? { ...query, region: country.regions } : query;
}
