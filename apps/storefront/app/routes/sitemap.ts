import { GAMES_PER_SITEMAP } from '@oyna/domain/constants';
import { openPage, required } from '~/lib/page.server.ts';
import { sitemapIndex, xmlAnswer } from '~/lib/sitemap.ts';
import type { Route } from './+types/sitemap';

/** The parts stand beside it at the root: a sitemap may only speak of addresses below its own folder. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { api, services } = openPage(args);
  const { totalSize } = await required(api.GET('/api/v1/game', { params: { query: { pageNumber: 1, pageSize: 1 } } }));
  const gameParts = Math.ceil(totalSize / GAMES_PER_SITEMAP);
  const games = Array.from({ length: gameParts }, (_, index) => `/sitemap-games.xml?page=${index + 1}`);
  return xmlAnswer(sitemapIndex(services.publicUrl, ['/sitemap-pages.xml', '/sitemap-categories.xml', ...games]));
}
