import type { Preferences } from '@oyna/domain/preferences';
import { renderToString } from 'react-dom/server';
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { dataScripts } from './lib/data-scripts.server.ts';
import { I18nProvider } from './lib/i18n/i18n-context.tsx';
import { serverTexts } from './lib/i18n/texts.server.ts';
import { collectScripts, SCRIPT_MARK } from './lib/inline-scripts.server.ts';
import { preferencesContext, preferencesOf } from './lib/preferences.ts';
import { createMarkupReuse } from './lib/reused.server.ts';
import { MarkupReuseContext } from './lib/reused.tsx';
import { ScriptMarkContext } from './lib/script-mark.ts';
import { type StorefrontServices, servicesContext } from './lib/services.ts';

/** What Google, VK and our own mails put into an address: such a page is for one visitor, once. */
const SECRET_PARAMETERS = ['code', 'token'];
const DOCTYPE = Buffer.from('<!DOCTYPE html>');
const EMPTY = Buffer.alloc(0);

/** For the server that mounts the pages; see lib/services.ts. */
export function createLoadContext(services: StorefrontServices, preferences: Preferences): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(preferencesContext, preferences);
  return context;
}

/**
 * The whole page at once rather than a stream: the server keeps it as bytes. `scriptHashes` are those of the inline
 * scripts that were written here, for the content policy; a script in the data of the page is not among them. Rendering to
 * a string takes a third less time than React's stream, at the price of handing the data over and of naming the kind of
 * document ourselves.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  const { searchParams } = new URL(request.url);
  if (SECRET_PARAMETERS.some((name) => searchParams.has(name))) headers.set('cache-control', 'no-store');
  const { language } = preferencesOf(loadContext);
  const { serverHandoffStream, ...context } = routerContext;
  const reuse = createMarkupReuse();
  const rendered = renderToString(
    <MarkupReuseContext value={reuse}>
      <ScriptMarkContext value={SCRIPT_MARK}>
        <I18nProvider i18n={serverTexts(language)}>
          <ServerRouter context={context} url={request.url} nonce={SCRIPT_MARK} />
        </I18nProvider>
      </ScriptMarkContext>
    </MarkupReuseContext>,
  );
  const { page, hashes } = collectScripts(rendered);
  const data = serverHandoffStream ? await dataScripts(serverHandoffStream) : { markup: EMPTY, hashes: [] };
  const bytes = Buffer.concat([DOCTYPE, ...reuse.toBytes(pictureFirst(page)), data.markup]);
  const scriptHashes = [...hashes, ...data.hashes];
  // Handed over as they are: a body of the response's own would be three more copies.
  return Object.assign(new Response(null, { status, headers }), { bytes: async () => bytes, scriptHashes });
}

/** A phone's first seconds belong to styles, fonts and the first picture; left alone, the browser fetches scripts before it. */
function pictureFirst(page: string): string {
  return page.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}
