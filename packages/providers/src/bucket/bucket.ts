/** Files in a bucket that speaks S3, by their names. The bucket is part of the address: https://s3.example.com/pictures. */
import { type BucketCredentials, signRequest } from './bucket.signature.ts';

export interface BucketSettings extends BucketCredentials {
  url: string;
}

export interface Bucket {
  put(name: string, content: Uint8Array, contentType: string): Promise<void>;
  /** Undefined if there is no such file. */
  find(name: string): Promise<Buffer | undefined>;
  /** Removing a file that is not there is no error. */
  remove(name: string, signal?: AbortSignal): Promise<void>;
}

interface SentOptions {
  body?: Uint8Array;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

const TIMEOUT_MS = 20_000;

export function createBucket({ url, ...credentials }: BucketSettings): Bucket {
  async function send(
    method: string,
    name: string,
    { body = new Uint8Array(), headers = {}, signal = AbortSignal.timeout(TIMEOUT_MS) }: SentOptions = {},
  ) {
    const address = new URL(`${url}/${name}`);
    const signed = signRequest({ method, url: address, headers, body, at: new Date() }, credentials);
    const response = await fetch(address, {
      method,
      headers: signed,
      body: body.length > 0 ? new Uint8Array(body) : null,
      // Another host must not get our signed requests.
      redirect: 'error',
      signal,
    });
    const content = Buffer.from(await response.arrayBuffer());
    if (response.ok || response.status === 404) return { isFound: response.ok, content };
    throw new Error(`the bucket answered ${method} with ${response.status}: ${content.toString('utf8', 0, 300)}`);
  }

  return {
    async put(name, content, contentType) {
      const { isFound } = await send('PUT', name, {
        body: Uint8Array.from(content),
        headers: { 'content-type': contentType },
      });
      if (!isFound) throw new Error('the bucket does not exist');
    },
    async find(name) {
      const { isFound, content } = await send('GET', name);
      return isFound ? content : undefined;
    },
    async remove(name, signal) {
      await send('DELETE', name, { signal });
    },
  };
}
