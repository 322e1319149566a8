import type { ApiClient } from '@oyna/api-client/client';
import type { GameCard } from '@oyna/api-client/models';
import { MAX_PAGE_SIZE } from '@oyna/domain/constants';
import { optional, type PageTools } from '~/lib/page.server.ts';
import type { ApiFilters } from './api-filters.server.ts';
import type { ListingQuery } from './listing-query.ts';
import { uniqueByName } from './unique-games.ts';

const GAMES_PER_PAGE = 24;

export interface GamesPage {
  games: GameCard[];
  total: number;
  /** The total is a lower bound. */
  isMore: boolean;
  lastPage: number;
}

/** A short list of the store, which is shown whole. */
export type ShortList = 'services' | 'subscriptions' | 'discounts';

/** Undefined when the call failed: the page shows an error with a retry. */
export async function loadGames(
  { api }: PageTools,
  query: ListingQuery,
  filters: ApiFilters,
  list?: ShortList,
): Promise<GamesPage | undefined> {
  const pageSize = list ? MAX_PAGE_SIZE : GAMES_PER_PAGE;
  const answer = await askForGames(api, query, { ...filters, ...(list && { list }), pageNumber: query.page, pageSize });
  return answer && pageOf(answer.items, answer.totalSize, { isMore: answer.isMore, pageSize });
}

/** A search finds 240 games at most. All of them are loaded, because their number without duplicates is needed. */
export async function loadFoundGames(
  { api }: PageTools,
  query: ListingQuery,
  filters: ApiFilters,
): Promise<GamesPage | undefined> {
  const ask = (pageNumber: number) => askForGames(api, query, { ...filters, pageNumber, pageSize: MAX_PAGE_SIZE });
  const first = await ask(1);
  if (!first) return undefined;
  const further = Math.ceil(first.totalSize / MAX_PAGE_SIZE) - 1;
  const others = await Promise.all(Array.from({ length: Math.max(0, further) }, (_, index) => ask(index + 2)));
  const games = uniqueByName([first, ...others].flatMap((answer) => answer?.items ?? []));
  const start = (query.page - 1) * GAMES_PER_PAGE;
  return pageOf(games.slice(start, start + GAMES_PER_PAGE), games.length);
}

interface Part extends ApiFilters {
  pageNumber: number;
  pageSize: number;
  list?: ShortList;
}

function askForGames(api: ApiClient, { name, categoryname, sort }: ListingQuery, part: Part) {
  const query = {
    ...part,
    ...(name === undefined ? {} : { name }),
    ...(categoryname === undefined ? {} : { categoryname }),
    ...(sort === undefined ? {} : { orderby: sort }),
  };
  return optional(api.GET('/api/v1/game', { params: { query } }));
}

function pageOf(
  games: GameCard[],
  total: number,
  { isMore = false, pageSize = GAMES_PER_PAGE }: { isMore?: boolean | undefined; pageSize?: number } = {},
): GamesPage {
  return { games, total, isMore, lastPage: Math.max(1, Math.ceil(total / pageSize)) };
}
