/** HTTP requests to providers and suppliers: limited in time and size, as text, without redirects. */
import { decodeUtf8, trimSlash } from './wire.ts';

export interface Connection {
  /** For messages: `Platron`. */
  provider: string;
  baseUrl: string;
  fetch?: typeof globalThis.fetch | undefined;
  timeoutMs?: number | undefined;
}

export interface WireRequest {
  method: 'GET' | 'POST';
  /** Below the base URL, with its query. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface WireAnswer {
  status: number;
  text: string;
}

/** Creates the error for a request whose result is unknown. */
type Unknown = (message: string, options?: ErrorOptions) => Error;

const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 256_000;

/** Any HTTP status is an answer, because providers report failures with 200 and 400 alike. */
export async function ask(
  connection: Connection,
  request: WireRequest,
  unknown: Unknown,
  signal?: AbortSignal,
): Promise<WireAnswer> {
  const { provider, baseUrl, fetch = globalThis.fetch, timeoutMs = DEFAULT_TIMEOUT_MS } = connection;
  const { method, path, headers = {}, body } = request;
  const deadline = AbortSignal.timeout(timeoutMs);
  let response: Response;
  let bytes: Uint8Array | undefined;
  try {
    response = await fetch(`${trimSlash(baseUrl)}${path}`, {
      method,
      headers,
      body: body ?? null,
      // Another host must not get our signed requests.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    });
    bytes = await readBytes(response);
  } catch (error) {
    const what = signal?.aborted
      ? 'was not waited for'
      : deadline.aborted
        ? `did not answer within ${timeoutMs} ms`
        : 'could not be reached';
    throw unknown(`${provider} ${what}`, { cause: error });
  }
  if (bytes === undefined) throw unknown(`${provider} answered with more than ${MAX_ANSWER_BYTES} bytes`);
  const text = decodeUtf8(bytes);
  if (text === undefined) throw unknown(`${provider} answered with no UTF-8`);
  return { status: response.status, text };
}

/** Counts the unpacked bytes, because a stated length can be wrong. Undefined if there are too many. */
async function readBytes(response: Response): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the download.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
