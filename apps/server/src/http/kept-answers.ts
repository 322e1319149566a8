import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Answers as the bytes that go over the wire, each compressed once; when room runs out the longest unused goes first. */

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const WORTH_COMPRESSING = 1024;
/** In the order we like them; a visitor who gives one the weight 0 refuses it. */
const ENCODINGS = (['br', 'gzip'] as const).map((name) => ({
  name,
  accepted: new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`, 'i'),
}));
/** News of a change travels at once; this is for the time it takes to notice that news has stopped. */
const MAX_AGE_MS = 5 * 60_000;

export interface KeptAnswer {
  etag: string;
  /** What the answer says of itself: type, caching, policy. */
  head: Record<string, string>;
  identity: Buffer;
}

interface Entry extends KeptAnswer {
  keptAt: number;
  size: number;
  br?: Buffer;
  gzip?: Buffer;
}

/** `common` are the headers that every answer of the store carries. */
export function createKeptAnswers(maxBytes: number, common: Record<string, string>) {
  const entries = new Map<string, Entry>(); // in order of use: the first is the one to give up
  let bytes = 0;

  function remove(key: string): void {
    const entry = entries.get(key);
    if (!entry) return;
    bytes -= entry.size;
    entries.delete(key);
  }

  function put(key: string, entry: Entry): void {
    remove(key);
    entries.set(key, entry);
    bytes += entry.size;
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break;
      remove(oldest);
    }
  }

  async function compress(key: string, entry: Entry): Promise<void> {
    const [br, gz] = await Promise.all([compressBrotli(entry.identity, BROTLI), compressGzip(entry.identity)]);
    if (entries.get(key) === entry) put(key, { ...entry, br, gzip: gz, size: entry.size + br.length + gz.length });
  }

  return {
    find(key: string): Entry | undefined {
      const entry = entries.get(key);
      if (!entry || entry.keptAt + MAX_AGE_MS < Date.now()) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },

    keep(key: string, answer: KeptAnswer): void {
      const entry = { ...answer, keptAt: Date.now(), size: 2 * key.length + answer.identity.length + 400 };
      if (entry.size > maxBytes) return;
      put(key, entry);
      if (answer.identity.length > WORTH_COMPRESSING) void compress(key, entry);
    },

    clear(): void {
      entries.clear();
      bytes = 0;
    },

    size: () => ({ entries: entries.size, bytes }),

    send(entry: Entry, request: IncomingMessage, response: ServerResponse, requestId: string): void {
      const accepted = request.headers['accept-encoding'];
      const encoding = accepted && ENCODINGS.find((one) => entry[one.name] && one.accepted.test(accepted))?.name;
      const body = (encoding && entry[encoding]) || entry.identity;
      const head: Record<string, string | number> = {
        ...common,
        ...entry.head,
        etag: entry.etag,
        'x-request-id': requestId,
      };
      if (isKnownToVisitor(request, entry.etag)) {
        response.writeHead(304, head).end();
        return;
      }
      head['content-length'] = body.length;
      if (encoding) head['content-encoding'] = encoding;
      response.writeHead(200, head);
      if (request.method === 'HEAD') response.end();
      else response.end(body);
    },
  };
}

/** Whether the visitor has this very answer already. Tags are compared without their W/, as RFC 9110 §13.1.2 wants. */
export function isKnownToVisitor(request: Pick<IncomingMessage, 'headers'>, etag: string): boolean {
  const tags = request.headers['if-none-match'];
  return tags !== undefined && (tags === '*' || tags.includes(etag.replace('W/', '')));
}
