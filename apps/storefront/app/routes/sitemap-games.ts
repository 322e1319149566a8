import { MAX_PAGE_SIZE } from '@oyna/domain/constants';
import { data } from 'react-router';
import { openPage, required } from '~/lib/page.server.ts';
import { GAMES_PER_SITEMAP, sitemapPart, xmlAnswer } from '~/lib/sitemap.ts';
import type { Route } from './+types/sitemap-games';

const CALLS = GAMES_PER_SITEMAP / MAX_PAGE_SIZE;

/** A thousand games. By name, so that a game stays in its part while popularity changes from hour to hour. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { api, services } = openPage(args);
  const page = Number(new URL(args.request.url).searchParams.get('page') ?? 1);
  if (!Number.isSafeInteger(page) || page < 1) throw data(null, { status: 404 });
  const answers = await Promise.all(
    Array.from({ length: CALLS }, (_, index) => {
      const pageNumber = (page - 1) * CALLS + index + 1;
      return required(
        api.GET('/api/v1/game', { params: { query: { pageNumber, pageSize: MAX_PAGE_SIZE, orderby: 'name' } } }),
      );
    }),
  );
  const games = answers.flatMap(({ items }) => items);
  if (games.length === 0) throw data(null, { status: 404 });
  return xmlAnswer(
    sitemapPart(
      services.publicUrl,
      games.map(({ gameId }) => ({ path: `/catalog/${gameId}` })),
    ),
  );
}
