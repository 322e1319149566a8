import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendNotFound } from './errors.ts';
import { pagePolicy } from './security-headers.ts';

const BUILD = new URL('../../../console/build/client/', import.meta.url);
const NOT_BUILT = '<!doctype html><title>Console</title><p>The console is not built: run `npm run build`.</p>';

interface ConsolePagesOptions {
  /** The page of patterns is for developers. Production has neither the page nor its files. */
  hasPatterns: boolean;
  build?: URL;
}

/** Serves the built console. Every address that is no file and no call gets the same page, which routes in the browser. */
export async function mountConsolePages(
  server: FastifyInstance,
  { hasPatterns, build = BUILD }: ConsolePagesOptions,
): Promise<void> {
  const index = new URL('index.html', build);
  const page = existsSync(index) ? readFileSync(index, 'utf8') : NOT_BUILT;
  // The build writes a few inline scripts. They are known now, and no other runs.
  const scripts = page.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs);
  const policy = pagePolicy(Array.from(scripts, ([, code = '']) => `sha256-${hash('sha256', code, 'base64')}`));
  if (page !== NOT_BUILT) {
    await server.register(fastifyStatic, {
      root: fileURLToPath(build),
      wildcard: false,
      index: false,
      preCompressed: true,
      globIgnore: ['**/index.html', ...(hasPatterns ? [] : ['**/patterns-*'])],
      setHeaders(response, path) {
        const isHashed = path.includes('/assets/');
        response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
      },
    });
  }
  server.get('/*', { schema: { hide: true } }, (request, reply) => {
    const isPage =
      !/^\/(api|assets)\//.test(request.url) && (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/);
    const isHidden = !hasPatterns && /^\/patterns\/?(\?|$)/.test(request.url);
    if (!isPage || isHidden) return sendNotFound(request, reply);
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page);
  });
  server.setNotFoundHandler(sendNotFound);
}
