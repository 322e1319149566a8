import { servicesOf } from '~/lib/services.ts';
import { DEFAULT_THEME, THEME_COLOURS } from '~/lib/theme/theme.ts';
import type { Route } from './+types/manifest';

/** For "add to home screen". */
export function loader({ context }: Route.LoaderArgs): Response {
  const { storeName } = servicesOf(context);
  const manifest = {
    id: '/',
    name: storeName,
    short_name: storeName,
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: THEME_COLOURS[DEFAULT_THEME],
    theme_color: THEME_COLOURS[DEFAULT_THEME],
    icons: [
      { src: '/images/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/images/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/images/icon-512.png', type: 'image/png', sizes: '512x512' },
      { src: '/images/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  };
  return Response.json(manifest, { headers: { 'content-type': 'application/manifest+json' } });
}
