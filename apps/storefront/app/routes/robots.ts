import { servicesOf } from '~/lib/services.ts';
import type { Route } from './+types/robots';

/** What belongs to one customer, and what is not a page. Search results may be read; they say noindex themselves. */
const PRIVATE = [
  '/api/',
  '/dev/',
  '/cart',
  '/payment',
  '/payment-talk',
  '/profile',
  '/edit-profile',
  '/favourites',
  '/history',
  '/replenishment-history',
  '/top-up/',
  '/menu',
];

export function loader({ context }: Route.LoaderArgs): Response {
  const { publicUrl } = servicesOf(context);
  const lines = [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
