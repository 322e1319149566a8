import { data } from 'react-router';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { openPage, required } from '~/lib/page.server.ts';
import { sitemapPart, xmlAnswer } from '~/lib/sitemap.ts';
import type { Route } from './+types/sitemap-games';

export const handle = { parameters: ['page'] } satisfies RouteTexts;

/** More than any catalogue has. */
const LAST_PAGE = 1_000_000;

/** A thousand games, each with the day of its last change. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { api, services } = openPage(args);
  const pageNumber = Number(new URL(args.request.url).searchParams.get('page') ?? 1);
  if (!Number.isSafeInteger(pageNumber) || pageNumber < 1 || pageNumber > LAST_PAGE) throw data(null, { status: 404 });
  const games = await required(api.GET('/api/v1/info/games', { params: { query: { pageNumber } } }));
  if (games.length === 0) throw data(null, { status: 404 });
  const pages = games.map(({ id, updatedOn }) => ({ path: `/catalog/${id}`, lastModified: updatedOn }));
  return xmlAnswer(sitemapPart(services.publicUrl, pages));
}
