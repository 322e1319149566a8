/** A sandbox of an S3-compatible bucket: keeps files in memory and refuses every request whose signature is wrong. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Sandbox } from '../sandbox.ts';

export interface BucketSandboxOptions {
  region: string;
  keyId: string;
  secret: string;
}

export interface BucketSandbox extends Sandbox {
  handler: NonNullable<Sandbox['handler']>;
  /** What the buckets hold, by path. */
  files: Map<string, Buffer>;
  /** While it is away, every request is answered with 503. */
  setAway(isAway: boolean): void;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const MAX_SKEW_MS = 15 * 60_000;
const FORM =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

export function createBucketSandbox(options: BucketSandboxOptions): BucketSandbox {
  const files = new Map<string, Buffer>();
  let isAway = false;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const fault = isAway ? { status: 503, code: 'SlowDown' } : findFault(request, body, options);
    if (fault) return sendFault(response, fault.status, fault.code);
    const path = (request.url ?? '').split('?')[0] ?? '';
    const file = files.get(path);
    switch (request.method) {
      case 'PUT':
        files.set(path, body);
        return void response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
      case 'DELETE':
        files.delete(path);
        return void response.writeHead(204).end();
      default:
        return file
          ? void response.writeHead(200, { 'content-length': file.length }).end(file)
          : sendFault(response, 404, 'NoSuchKey');
    }
  }

  return {
    name: 'bucket',
    prefix: '/bucket',
    title: 'S3: a bucket for pictures',
    routes: [],
    files,
    setAway: (value) => {
      isAway = value;
    },
    handler: (request, response) => {
      answer(request, response).catch(() => response.destroy());
    },
  };
}

function sendFault(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}

/** Calculates the signature anew from what arrived, as the reference of S3 says it. */
function findFault({ method = '', url = '', headers }: IncomingMessage, body: Buffer, options: BucketSandboxOptions) {
  const refuse = (code: string) => ({ status: 403, code });
  const [, keyId, day = '', region = '', names = '', given = ''] = FORM.exec(headers.authorization ?? '') ?? [];
  if (!keyId) return refuse('AccessDenied');
  if (keyId !== options.keyId || region !== options.region) return refuse('InvalidAccessKeyId');
  const time = String(headers['x-amz-date'] ?? '');
  const [year, month, date, hour, minute, second] = (/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? [])
    .slice(1)
    .map(Number);
  const sentAt = Date.UTC(year ?? 0, (month ?? 1) - 1, date, hour, minute, second);
  if (!time.startsWith(day) || !(Math.abs(Date.now() - sentAt) < MAX_SKEW_MS)) return refuse('RequestTimeTooSkewed');
  const digest = createHash('sha256').update(body).digest('hex');
  if (headers['x-amz-content-sha256'] !== digest) return { status: 400, code: 'XAmzContentSHA256Mismatch' };
  const signed = names.split(';');
  if (['host', 'x-amz-date', 'x-amz-content-sha256'].some((name) => !signed.includes(name))) {
    return refuse('AccessDenied');
  }
  const [path, query = ''] = url.split('?');
  const lines = signed.map((name) => `${name}:${[headers[name] ?? ''].flat().join(',').trim()}`);
  const canonical = [method, path, query, ...lines, '', names, digest].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = [ALGORITHM, time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  let key: Buffer = Buffer.from(`AWS4${options.secret}`);
  for (const part of [day, region, 's3', 'aws4_request']) key = createHmac('sha256', key).update(part).digest();
  const expected = createHmac('sha256', key).update(text).digest();
  return timingSafeEqual(expected, Buffer.from(given, 'hex')) ? undefined : refuse('SignatureDoesNotMatch');
}
