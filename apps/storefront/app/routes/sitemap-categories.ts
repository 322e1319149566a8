import { openPage, required } from '~/lib/page.server.ts';
import { sitemapPart, xmlAnswer } from '~/lib/sitemap.ts';
import type { Route } from './+types/sitemap-categories';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { api, services } = openPage(args);
  const categories = await required(api.GET('/api/v1/info/categories'));
  const pages = categories.map(({ name }) => ({ path: `/catalog?${new URLSearchParams({ categoryname: name })}` }));
  return xmlAnswer(sitemapPart(services.publicUrl, pages));
}
