import { hash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest, RouteOptions, RouteShorthandOptions } from 'fastify';
import { createAddressBook, isApiAddress } from './address.ts';
import { compress, encodingFor } from './compression.ts';
import { createKeptAnswers, isKnownToVisitor, type KeptAnswer } from './kept-answers.ts';
import { readPreferences } from './preferences.ts';
import { createRequestId } from './request-id.ts';

/**
 * Public JSON depends on URL and language alone, pages on currency and theme too, so they are kept and answered without
 * touching the database, the router or the renderer again. A change of the catalogue empties the store on every node.
 */

const KEPT_HEADERS = ['content-type', 'cache-control', 'vary', 'content-security-policy', 'link'] as const;
const API_HEADERS = {
  // A minute for a shared cache, half of that for a browser: prices are checked again by the server anyway.
  'cache-control': 'public, max-age=30, s-maxage=60, stale-while-revalidate=300',
  vary: 'accept-language, accept-encoding',
};

interface Flight {
  done: Promise<void>;
  land: () => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    cacheKey?: string;
    cacheVersion?: number;
  }
}

export interface ResponseCacheOptions {
  maxBytes: number;
  /** Headers every answer carries, known before any request. */
  headers: Record<string, string>;
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

export function createResponseCache({ maxBytes, headers }: ResponseCacheOptions) {
  const kept = createKeptAnswers(maxBytes, headers);
  const addresses = createAddressBook();
  const flights = new Map<string, Flight>();
  let version = 0;
  let enabled = true;
  let served = 0;

  function clear(): void {
    version++;
    kept.clear();
  }

  /** Without news of changes nothing kept can be trusted. */
  function setEnabled(value: boolean): void {
    enabled = value;
    clear();
  }

  /** Answers in front of everything else, if the answer is there; says whether it did. The address is in its one form. */
  function serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (!enabled || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const entry = kept.find(keyOf(request.url ?? '', request.headers));
    if (!entry) return false;
    kept.send(entry, request, response, createRequestId());
    served++;
    return true;
  }

  function onRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    if (!enabled) {
      done();
      return;
    }
    const key = keyOf(request.url, request.headers);
    const answerIfKept = (): boolean => {
      const entry = kept.find(key);
      if (!entry) return false;
      reply.hijack();
      kept.send(entry, request.raw, reply.raw, request.id);
      return true;
    };
    if (answerIfKept()) return;
    const flight = flights.get(key);
    // Of many who ask for the same thing at once, one goes to the database; the others wait for its answer.
    if (flight) {
      flight.done.then(() => answerIfKept() || done());
      return;
    }
    flights.set(
      key,
      createFlight(() => flights.delete(key)),
    );
    request.cacheKey = key;
    request.cacheVersion = version;
    reply.raw.once('close', () => flights.get(key)?.land()); // whatever becomes of it, nobody waits for ever
    done();
  }

  async function onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    if (reply.statusCode !== 200 || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return payload;
    const identity = typeof payload === 'string' ? Buffer.from(payload) : payload;
    // Weak, because the compressed bytes answer to the same name.
    const etag = `W/"${hash('sha256', identity, 'base64url').slice(0, 22)}"`;
    reply.header('etag', etag);
    for (const [name, value] of Object.entries(API_HEADERS)) if (!reply.hasHeader(name)) reply.header(name, value);
    const { cacheKey: key, cacheVersion } = request;
    const encoding = encodingFor(request.headers['accept-encoding'], identity.length);
    const isKeepable = !String(reply.getHeader('cache-control')).includes('no-store');
    const isCurrent = cacheVersion === version && enabled;
    const entry = key && isKeepable && isCurrent ? kept.keep(key, { etag, head: headOf(reply), identity }) : undefined;
    if (key) flights.get(key)?.land();
    if (isKnownToVisitor(request, etag)) {
      reply.code(304);
      return '';
    }
    if (!encoding) return payload;
    reply.header('content-encoding', encoding);
    return entry ? kept.bodyOf(entry, encoding) : compress(identity, encoding);
  }

  /** An answer of the API that is at hand, for the pages of this process. */
  function findAnswer(url: string): KeptAnswer | undefined {
    return enabled ? kept.find(keyOf(addresses.normalize(url), {})) : undefined;
  }

  /** Learns the parameters of every route whose answers are kept. */
  function onRoute({ url, schema, onRequest: hooks }: RouteOptions): void {
    if (!isApiAddress(url) || ![hooks].flat().some((hook) => hook === onRequest)) return;
    const { properties = {} } = (schema?.querystring ?? {}) as { properties?: object };
    addresses.addRoute(url, Object.keys(properties));
  }

  /** What a route adds to its options for its answers to be kept. */
  const route: Pick<RouteShorthandOptions, 'onRequest' | 'onSend'> = { onRequest, onSend };
  return { route, onRoute, addresses, serve, findAnswer, clear, setEnabled, size: kept.size, served: () => served };
}

function createFlight(onLanded: () => void): Flight {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    done: promise,
    land() {
      onLanded();
      resolve();
    },
  };
}

function headOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
  );
}

/**
 * All that an answer depends on: its address in its one form and the preferences that the renderer gets. Only values of
 * the store make a difference, so that noise cannot fill the cache.
 */
export function keyOf(address: string, headers: IncomingHttpHeaders): string {
  const { language, currency = '', theme } = readPreferences(address, headers);
  return isApiAddress(address) ? `${language} ${address}` : `page ${language} ${currency} ${theme} ${address}`;
}
