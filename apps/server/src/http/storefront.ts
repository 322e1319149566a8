import { existsSync } from 'node:fs';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { Preferences } from '@oyna/domain/preferences';
import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import type { Config } from '../config.ts';
import { createConcurrencyLimiter } from '../platform/concurrency-limiter.ts';
import { StartError } from '../platform/data-folder.ts';
import { networkOf } from '../platform/network-address.ts';
import { createPageParameters } from './address.ts';
import { busyPage } from './busy-page.ts';
import type { CachedResponse } from './cached-response.ts';
import { sendError, sendNotFound } from './errors.ts';
import { KEPT_HEADERS, withNotice } from './kept-response.ts';
import { readPreferences } from './preferences.ts';
import type { ResponseCache } from './response-cache.ts';
import { pagePolicy } from './security-headers.ts';

const BUILD = new URL('../../../storefront/build/', import.meta.url);
const PAGE_HEADERS = { 'cache-control': 'private, no-cache', vary: 'cookie, accept-language, accept-encoding' };
/** As long as responses of the API, so that prefetched data is still there when its link is clicked. */
const DATA_HEADERS = { ...PAGE_HEADERS, 'cache-control': 'private, max-age=30' };

/** The number of pages that one network address may have rendered. A person opens fewer pages than this. */
const RENDER_LIMIT = { max: 200, timeWindow: '10 seconds' };
/** Pages are rendered one after the other. One that takes longer waits for its data, and another begins beside it. */
const SLOT_MS = 100;

/** The address of a page's data, for navigation in the browser. */
const PAGE_DATA = /\.data(\?|$)/;

/** Addresses without a page get the page of this one. */
const NOT_FOUND = '/not-found';
/** A page of a game, whose data is asked for with its page. */
const GAME_PAGE = /^\/catalog\/(\d+)\/?(?:\?|$)/;
/** No game has this number. Its page is that of all games that do not exist. */
const NO_GAME = '/catalog/0';
/** Of an answer from this process, those that belong to the page. */
const PAGE_HEADER_NAMES = [
  'content-type',
  'content-encoding',
  'cache-control',
  'vary',
  'content-security-policy',
  'link',
  'etag',
];
/** What is not there gets no page. */
const OTHERS = ['/api/', '/media/'];

/** The only page whose scripts call another origin: the form sends the card to TalkBank. */
const CARD_FORM = /^\/payment-talk\/?(\?|$)/i;

interface StorefrontEntry {
  createLoadContext(services: object, preferences: Preferences): RouterContextProvider;
}

/** A page comes with the hashes of the inline scripts that the renderer wrote. */
type PageResponse = Response & { scriptHashes?: readonly string[] };

/** Serves the files of the build and renders the pages. Pages call the API inside the process. */
export async function mountStorefront(server: FastifyInstance, config: Config, cache: ResponseCache): Promise<void> {
  const entry = new URL('server/index.js', BUILD);
  if (!existsSync(entry)) throw new StartError('The storefront is not built: run `npm start`, or `npm run build`');
  // React reads this at its import. Without it, it runs its checks for developers.
  process.env['NODE_ENV'] ??= 'production';
  const { createRequestHandler } = await import('react-router');
  const build = (await import(pathToFileURL(fileURLToPath(entry)).href)) as ServerBuild;
  const handle = createRequestHandler(build, 'production');
  const { createLoadContext } = build.entry.module as unknown as StorefrontEntry;
  const pages = createPageParameters(listPageRoutes(build));
  cache.addresses.setPages(pages);
  const callApiFor = inProcessFetch(server, cache);
  const cardPartners = PAYMENT_PROVIDERS.filter(({ hasCardForm }) => hasCardForm).flatMap(({ name }) => {
    const settings = config.payments[name];
    return settings ? [new URL(settings.baseUrl).origin] : [];
  });
  const services = {
    storeName: config.storeName,
    publicUrl: config.publicUrl,
    demo: config.mode === 'demo',
    sandboxUrl: config.mode === 'demo' ? `http://localhost:${config.sandboxPort}` : undefined,
    production: config.mode === 'production',
    version: build.assets.version,
    contacts: config.contacts,
    socialPages: config.socialPages,
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

  const render = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 400, slotMs: SLOT_MS, refusal: 'unavailable' });

  /** A client that makes up addresses has one page rendered. */
  function shareNotFound(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
    const [path = '', query] = request.url.split('?', 2);
    if (path === NO_GAME) request.hasNoPage = true;
    else if (!pages.hasPage(path) && !OTHERS.some((start) => path.startsWith(start))) {
      request.hasNoPage = true;
      request.raw.url = `${NOT_FOUND}${PAGE_DATA.test(path) ? '.data' : ''}${query === undefined ? '' : `?${query}`}`;
    }
    done();
  }

  /** Asks as the page does, which then has the answer. With the link of an operator a game may be a draft. */
  async function isOfNoGame({ url: address, ip }: FastifyRequest, { language }: Preferences): Promise<boolean> {
    const id = GAME_PAGE.exec(address)?.[1];
    if (id === undefined || new URLSearchParams(address.split('?', 2)[1]).has('preview')) return false;
    const { status } = await callApiFor(ip)(`${config.publicUrl}/api/v1/game/${id}?lng=${language}`);
    // A number beyond all numbers of games is a 400.
    return status === 404 || status === 400;
  }

  /** A client that makes up numbers has one page rendered. */
  async function sendNoGame(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const query = request.url.split('?', 2)[1];
    const url = query === undefined ? NO_GAME : `${NO_GAME}?${query}`;
    if (cache.sendCopyOf(url, request, reply)) return reply;
    const { method, headers, ip: remoteAddress } = request;
    const page = await server.inject({ method: method as 'GET', url, headers, remoteAddress });
    for (const name of PAGE_HEADER_NAMES) if (page.headers[name]) reply.header(name, page.headers[name]);
    return reply.status(page.statusCode).send(page.rawPayload);
  }

  // Cached pages are sent before the limit counts.
  const options: RouteShorthandOptions = {
    ...cache.route,
    onRequest: [shareNotFound, ...[cache.route.onRequest ?? []].flat()],
    config: { rateLimit: RENDER_LIMIT },
    schema: { hide: true },
    errorHandler: (error, request, reply) => sendError(error, request, reply, busyPage),
  };
  server.get('/*', options, async (request, reply) => {
    if (OTHERS.some((start) => request.url.startsWith(start))) return sendNotFound(request, reply);
    const preferences = readPreferences(request.url, request.headers);
    // A page with a failed part is sent, and must not be cached. The same is true of a page of a draft.
    let isWhole = true;
    let isKept = false;
    const callApi = callApiFor(request.ip);
    const fetchPart: typeof fetch = async (...order) => {
      const answer = await callApi(...order);
      const isSecret = answer.ok && answer.headers.get('cache-control') === 'no-store';
      if (answer.status >= 500 || isSecret) isWhole = false;
      if (answer.status === 503) request.isDatabaseAway = true;
      if (answer.headers.has('cache-status')) isKept = true;
      return answer;
    };
    // The request has no headers: a page depends on its address and the preferences, as its cache key does. HEAD is
    // rendered like GET, and Fastify omits the body. The address is joined as text, because a path that begins with two
    // slashes would be resolved as another host.
    const work = async (): Promise<PageResponse | undefined> => {
      if (!request.hasNoPage && (await isOfNoGame(request, preferences))) return undefined;
      // Requests that arrived during the page before are answered first.
      await yieldToOthers();
      return handle(
        new Request(new URL(config.publicUrl).origin + request.url),
        createLoadContext({ ...services, fetch: fetchPart }, preferences),
      );
    };
    const page = await render(work, config.rateLimits ? networkOf(request.ip) : request.id);
    if (!page) return sendNoGame(request, reply);
    const partner = CARD_FORM.test(request.url) ? cardPartners.join(' ') || undefined : undefined;
    if (isKept) reply.headers(KEPT_HEADERS);
    if (!isWhole) reply.header('cache-control', 'no-store');
    else if (page.ok && PAGE_DATA.test(request.url) && !page.headers.has('cache-control')) reply.headers(DATA_HEADERS);
    return sendPage(reply, page, partner, isKept ? (html) => withNotice(html, preferences.language) : undefined);
  });
}

/** Which query parameters each page reads: its route names them in its handle. */
function listPageRoutes({ routes }: ServerBuild): Parameters<typeof createPageParameters>[0] {
  return Object.values(routes).flatMap((route) => {
    if (!route) return [];
    const { parameters = [] } = (route.module.handle ?? {}) as { parameters?: readonly string[] };
    return [{ id: route.id, path: route.path, parameters }];
  });
}

async function sendPage(
  reply: FastifyReply,
  response: PageResponse,
  partner: string | undefined,
  mark: (html: Buffer) => Buffer = (html) => html,
): Promise<FastifyReply> {
  response.headers.forEach((value, name) => void reply.header(name, value));
  const bytes = await response.bytes();
  let body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (response.headers.get('content-type')?.startsWith('text/html')) {
    reply.header('content-security-policy', pagePolicy(response.scriptHashes ?? [], partner));
    body = mark(body);
  }
  if (!reply.hasHeader('cache-control')) reply.headers(PAGE_HEADERS);
  return reply.status(response.status).send(body);
}

/** Asks in the name of a visitor: an endpoint with a limit counts the pages of each network. */
function inProcessFetch(server: FastifyInstance, cache: ResponseCache): (remoteAddress: string) => typeof fetch {
  return (remoteAddress) => async (input, init) => {
    const request = input instanceof Request && !init ? input : new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const cached = request.method === 'GET' ? cache.findApiResponse(pathname + search) : undefined;
    if (cached) return toResponse(cached);
    const answer = await server.inject({
      method: request.method as 'GET',
      url: pathname + search,
      remoteAddress,
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

function toResponse(cached: CachedResponse): Response {
  const { headers, identity } = cached;
  const json = async () => (cached.json ??= freeze(JSON.parse(identity.toString())));
  const text = async () => identity.toString();
  return Object.assign(new Response(null, { headers: { ...headers, 'content-length': String(identity.length) } }), {
    json,
    text,
  });
}

function freeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  Object.values(value).forEach(freeze);
  return Object.freeze(value);
}
