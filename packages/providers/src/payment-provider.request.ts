/** The one way to a payment provider over HTTP: bounded in time and size, read as text, never redirected. */
import { PaymentProviderError } from './payment-provider.ts';
import { decodeUtf8, quote, trimSlash } from './payment-provider.wire.ts';

export interface ProviderConnection {
  /** For messages: `Platron`. */
  provider: string;
  baseUrl: string;
  fetch?: typeof globalThis.fetch | undefined;
  timeoutMs?: number | undefined;
}

interface ProviderRequest {
  method: 'GET' | 'POST';
  /** Below the base URL, with its query. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface ProviderAnswer {
  status: number;
  text: string;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 256_000;

/** Any status is an answer, because providers put business failures under 200 and 400 alike; the rest is `unknown`. */
export async function askProvider(
  connection: ProviderConnection,
  request: ProviderRequest,
  signal?: AbortSignal,
): Promise<ProviderAnswer> {
  const { provider, baseUrl, fetch = globalThis.fetch, timeoutMs = DEFAULT_TIMEOUT_MS } = connection;
  const { method, path, headers = {}, body } = request;
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${trimSlash(baseUrl)}${path}`, {
      method,
      headers,
      body: body ?? null,
      // Another host must neither get our signed requests nor answer them.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    });
    return { status: response.status, text: await readText(response, provider) };
  } catch (error) {
    if (error instanceof PaymentProviderError) throw error;
    const what = signal?.aborted
      ? 'was not waited for'
      : deadline.aborted
        ? `did not answer within ${timeoutMs} ms`
        : 'could not be reached';
    throw new PaymentProviderError('unknown', `${provider} ${what}`, { cause: error });
  }
}

/** What was answered makes no sense, so nobody knows what was done. */
export function unreadable(provider: string, answer: ProviderAnswer): PaymentProviderError {
  const message = `${provider} answered HTTP ${answer.status} with ${quote(answer.text)}`;
  return new PaymentProviderError('unknown', message);
}

/** Counts what arrives, unpacked, because a stated length or a small compressed body can lie. */
async function readText(response: Response, provider: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the download.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) {
      throw new PaymentProviderError('unknown', `${provider} answered with more than ${MAX_ANSWER_BYTES} bytes`);
    }
    chunks.push(chunk);
  }
  const text = decodeUtf8(Buffer.concat(chunks));
  if (text === undefined) throw new PaymentProviderError('unknown', `${provider} answered with no UTF-8`);
  return text;
}
