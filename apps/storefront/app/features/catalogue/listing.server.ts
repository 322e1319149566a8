import type { ApiClient } from '@oyna/api-client/client';
import type { GameCard } from '@oyna/api-client/models';
import { MAX_PAGE_SIZE, type ProductType } from '@oyna/domain/constants';
import { optional } from '~/lib/page.server.ts';
import type { ListingQuery } from './listing-query.ts';
import { uniqueByName } from './unique-games.ts';

export const GAMES_PER_PAGE = 24;

export interface GamesPage {
  games: GameCard[];
  total: number;
  lastPage: number;
}

/** Undefined when the call failed: the page shows an error with a retry. */
export async function loadGames(api: ApiClient, query: ListingQuery): Promise<GamesPage | undefined> {
  const answer = await askForGames(api, query, { pageNumber: query.page, pageSize: GAMES_PER_PAGE });
  return answer && pageOf(answer.items, answer.totalSize);
}

/** A search finds 240 games at most. All of them are loaded, because their number without duplicates is needed. */
export async function loadFoundGames(api: ApiClient, query: ListingQuery): Promise<GamesPage | undefined> {
  const ask = (pageNumber: number) => askForGames(api, query, { pageNumber, pageSize: MAX_PAGE_SIZE });
  const first = await ask(1);
  if (!first) return undefined;
  const further = Math.ceil(first.totalSize / MAX_PAGE_SIZE) - 1;
  const others = await Promise.all(Array.from({ length: Math.max(0, further) }, (_, index) => ask(index + 2)));
  const games = uniqueByName([first, ...others].flatMap((answer) => answer?.items ?? []));
  const start = (query.page - 1) * GAMES_PER_PAGE;
  return pageOf(games.slice(start, start + GAMES_PER_PAGE), games.length);
}

interface Part {
  pageNumber: number;
  pageSize: number;
  typename?: ProductType;
}

export function askForGames(api: ApiClient, { name, categoryname, sort }: Omit<ListingQuery, 'page'>, part: Part) {
  const query = {
    ...part,
    ...(name === undefined ? {} : { name }),
    ...(categoryname === undefined ? {} : { categoryname }),
    ...(sort === undefined ? {} : { orderby: sort }),
  };
  return optional(api.GET('/api/v1/game', { params: { query } }));
}

function pageOf(games: GameCard[], total: number): GamesPage {
  return { games, total, lastPage: Math.max(1, Math.ceil(total / GAMES_PER_PAGE)) };
}
