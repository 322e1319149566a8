import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { I18nProvider } from './lib/i18n/i18n-context.tsx';
import { serverI18n } from './lib/i18n/texts.server.ts';
import { readPreferences } from './lib/preferences.ts';
import { type StorefrontServices, servicesContext } from './lib/services.ts';

/** For the server that mounts the pages; see lib/services.ts. */
export function createLoadContext(services: StorefrontServices): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  return context;
}

/** The whole page at once rather than a stream: the server keeps it as bytes and hashes its inline scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { language } = readPreferences(request);
  const html = await renderToBytes(
    <I18nProvider i18n={serverI18n(language)}>
      <ServerRouter context={routerContext} url={request.url} />
    </I18nProvider>,
  );
  return new Response(html, { status, headers });
}

function renderToBytes(page: React.ReactNode): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        // React uses its buffer again for the next chunk.
        chunks.push(Buffer.from(chunk));
        done();
      },
      final(done) {
        resolve(new Uint8Array(Buffer.concat(chunks)));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => pipe(sink),
      onError: reject,
      // Large parts would otherwise be put at the end and moved into place by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    });
  });
}
