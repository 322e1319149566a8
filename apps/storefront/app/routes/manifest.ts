import { LANGUAGE_TAGS } from '@oyna/domain/constants';
import { DEFAULT_THEME } from '@oyna/domain/preferences';
import { openPage } from '~/lib/page.server.ts';
import { THEME_COLOURS } from '~/lib/theme/theme.ts';
import type { Route } from './+types/manifest';

/** For "add to home screen". */
export function loader(args: Route.LoaderArgs): Response {
  const { services, language, texts } = openPage(args);
  const { storeName } = services;
  const manifest = {
    id: '/',
    name: storeName,
    short_name: storeName,
    description: texts('meta')('home-description', { storeName }),
    lang: LANGUAGE_TAGS[language],
    start_url: '/',
    scope: '/',
    display: 'standalone',
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
