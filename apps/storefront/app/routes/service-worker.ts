import { createHash } from 'node:crypto';
import { offlinePage } from '~/features/offline/offline-page.server.tsx';
import worker from '~/features/offline/service-worker.js?raw';
import { servicesOf } from '~/lib/services.ts';
import type { Route } from './+types/service-worker';

/** A browser takes a new one when a byte of it differs, so it changes with the build and with the page that it keeps. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { storeName, version } = servicesOf(context);
  const made = createHash('sha256').update(version).update(offlinePage(storeName)).digest('hex').slice(0, 8);
  return new Response(`const VERSION = '${made}';\n${worker}`, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      // What it may fetch is what its own answer allows.
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    },
  });
}
