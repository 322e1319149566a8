import { hash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { docsPolicy } from './security-headers.ts';

const PAGE = '/api/docs/';
/** The library gives this address to the browser. */
const SCRIPT = `${PAGE}js/scalar.js`;

/** The page about the API. Its library is four megabytes of code, which the first request for the page loads. */
export function registerReference(server: FastifyInstance, title: string): void {
  let loaded: ReturnType<typeof loadReference> | undefined;
  const load = () => {
    loaded ??= loadReference(title).catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
  const schema = { hide: true };
  server.get(PAGE.slice(0, -1), { schema }, (_request, reply) => reply.redirect(PAGE, 301));
  server.get(PAGE, { schema }, async (_request, reply) => {
    const { page, policy } = await load();
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page);
  });
  server.get(SCRIPT, { schema }, async (_request, reply) => {
    const { script } = await load();
    return reply.type('application/javascript; charset=utf-8').send(script);
  });
}

async function loadReference(pageTitle: string) {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  const library = Fastify();
  await library.register(apiReference, {
    routePrefix: PAGE,
    configuration: {
      url: '/api/openapi.json',
      favicon: '/images/favicon.svg',
      pageTitle,
      // The page must not call the maker of the library.
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  const { body: page } = await library.inject(PAGE);
  const { body: script } = await library.inject(SCRIPT);
  await library.close();
  return { page, script, policy: docsPolicy(hashInlineScripts(page)) };
}

/** The library makes these scripts from our settings. They contain no request data. */
function hashInlineScripts(page: string): string[] {
  const scripts = page.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs);
  return Array.from(scripts, ([, code = '']) => `sha256-${hash('sha256', code, 'base64')}`);
}
