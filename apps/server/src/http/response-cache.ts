import { hash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest, RouteOptions, RouteShorthandOptions } from 'fastify';
import { createCache } from '../platform/cache.ts';
import type { Outage } from '../platform/database/outage.ts';
import { createAddressBook, isApiAddress } from './address.ts';
import { type CachedResponse, hasCurrentCopy, sendCachedResponse, sizeOfResponse } from './cached-response.ts';
import { compress, type Encoding, encodingFor } from './compression.ts';
import { toKeptResponse } from './kept-response.ts';
import { readPreferences } from './preferences.ts';
import { createRequestId } from './request-id.ts';

/** The change listener empties the cache at once. The age is a limit for the case that a message is lost. */
const MAX_AGE_MS = 5 * 60_000;

/** The version of a response that is kept only for the time without a database. */
const NEVER = -1;

const CACHED_HEADERS = ['content-type', 'cache-control', 'vary', 'content-security-policy', 'link', 'etag'] as const;
const API_HEADERS = {
  // A minute for a shared cache and half of that for a browser. The server checks prices again at the purchase.
  'cache-control': 'public, max-age=30, s-maxage=60, stale-while-revalidate=300',
  vary: 'accept-language, accept-encoding',
};

/** A response that is being made. Other requests for it wait until it is done. */
interface PendingResponse {
  key: string;
  /** The version of the cache when the work began. After a change the response is too old to be cached. */
  version: number;
  changes: number;
  /** Its route has answered. Otherwise its client has left before. */
  isAnswered: boolean;
  done: PromiseWithResolvers<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    pendingResponse?: PendingResponse;
    /** Its address has no page, and all such addresses have the same response. */
    hasNoPage?: boolean;
  }
}

export interface ResponseCacheOptions {
  maxBytes: number;
  /** Headers of every response, known before any request. */
  headers: Record<string, string>;
  outage: Outage;
  /** The age up to which a response is sent while the database is away. */
  keptMs: number;
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

/**
 * Public JSON depends on the address and the language only, pages on currency and theme too. They are sent again without
 * the database and the renderer, until a change of the catalogue makes them old on every node. An old response is sent only
 * in place of an error, by a node that reaches no database or knows of no change since: marked, and for a limited time.
 */
export function createResponseCache({ maxBytes, headers: commonHeaders, outage, keptMs }: ResponseCacheOptions) {
  const quarter = Math.floor(maxBytes / 4);
  const plain = createCache<CachedResponse>({ maxSize: maxBytes - quarter, sizeOf: sizeOfResponse });
  const queried = createCache<CachedResponse>({ maxSize: quarter, sizeOf: sizeOfResponse });
  const addresses = createAddressBook();
  const pending = new Map<string, PendingResponse>();
  /** Made-up addresses have endlessly many responses. They replace each other, and the others stay. */
  const responsesOf = (key: string) => (isPlain(key) ? plain : queried);
  let version = 0;
  /** The changes that this node was notified of. */
  let changes = 0;
  let served = 0;
  let servedKept = 0;

  /** No response made before now is current. */
  function beginVersion(): void {
    version++;
    if (keptMs === 0) for (const responses of [plain, queried]) responses.clear();
  }

  /** The catalogue has changed. */
  function clear(): void {
    changes++;
    beginVersion();
  }

  /** While the change listener is disconnected a change would not be noticed, so no response is current. */
  function setListening(value: boolean): void {
    outage.setListening(value);
    beginVersion();
  }

  const ageOf = (cached: CachedResponse): number => performance.now() - cached.madeAt;

  const isCurrent = (cached: CachedResponse): boolean =>
    outage.isListening() && cached.version === version && ageOf(cached) < MAX_AGE_MS;

  function findCurrent(key: string): CachedResponse | undefined {
    const cached = responsesOf(key).find(key);
    return cached && isCurrent(cached) ? cached : undefined;
  }

  /** For the time without a database. */
  function findKept(key: string): CachedResponse | undefined {
    const cached = responsesOf(key).find(key);
    return cached && ageOf(cached) < keptMs ? toKeptResponse(cached) : undefined;
  }

  /** In place of the error of a request that found the database away. */
  async function findKeptFor({ url, headers, isDatabaseAway }: FastifyRequest): Promise<CachedResponse | undefined> {
    if (!isDatabaseAway) return undefined;
    const isAway = await outage.report();
    const kept = findKept(keyOf(url, headers));
    // This node is notified of changes, and only its queries fail. What it knows to be old is not sent.
    return isAway || kept?.changes === changes ? kept : undefined;
  }

  /** Sends the response if it is cached, and returns whether it did. */
  function sendIfCached(key: string, request: IncomingMessage, response: ServerResponse, requestId: string): boolean {
    const current = findCurrent(key);
    const cached = current ?? (outage.isAway() ? findKept(key) : undefined);
    if (!cached) return false;
    if (!current) servedKept++;
    sendCachedResponse(cached, { request, response, requestId }, (compressed) => {
      if (!current) Object.assign(cached, compressed);
      else if (responsesOf(key).find(key) === cached) responsesOf(key).set(key, compressed);
    });
    return true;
  }

  /** Runs before Fastify: a cached response needs no route. The address is normalised. */
  function serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const key = keyOf(request.url ?? '', request.headers);
    const isServed = sendIfCached(key, request, response, createRequestId());
    if (isServed) served++;
    return isServed;
  }

  function finish(own: PendingResponse): void {
    if (pending.get(own.key) === own) pending.delete(own.key);
    own.done.resolve();
  }

  const onRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void): void =>
    answer(request, reply, done, true);

  function answer(request: FastifyRequest, reply: FastifyReply, done: () => void, mayWaitAgain: boolean): void {
    const key = keyOf(request.url, request.headers);
    const isSent = (): boolean => {
      if (!sendIfCached(key, request.raw, reply.raw, request.id)) return false;
      reply.hijack();
      return true;
    };
    /** One of those that waited in vain makes the response, and the others wait for that one. */
    const afterWaiting = (first: PendingResponse) => {
      if (isSent()) return;
      const isInVain = !first.isAnswered || first.version !== version;
      if (isInVain && mayWaitAgain) answer(request, reply, done, false);
      else done();
    };
    const first = pending.get(key);
    if (!outage.isListening()) {
      if (!isSent()) done();
    } else if (first?.version === version) first.done.promise.then(() => afterWaiting(first));
    else if (!isSent()) {
      beginResponse(key, request, reply);
      done();
    }
  }

  /** Answers the request with the cached response of another address, and returns whether there was one. */
  function sendCopyOf(address: string, request: FastifyRequest, reply: FastifyReply): boolean {
    const key = keyOf(addresses.normalize(address), request.headers);
    const isSent = sendIfCached(key, request.raw, reply.raw, request.id);
    if (isSent) reply.hijack();
    return isSent;
  }

  function beginResponse(key: string, request: FastifyRequest, reply: FastifyReply): void {
    const own: PendingResponse = { key, version, changes, isAnswered: false, done: Promise.withResolvers() };
    pending.set(key, own);
    request.pendingResponse = own;
    // Also when the client leaves or the route fails, so that the others do not wait for ever.
    reply.raw.once('close', () => finish(own));
  }

  async function onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    if (request.pendingResponse) request.pendingResponse.isAnswered = true;
    const kept = await findKeptFor(request);
    if (kept) return sendKept(kept, request, reply);
    const status = reply.statusCode === 404 && request.hasNoPage ? 404 : 200;
    if (reply.statusCode !== status || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return payload;
    const identity = typeof payload === 'string' ? Buffer.from(payload) : payload;
    for (const [name, value] of Object.entries(API_HEADERS)) if (!reply.hasHeader(name)) reply.header(name, value);
    // A response with no-store is never requested again by its tag.
    const isStored = !String(reply.getHeader('cache-control')).includes('no-store');
    const etag = isStored ? tagOf(identity) : undefined;
    if (etag) reply.header('etag', etag);
    const encoding = encodingFor(request.headers['accept-encoding'], identity.length);
    const body = encoding ? await compress(identity, encoding) : identity;
    if (isStored) {
      const headers = { ...commonHeaders, ...cachedHeadersOf(reply) };
      store(request, { status, headers, identity, ...(encoding && { [encoding]: body }) });
    }
    if (request.pendingResponse) finish(request.pendingResponse);
    if (status === 200 && hasCurrentCopy(request, etag)) {
      reply.code(304);
      return '';
    }
    if (encoding) reply.header('content-encoding', encoding);
    return body;
  }

  /** A response from before a change is not current, and neither is one of a node that is not notified of changes. */
  function store(
    request: FastifyRequest,
    made: Pick<CachedResponse, 'status' | 'headers' | 'identity' | Encoding>,
  ): void {
    const own = request.pendingResponse;
    const key = own?.key ?? keyOf(request.url, request.headers);
    const isNew = outage.isListening() && own?.version === version;
    if (!isNew && (keptMs === 0 || findCurrent(key))) return;
    const { language } = readPreferences(request.url, request.headers);
    const age = { version: isNew ? version : NEVER, changes: own?.changes, madeAt: performance.now() };
    responsesOf(key).set(key, { ...made, language, ...age });
  }

  /** In place of the error. */
  async function sendKept(kept: CachedResponse, request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
    servedKept++;
    reply.code(kept.status).removeHeader('retry-after').headers(kept.headers);
    const encoding = encodingFor(request.headers['accept-encoding'], kept.identity.length);
    if (encoding) reply.header('content-encoding', encoding);
    return encoding ? (kept[encoding] ?? compress(kept.identity, encoding)) : kept.identity;
  }

  /** The cached response of the API to a page that is being rendered in this process. */
  function findApiResponse(url: string): CachedResponse | undefined {
    const key = keyOf(addresses.normalize(url), {});
    return findCurrent(key) ?? (outage.isAway() ? findKept(key) : undefined);
  }

  /** Registers the query parameters of every route with cached responses. */
  function onRoute({ url, schema, onRequest: hooks }: RouteOptions): void {
    if (!isApiAddress(url) || ![hooks].flat().some((hook) => hook === onRequest)) return;
    const { properties = {} } = (schema?.querystring ?? {}) as { properties?: object };
    addresses.addRoute(url, Object.keys(properties));
  }

  /** Of the current responses. */
  function size() {
    const current = [...plain.list(), ...queried.list()].filter(([, cached]) => isCurrent(cached));
    return {
      entries: current.length,
      bytes: current.reduce((sum, [key, cached]) => sum + sizeOfResponse(cached, key), 0),
    };
  }

  /** The options of a route whose responses are cached. */
  const route: Pick<RouteShorthandOptions, 'onRequest' | 'onSend'> = { onRequest, onSend };
  return {
    route,
    onRoute,
    addresses,
    serve,
    sendCopyOf,
    findApiResponse,
    clear,
    setListening,
    size,
    served: () => served,
    servedKept: () => servedKept,
    close: outage.close,
  };
}

/** Weak, because the compressed bodies have the same tag. */
const tagOf = (identity: Buffer): string => `W/"${hash('sha256', identity, 'base64url').slice(0, 22)}"`;

function cachedHeadersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    CACHED_HEADERS.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
  );
}

/**
 * All that a response depends on: its normalised address and the preferences that the renderer receives. Values that the
 * store does not know make no difference, so that a client cannot fill the cache with them.
 */
export function keyOf(address: string, headers: IncomingHttpHeaders): string {
  const { language, currency = '', theme } = readPreferences(address, headers);
  return isApiAddress(address) ? `${language} ${address}` : `page ${language} ${currency} ${theme} ${address}`;
}

/**
 * Whether clients cannot make up endlessly many addresses of this kind: it has no query but the language, its numbers are
 * written in one way, and so is the path of a page.
 */
function isPlain(key: string): boolean {
  const [path = '', query] = key.slice(key.indexOf('/')).split('?', 2);
  if (query !== undefined && !/^lng=[\w-]+$/.test(query)) return false;
  const segment = isApiAddress(path)
    ? /^(?:[A-Za-z][\w-]*|(?:0|[1-9]\d*))$/
    : /^(?:[a-z][a-z0-9._-]*|_\.data|0|[1-9]\d*(?:\.data)?)$/;
  return (
    path === '/' ||
    path
      .slice(1)
      .split('/')
      .every((part) => segment.test(part))
  );
}
