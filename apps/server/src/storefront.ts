import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import type { Config } from './config.ts';
import { StartError } from './data-folder.ts';
import { sendNotFound } from './http/errors.ts';
import type { ResponseCache } from './http/response-cache.ts';
import { pagePolicy } from './http/security-headers.ts';

const BUILD = new URL('../../storefront/build/', import.meta.url);
const PAGE_HEADERS = { 'cache-control': 'private, no-cache', vary: 'cookie, accept-language, accept-encoding' };

interface StorefrontEntry {
  createLoadContext(services: object): RouterContextProvider;
}

/** Serves the built pages: their files as they are, everything else rendered here, with the API called in-process. */
export async function mountStorefront(server: FastifyInstance, config: Config, cache: ResponseCache): Promise<void> {
  const entry = new URL('server/index.js', BUILD);
  if (!existsSync(entry)) throw new StartError('The storefront is not built: run `npm start`, or `npm run build`');
  const build = (await import(pathToFileURL(fileURLToPath(entry)).href)) as ServerBuild;
  const handle = createRequestHandler(build, 'production');
  const { createLoadContext } = build.entry.module as unknown as StorefrontEntry;
  const callApi = inProcessFetch(server);
  const services = {
    storeName: config.storeName,
    publicUrl: config.publicUrl,
    demo: config.mode === 'demo',
    sandboxUrl: config.mode === 'demo' ? `http://localhost:${config.sandboxPort}` : undefined,
    production: config.mode === 'production',
  };

  await server.register(fastifyStatic, {
    root: fileURLToPath(new URL('client/', BUILD)),
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders(response, path) {
      const isHashed = path.includes('/assets/');
      response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
    },
  });

  server.get('/*', { ...cache.route, schema: { hide: true } }, async (request, reply) => {
    if (request.url.startsWith('/api/') || request.url.startsWith('/media/')) return sendNotFound(request, reply);
    // A page still opens when a part of it fails; it says so, and must not be kept saying so.
    let isWhole = true;
    const fetchPart: typeof fetch = async (...order) => {
      const answer = await callApi(...order);
      if (answer.status >= 500) isWhole = false;
      return answer;
    };
    const page = await handle(
      toWebRequest(request, config.publicUrl),
      createLoadContext({ ...services, fetch: fetchPart }),
    );
    return sendPage(isWhole ? reply : reply.header('cache-control', 'no-store'), page);
  });
}

function toWebRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers();
  for (const name of ['cookie', 'accept-language', 'user-agent']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  // Joined as text: resolved as an address, a path that begins with two slashes would name another host.
  return new Request(new URL(publicUrl).origin + request.url, { method: request.method, headers });
}

async function sendPage(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  response.headers.forEach((value, name) => void reply.header(name, value));
  const body = Buffer.from(await response.arrayBuffer());
  if (response.headers.get('content-type')?.startsWith('text/html')) {
    reply.header('content-security-policy', pagePolicy(body.toString()));
  }
  if (!reply.hasHeader('cache-control')) reply.headers(PAGE_HEADERS);
  return reply.status(response.status).send(body);
}

function inProcessFetch(server: FastifyInstance): typeof fetch {
  return async (input, init) => {
    const request = new Request(input instanceof URL ? input.href : input, init);
    const { pathname, search } = new URL(request.url);
    const answer = await server.inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(request.body ? { payload: Buffer.from(await request.arrayBuffer()) } : {}),
    });
    const headers = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const hasBody = ![204, 304].includes(answer.statusCode);
    return new Response(hasBody ? new Uint8Array(answer.rawPayload) : null, { status: answer.statusCode, headers });
  };
}
