import { servicesOf } from '~/lib/services.ts';
import { sitemapPart, xmlAnswer } from '~/lib/sitemap.ts';
import type { Route } from './+types/sitemap-pages';

/** Public pages that exist; a new one is added with its route. */
const PATHS = ['/', '/catalog', '/categories', '/services', '/subscribes', '/discounts'];

export function loader({ context }: Route.LoaderArgs): Response {
  return xmlAnswer(
    sitemapPart(
      servicesOf(context).publicUrl,
      PATHS.map((path) => ({ path })),
    ),
  );
}
