import type { ApiClient } from '@oyna/api-client/client';
import type { GameCard } from '@oyna/api-client/models';
import { DEFAULT_PAGE_SIZE, NEW_GAMES_PAGE } from '@oyna/domain/constants';
import { optional } from '~/lib/page.server.ts';

/**
 * Spec §2 shows page 6 of the games. A small catalogue has no sixth page: then it is the last page that
 * has games. Without a response the row is left out.
 */
export async function listNewGames(api: ApiClient): Promise<GameCard[]> {
  const read = (pageNumber: number) =>
    optional(
      api.GET('/api/v1/game', { params: { query: { pageNumber, pageSize: DEFAULT_PAGE_SIZE, orderby: 'new' } } }),
    );
  const page = await read(NEW_GAMES_PAGE.product);
  if (!page || page.items.length > 0 || page.totalSize === 0) return page?.items ?? [];
  return (await read(Math.ceil(page.totalSize / page.pageSize)))?.items ?? [];
}
