import { renderToString } from 'react-dom/server';
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { dataScripts } from './lib/data-scripts.server.ts';
import { I18nProvider } from './lib/i18n/i18n-context.tsx';
import { serverTexts } from './lib/i18n/texts.server.ts';
import { readPreferences } from './lib/preferences.ts';
import { createMarkupReuse } from './lib/reused.server.ts';
import { MarkupReuseContext } from './lib/reused.tsx';
import { type StorefrontServices, servicesContext } from './lib/services.ts';

/** What Google, VK and our own mails put into an address: such a page is for one visitor, once. */
const SECRET_PARAMETERS = ['code', 'token'];
const DOCTYPE = Buffer.from('<!DOCTYPE html>');

/** For the server that mounts the pages; see lib/services.ts. */
export function createLoadContext(services: StorefrontServices): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  return context;
}

/**
 * The whole page at once rather than a stream: the server keeps it as bytes and hashes its inline scripts. Rendering to
 * a string takes a third less time than React's stream, at the price of handing the data over and of naming the kind of
 * document ourselves.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  const { searchParams } = new URL(request.url);
  if (SECRET_PARAMETERS.some((name) => searchParams.has(name))) headers.set('cache-control', 'no-store');
  const { language } = readPreferences(request);
  const { serverHandoffStream, ...context } = routerContext;
  const reuse = createMarkupReuse();
  const page = renderToString(
    <MarkupReuseContext value={reuse}>
      <I18nProvider i18n={serverTexts(language)}>
        <ServerRouter context={context} url={request.url} />
      </I18nProvider>
    </MarkupReuseContext>,
  );
  const data = serverHandoffStream ? [await dataScripts(serverHandoffStream)] : [];
  const bytes = Buffer.concat([DOCTYPE, ...reuse.toBytes(pictureFirst(page)), ...data]);
  // Handed over as they are: a body of the response's own would be three more copies.
  return Object.assign(new Response(null, { status, headers }), { bytes: async () => bytes });
}

/** A phone's first seconds belong to styles, fonts and the first picture; left alone, the browser fetches scripts before it. */
function pictureFirst(page: string): string {
  return page.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}
