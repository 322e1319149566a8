import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { languageOf } from './language.ts';

/**
 * Public answers depend on URL and language alone, so they are kept as bytes and answered without touching the
 * database, the serialiser or the compressor again. A change of the catalogue empties the store on every node.
 */

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const WORTH_COMPRESSING = 1024;
const ENCODINGS = ['br', 'gzip'] as const;

interface Entry {
  etag: string;
  /** What the answer says of itself: type, caching, policy. */
  head: Record<string, string>;
  identity: Buffer;
  keptAt: number;
  br?: Buffer;
  gzip?: Buffer;
}

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

/** Everything beside the URL that an answer depends on. */
type Dependence = (request: FastifyRequest) => string;

const KEPT_HEADERS = ['content-type', 'cache-control', 'vary', 'content-security-policy'] as const;
const API_HEADERS = {
  // A minute for a shared cache, half of that for a browser: prices are checked again by the server anyway.
  'cache-control': 'public, max-age=30, s-maxage=60, stale-while-revalidate=300',
  vary: 'accept-language, accept-encoding',
};
/** News of a change travels at once; this is for the time it takes to notice that news has stopped. */
const MAX_AGE_MS = 5 * 60_000;

export interface ResponseCacheOptions {
  maxBytes: number;
  /** Headers every answer carries, known before any request. */
  headers: Record<string, string>;
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

export function createResponseCache({ maxBytes, headers: common }: ResponseCacheOptions) {
  const entries = new Map<string, Entry>(); // in order of use: the first is the one to give up
  const flights = new Map<string, Flight>();
  let bytes = 0;
  let version = 0;
  let enabled = true;

  function clear(): void {
    version++;
    entries.clear();
    bytes = 0;
  }

  /** Without news of changes nothing kept can be trusted. */
  function setEnabled(value: boolean): void {
    enabled = value;
    clear();
  }

  function keep(key: string, entry: Entry): void {
    remove(key);
    entries.set(key, entry);
    bytes += sizeOf(key, entry);
    for (const [oldest] of entries) {
      if (bytes <= maxBytes) break;
      remove(oldest);
    }
  }

  function remove(key: string): void {
    const entry = entries.get(key);
    if (!entry) return;
    bytes -= sizeOf(key, entry);
    entries.delete(key);
  }

  function answer(request: FastifyRequest, reply: FastifyReply, entry: Entry): void {
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = ENCODINGS.find((name) => entry[name] && accepted.includes(name));
    const body = (encoding && entry[encoding]) || entry.identity;
    const head: Record<string, string | number> = {
      ...common,
      ...entry.head,
      etag: entry.etag,
      'x-request-id': request.id,
    };
    const { raw } = reply;
    reply.hijack();
    if (request.headers['if-none-match']?.includes(entry.etag)) {
      raw.writeHead(304, head).end();
      return;
    }
    head['content-length'] = body.length;
    if (encoding) head['content-encoding'] = encoding;
    raw.writeHead(200, head);
    if (request.method === 'HEAD') raw.end();
    else raw.end(body);
  }

  function onRequest(dependsOn: Dependence, request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    if (!enabled) return done();
    const key = `${dependsOn(request)} ${request.url}`;
    const entry = entries.get(key);
    if (entry && entry.keptAt + MAX_AGE_MS > Date.now()) {
      entries.delete(key);
      entries.set(key, entry);
      return answer(request, reply, entry);
    }
    const flight = flights.get(key);
    // Of many who ask for the same thing at once, one goes to the database; the others wait for its answer.
    if (flight) {
      flight.done.then(() => {
        const landed = entries.get(key);
        if (landed) answer(request, reply, landed);
        else done();
      });
      return;
    }
    let land = () => {};
    const promise = new Promise<void>((resolve) => {
      land = () => {
        flights.delete(key);
        resolve();
      };
    });
    flights.set(key, { done: promise, land });
    request.cacheKey = key;
    request.cacheVersion = version;
    reply.raw.once('close', land); // whatever becomes of it, nobody waits for ever
    done();
  }

  async function onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const { cacheKey: key, cacheVersion } = request;
    if (reply.statusCode !== 200 || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return payload;
    const identity = Buffer.from(payload as string);
    const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', etag);
    for (const [name, value] of Object.entries(API_HEADERS)) if (!reply.hasHeader(name)) reply.header(name, value);
    if (!key) return payload;
    const head = Object.fromEntries(
      KEPT_HEADERS.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
    );
    const entry: Entry = { etag, head, identity, keptAt: Date.now() };
    if (cacheVersion === version && enabled) {
      keep(key, entry);
      if (identity.length > WORTH_COMPRESSING) void compress(key, entry);
    }
    flights.get(key)?.land();
    if (request.headers['if-none-match']?.includes(etag)) {
      reply.code(304);
      return '';
    }
    return payload;
  }

  async function compress(key: string, entry: Entry): Promise<void> {
    const [br, gz] = await Promise.all([compressBrotli(entry.identity, BROTLI), compressGzip(entry.identity)]);
    if (entries.get(key) !== entry) return;
    remove(key);
    keep(key, { ...entry, br, gzip: gz });
  }

  /** What a route adds to its options for its answers to be kept. */
  const keeping = (dependsOn: Dependence): Pick<RouteShorthandOptions, 'onRequest' | 'onSend'> => ({
    onRequest: (request, reply, done) => onRequest(dependsOn, request, reply, done),
    onSend,
  });
  return { keeping, route: keeping(languageOf), clear, setEnabled, size: () => ({ entries: entries.size, bytes }) };
}

const sizeOf = (key: string, entry: Entry) =>
  2 * key.length + entry.identity.length + (entry.br?.length ?? 0) + (entry.gzip?.length ?? 0) + 400;
