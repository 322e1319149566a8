import { offlinePage } from '~/features/offline/offline-page.server.tsx';
import { servicesOf } from '~/lib/services.ts';
import type { Route } from './+types/offline';

/** Only for the service worker, which caches it for times without a network. */
export function loader({ context }: Route.LoaderArgs): Response {
  const page = offlinePage(servicesOf(context).storeName);
  return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}
