import { drawValue, oddText, oddValue, type Schema } from './request-values.ts';
import { pickRandom } from './test-environment.ts';

/** The part of an OpenAPI document that is read here. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

interface Operation {
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
}

export interface MutatedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
const PAGES = [
  '/',
  '/catalog',
  '/catalog/1001',
  '/games',
  '/news-info',
  '/payment/result',
  '/top-up/x',
  '/sitemap-games.xml',
  '/_.data',
  '/catalog.data',
  '/nothing',
  '/metrics',
  '/health/ready',
  '/api/openapi.json',
  '/media/games/1/0/x.webp',
  '/assets/x.js',
  '//example.com',
  '/%2e%2e/',
];
const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'image/png',
  'image/svg+xml',
  'application/json, text/plain',
  ';',
  '*',
];
/** Headers that the store or one of its libraries reads. */
const HEADERS: Record<string, readonly string[]> = {
  'accept-language': ['ru', 'kk-KZ;q=0.5, *;q=oops', ',;,', 'x'.repeat(3_000)],
  cookie: ['i18next=en; i18next=kz', '=;=;', 'theme=%', 'oyna_sign_in=x', 'x'.repeat(3_000)],
  'x-forwarded-for': ['1.2.3.4', 'junk', ',,', '::ffff:1.2.3.4, x'],
  'x-forwarded-host': ['example.com'],
  'accept-encoding': ['br;q=0, gzip;q=x', '*', 'identity;q=0'],
  accept: ['application/xml', '*/*;q=oops'],
  'if-none-match': ['*', '"x', 'W/"'],
  'if-modified-since': ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  range: ['bytes=5-1', 'bytes=-', 'bytes=0-0,2-2'],
  'idempotency-key': ['', 'x', 'x'.repeat(101), 'ключ'],
  'content-encoding': ['gzip', 'br'],
  origin: ['null', 'https://example.com'],
  'user-agent': ['', 'x'.repeat(2_000)],
  'x-http-method-override': ['DELETE'],
  host: ['', 'example.com', 'localhost:99999'],
  upgrade: ['h2c'],
  te: ['trailers'],
};

/** Creates slightly wrong requests to every operation of the document and to pages. */
export function createRequestMaker(document: ApiDocument, tokens: readonly string[], random: () => number) {
  const schemas = document.components?.schemas ?? {};
  const resolved = JSON.parse(JSON.stringify(document.paths), (_name, value) => {
    const name = typeof value?.$ref === 'string' ? value.$ref.split('/').at(-1) : undefined;
    return name === undefined ? value : (schemas[name] ?? {});
  }) as ApiDocument['paths'];
  const operations = Object.entries(resolved).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

  function pathOf(template: string, { parameters = [] }: Operation): string {
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
      const schema = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema;
      return encode(String(random() < 0.4 ? oddText(random) : drawValue(schema ?? {}, random)), random);
    });
    const named = parameters.filter((parameter) => parameter.in === 'query' && random() < 0.5);
    const pairs = named.flatMap(({ name, schema = {} }) =>
      Array.from({ length: random() < 0.1 ? 2 : 1 }, () => [name, drawValue(schema, random)] as const),
    );
    if (random() < 0.2) pairs.push([oddText(random), oddValue(random)]);
    const query = pairs.map(([name, value]) => `${encode(name, random)}=${encode(String(value), random)}`);
    return query.length > 0 ? `${path}?${query.join(random() < 0.05 ? ';' : '&')}` : path;
  }

  function bodyOf({ requestBody }: Operation): string | undefined {
    const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
    if (random() < 0.08)
      return pickRandom(['{', '[', '"', '\u0000', 'null', '1e999', '{"a":'.repeat(2_000), ''], random);
    if (!schema) return random() < 0.1 ? JSON.stringify(oddValue(random)) : undefined;
    const value = drawValue(schema, random);
    const text = JSON.stringify(value) ?? '';
    return random() < 0.05 ? text.replace('{', '{"__proto__":{"x":1},"constructor":1,') : text;
  }

  return function makeRequest(): MutatedRequest {
    const { path: template, method, operation } = pickRandom(operations, random);
    const isPage = random() < 0.12;
    const body = isPage ? undefined : bodyOf(operation);
    const headers: Record<string, string> = {};
    if (body !== undefined) {
      headers['content-type'] = random() < 0.9 ? 'application/json' : pickRandom(CONTENT_TYPES, random);
    }
    if (random() < 0.7 && tokens.length > 0) headers['authorization'] = `Bearer ${pickRandom(tokens, random)}`;
    else if (random() < 0.2) headers['authorization'] = pickRandom(['Bearer x', 'Basic eA==', 'Bearer', ''], random);
    for (const [name, values] of Object.entries(HEADERS))
      if (random() < 0.06) headers[name] = pickRandom(values, random);
    const page = `${pickRandom(PAGES, random)}?${encode(oddText(random), random)}=${encode(oddText(random), random)}`;
    return {
      method: random() < 0.92 ? (isPage ? 'GET' : method) : pickRandom(METHODS, random),
      path: isPage ? page : pathOf(template, operation),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, toHeader(value)])),
      body,
    };
  };
}

/** Usually escapes everything, otherwise only what an HTTP client cannot send. */
function encode(text: string, random: () => number): string {
  const whole = text.toWellFormed();
  if (random() < 0.8) return encodeURIComponent(whole);
  return whole.replace(/[^\u0021-\u007e]/g, (sign) => encodeURIComponent(sign.toWellFormed()));
}

const toHeader = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
