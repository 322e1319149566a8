import { createHash, createHmac } from 'node:crypto';

/** Signature version 4 of Amazon S3, which every S3-compatible store verifies. */

export interface BucketCredentials {
  region: string;
  keyId: string;
  secret: string;
}

export interface UnsignedRequest {
  method: string;
  url: URL;
  /** Signed besides `host`, `x-amz-date` and `x-amz-content-sha256`. */
  headers?: Record<string, string>;
  body: Uint8Array;
  at: Date;
}

const SERVICE = 's3';

/** The headers of the request with its signature. */
export function signRequest(request: UnsignedRequest, credentials: BucketCredentials): Record<string, string> {
  const { method, url, at, body } = request;
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const payload = sha256(body);
  const headers = { ...request.headers, 'x-amz-content-sha256': payload, 'x-amz-date': time };
  const signed = Object.entries({ ...headers, host: url.host })
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('');
  const canonical = [method, canonicalPath(url), canonicalQuery(url), lines, names, payload].join('\n');
  const scope = `${day}/${credentials.region}/${SERVICE}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, credentials.region, SERVICE, 'aws4_request'].reduce<Buffer>(
    (before, part) => hmac(before, part),
    Buffer.from(`AWS4${credentials.secret}`),
  );
  const signature = hmac(key, text).toString('hex');
  const credential = `${credentials.keyId}/${scope}`;
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Every byte but letters, digits and -._~ is encoded; the slashes of a path are not. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const canonicalPath = ({ pathname }: URL) => decodeURIComponent(pathname).split('/').map(encode).join('/');

/** By the name, and by the value where names are the same: `a` comes before `a1`. */
const canonicalQuery = ({ searchParams }: URL) =>
  [...searchParams]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue))
    .map((parameter) => parameter.join('='))
    .join('&');

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));
