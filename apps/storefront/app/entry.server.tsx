import type { Preferences } from '@oyna/domain/preferences';
import { renderToString } from 'react-dom/server';
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { DATA_SCRIPT_HASH, dataScripts } from './lib/data-scripts.server.ts';
import { createFragmentCache } from './lib/fragment-cache.server.ts';
import { FragmentCacheContext } from './lib/fragment-cache.tsx';
import { I18nProvider } from './lib/i18n/i18n-context.tsx';
import { serverTexts } from './lib/i18n/texts.server.ts';
import { NonceContext } from './lib/nonce-context.ts';
import { preferencesContext, preferencesOf } from './lib/preferences.ts';
import { RENDER_NONCE, replaceNonceByHashes } from './lib/script-hashes.server.ts';
import { type StorefrontServices, servicesContext } from './lib/services.ts';

/** Google, VK and our own mails put secrets into these parameters: such a page must not be stored. */
const SECRET_PARAMETERS = ['code', 'token', 'preview'];

const DOCTYPE = Buffer.from('<!DOCTYPE html>');

/** For the server that mounts the pages; see lib/services.ts. */
export function createLoadContext(services: StorefrontServices, preferences: Preferences): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(preferencesContext, preferences);
  return context;
}

/**
 * Renders the whole page to a string: React's stream takes twice the CPU time (docs/decisions/019), and the server caches
 * pages as bytes. `scriptHashes` are those of the inline scripts that components wrote, for the content policy. A script in
 * the data of the page is not among them.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  if (SECRET_PARAMETERS.some((name) => searchParams.has(name))) headers.set('cache-control', 'no-store');
  headers.set('content-type', 'text/html; charset=utf-8');
  const links = styleLinks(routerContext);
  if (links.length > 0) headers.set('link', links.join(', '));
  const { language } = preferencesOf(loadContext);
  const { serverHandoffStream, ...context } = routerContext;
  const fragments = createFragmentCache();
  const html = renderToString(
    <FragmentCacheContext value={fragments}>
      <NonceContext value={RENDER_NONCE}>
        <I18nProvider i18n={serverTexts(language)}>
          <ServerRouter context={context} url={request.url} nonce={RENDER_NONCE} />
        </I18nProvider>
      </NonceContext>
    </FragmentCacheContext>,
  );
  const data = serverHandoffStream ? await dataScripts(serverHandoffStream) : [];
  const { page, hashes } = replaceNonceByHashes(html);
  const bytes = Buffer.concat([DOCTYPE, ...fragments.toBytes(withLateScripts(page)), ...data]);
  const scriptHashes = [...hashes, DATA_SCRIPT_HASH];
  // A body of the response would copy the bytes three times.
  return Object.assign(new Response(null, { status, headers }), { bytes: async () => bytes, scriptHashes });
}

/** Browsers paint nothing before the styles, but find them in the page only behind fonts, scripts and texts. */
function styleLinks({ manifest, staticHandlerContext }: EntryContext): string[] {
  const files = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []);
  return [...new Set(files)].map((href) => `<${href}>; rel=preload; as=style`);
}

/** Styles, fonts and the first picture come before scripts. React Router has no option for this. */
function withLateScripts(page: string): string {
  return page.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}
