import { newsPath } from '~/features/info/news-list.tsx';
import { openPage, required } from '~/lib/page.server.ts';
import { sitemapPart, xmlAnswer } from '~/lib/sitemap.ts';
import type { Route } from './+types/sitemap-pages';

/** Public pages that exist; a new one is added with its route. */
const PATHS = [
  '/',
  '/about',
  '/catalog',
  '/categories',
  '/services',
  '/steam',
  '/pubg',
  '/subscribes',
  '/discounts',
  '/news',
  '/support',
  '/guarantee',
  '/user-agreement',
  '/policy',
  '/public-offer',
  '/platron-documentation',
];

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { api, services } = openPage(args);
  const news = await required(api.GET('/api/v1/news'));
  const articles = news.map(({ id, publishedOn }) => ({ path: newsPath(id), lastModified: publishedOn }));
  return xmlAnswer(sitemapPart(services.publicUrl, [...PATHS.map((path) => ({ path })), ...articles]));
}
