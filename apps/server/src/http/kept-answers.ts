import type { IncomingMessage, ServerResponse } from 'node:http';
import { compress, type Encoding, encodingFor } from './compression.ts';

/** Answers as the bytes that go over the wire, each compressed once; when room runs out the longest unused goes first. */

/** News of a change travels at once; this is for the time it takes to notice that news has stopped. */
const MAX_AGE_MS = 5 * 60_000;

export interface KeptAnswer {
  etag: string;
  /** What the answer says of itself: type, caching, policy. */
  head: Record<string, string>;
  identity: Buffer;
}

interface Entry extends KeptAnswer {
  key: string;
  keptAt: number;
  size: number;
  /** Made when the first visitor who can read it asks. */
  compressed: Partial<Record<Encoding, Buffer | Promise<Buffer>>>;
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

  function makeRoom(): void {
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break;
      remove(oldest);
    }
  }

  async function compressOnce(entry: Entry, encoding: Encoding): Promise<Buffer> {
    const body = await compress(entry.identity, encoding).finally(() => delete entry.compressed[encoding]);
    entry.compressed[encoding] = body;
    if (entries.get(entry.key) !== entry) return body;
    entry.size += body.length;
    bytes += body.length;
    makeRoom();
    return body;
  }

  function bodyOf(entry: Entry, encoding: Encoding | undefined): Buffer | Promise<Buffer> {
    if (!encoding) return entry.identity;
    entry.compressed[encoding] ??= compressOnce(entry, encoding);
    return entry.compressed[encoding];
  }

  return {
    find(key: string): Entry | undefined {
      const entry = entries.get(key);
      if (!entry || entry.keptAt + MAX_AGE_MS < Date.now()) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },

    keep(key: string, answer: KeptAnswer): Entry {
      const size = 2 * key.length + answer.identity.length + 400;
      const entry = { ...answer, key, keptAt: Date.now(), size, compressed: {} };
      if (size > maxBytes) return entry;
      remove(key);
      entries.set(key, entry);
      bytes += size;
      makeRoom();
      return entry;
    },

    clear(): void {
      entries.clear();
      bytes = 0;
    },

    size: () => ({ entries: entries.size, bytes }),

    bodyOf,

    send(entry: Entry, request: IncomingMessage, response: ServerResponse, requestId: string): void {
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
      const encoding = encodingFor(request.headers['accept-encoding'], entry.identity.length);
      if (encoding) head['content-encoding'] = encoding;
      const write = (body: Buffer) => {
        head['content-length'] = body.length;
        response.writeHead(200, head);
        if (request.method === 'HEAD') response.end();
        else response.end(body);
      };
      const body = bodyOf(entry, encoding);
      if (Buffer.isBuffer(body)) write(body);
      else body.then(write, () => response.destroy());
    },
  };
}

/** Whether the visitor has this very answer already. Tags are compared without their W/, as RFC 9110 §13.1.2 wants. */
export function isKnownToVisitor(request: Pick<IncomingMessage, 'headers'>, etag: string): boolean {
  const tags = request.headers['if-none-match'];
  return tags !== undefined && (tags === '*' || tags.includes(etag.replace('W/', '')));
}
