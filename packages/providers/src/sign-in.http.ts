type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Many times any answer of a sign-in. */
const MAX_ANSWER_BYTES = 256_000;
const EMPTY_STATUSES = [204, 205, 304];

/** A fetch with a time limit, a size limit and without redirects. */
export function createBoundedFetch(timeoutMs: number): Fetch {
  return async (url, init) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: init.signal ? AbortSignal.any([deadline, init.signal]) : deadline,
    });
    const body = await readBytes(response);
    const { status, statusText, headers } = response;
    return new Response(EMPTY_STATUSES.includes(status) ? null : body, { status, statusText, headers });
  };
}

/** Counts the unpacked bytes, because the stated length and the compressed size can be wrong. */
async function readBytes(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the download.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new RangeError(`an answer of more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
