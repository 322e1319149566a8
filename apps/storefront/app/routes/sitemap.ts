import { GAMES_PER_SITEMAP } from '@oyna/domain/constants';
import { openPage, required } from '~/lib/page.server.ts';
import { newestDay, sitemapIndex, xmlAnswer } from '~/lib/sitemap.ts';
import type { Route } from './+types/sitemap';

/** The parts are at the root too: a sitemap may only list addresses below its own folder. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { api, services } = openPage(args);
  const listDays = async (pageNumber: number) =>
    (await required(api.GET('/api/v1/info/games', { params: { query: { pageNumber } } }))).map(
      ({ updatedOn }) => updatedOn,
    );
  const parts = [await listDays(1)];
  while (parts.at(-1)?.length === GAMES_PER_SITEMAP) parts.push(await listDays(parts.length + 1));
  const news = await required(api.GET('/api/v1/news'));
  const games = parts.flat();
  return xmlAnswer(
    sitemapIndex(services.publicUrl, [
      // Lists and categories change with their games.
      { path: '/sitemap-pages.xml', ...newestDay([...games, ...news.map(({ publishedOn }) => publishedOn)]) },
      { path: '/sitemap-categories.xml', ...newestDay(games) },
      ...parts.flatMap((days, index) =>
        days.length === 0 ? [] : [{ path: `/sitemap-games.xml?page=${index + 1}`, ...newestDay(days) }],
      ),
    ]),
  );
}
