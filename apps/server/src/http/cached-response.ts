import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '@oyna/domain/constants';
import { compress, type Encoding, encodingFor } from './compression.ts';

/** A response as it is sent. A compressed body is added when the first client asks for it. */
export interface CachedResponse extends Partial<Record<Encoding, Buffer>> {
  /** 404 is the page of all addresses without a page. */
  status: 200 | 404;
  headers: Readonly<Record<string, string>>;
  identity: Buffer;
  language: Language;
  /** The version of the cache when it was made. A change of the catalogue begins a new version. */
  version: number;
  /** The changes that this node had been notified of when it was made. Undefined if changes could be missed at that time. */
  changes: number | undefined;
  /** On the clock of `performance.now()`. */
  madeAt: number;
  /** The JSON of the body, once a page has needed it. It is frozen, because all pages share it. */
  json?: unknown;
}

/** An estimate for the object and its headers. */
const OVERHEAD_BYTES = 400;

export function sizeOfResponse({ identity, br, gzip }: CachedResponse, key: string): number {
  return 2 * key.length + identity.length + (br?.length ?? 0) + (gzip?.length ?? 0) + OVERHEAD_BYTES;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
}

/** `onCompressed` receives the cached response with the body that was added to it. */
export function sendCachedResponse(
  cached: CachedResponse,
  { request, response, requestId }: Exchange,
  onCompressed: (cached: CachedResponse) => void,
): void {
  const headers: Record<string, string | number> = { ...cached.headers, 'x-request-id': requestId };
  if (cached.status === 200 && hasCurrentCopy(request, cached.headers['etag'])) {
    response.writeHead(304, headers).end();
    return;
  }
  const encoding = encodingFor(request.headers['accept-encoding'], cached.identity.length);
  if (encoding) headers['content-encoding'] = encoding;
  const send = (body: Buffer): void => {
    headers['content-length'] = body.length;
    response.writeHead(cached.status, headers);
    if (request.method === 'HEAD') response.end();
    else response.end(body);
  };
  const body = encoding ? cached[encoding] : cached.identity;
  if (body || !encoding) {
    send(body ?? cached.identity);
    return;
  }
  compress(cached.identity, encoding).then(
    (compressed) => {
      onCompressed({ ...cached, [encoding]: compressed });
      send(compressed);
    },
    () => response.destroy(),
  );
}

/** Tags are compared without their W/ (RFC 9110 §13.1.2). */
export function hasCurrentCopy(request: Pick<IncomingMessage, 'headers'>, etag: string | undefined): boolean {
  const tags = request.headers['if-none-match'];
  if (tags === undefined || etag === undefined) return false;
  return tags === '*' || tags.includes(etag.replace('W/', ''));
}
