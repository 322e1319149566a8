import { createHash } from 'node:crypto';
import { Compile } from 'typebox/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

interface Operation {
  summary?: string;
  security?: object[];
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; schema: { default?: unknown } }[];
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

let store: TestStore;
let document: Document;
beforeAll(async () => {
  store = await createTestStore();
  await store.currency.refresh();
  document = (await store.server.inject('/api/openapi.json')).json();
});
afterAll(() => store.close());

/** At least one request for every public path, with and without its parameters. */
const SAMPLES: Record<string, string[]> = {
  '/api/v1/products': [
    '',
    '?gameid=1001&lng=kz',
    '?categoryname=RPG&typename=Key&orderby=discount&pageSize=100',
    '?gamename=zzzz',
    '?pageNumber=9999',
  ],
  '/api/v1/products/{id}': ['278', '10011?lng=en', '311'],
  '/api/v1/products/topup': ['?gameId=31', '?gameId=1'],
  '/api/v1/game': [
    '?pageSize=100',
    '?name=witcher',
    '?typename=Services&orderby=name',
    '?platform=Steam&genre=rpg&genre=action&max=1500&stock=true&orderby=price',
    '?list=discounts&sale=true',
  ],
  '/api/v1/game/facets': ['', '?platform=Steam&region=KZ&min=500', '?name=witcher&type=Key', '?list=services'],
  '/api/v1/game/cards': ['?ids=1001,31'],
  '/api/v1/game/{id}': ['1001', '31', '5001', '6001'],
  '/api/v1/game/{id}/reviews': ['1001', '1001?order=newest&pageNumber=2'],
  '/api/v1/game/{id}/related': ['1001', '31', '5001'],
  '/api/v1/Recomendation': ['', '?lng=kk'],
  '/api/v1/showcase': [''],
  '/api/v1/info/games': ['', '?pageNumber=9999'],
  '/api/v1/info/categories': ['', '?lng=en'],
  '/api/v1/info/activation': [''],
  '/api/v1/info/countries': [''],
  '/api/v1/subscribes': [''],
  '/api/v1/search/suggestions': ['?query=w', '?query=zzzz', '?query=s&lng=en'],
  '/api/v1/currency': [''],
  '/api/v1/news': [''],
  '/api/v1/news/{id}': ['1'],
  '/api/v1/info/sign-in': [''],
  '/api/v1/payment/methods': [''],
  '/api/v1/replenishment/options': [''],
};
/** Public too, but each has a separate test: they answer with a redirect's address, a session, what was
 * ordered, or a draft. */
const WITHOUT_SAMPLE = [
  ...['google', 'vk'].flatMap((name) => [`/api/v1/${name}/oauth`, `/api/v1/${name}/token`]),
  '/api/v1/preview/game/{id}',
  '/api/v1/preview/news/{id}',
  '/api/v1/replenishment/{orderId}',
  '/api/v1/statistics/visit',
];
const urlsOf = (path: string) =>
  (SAMPLES[path] ?? []).map((rest) => {
    const [id = '', ...query] = rest.split('?');
    return path.includes('{id}') ? [path.replace('{id}', id), ...query].join('?') : path + rest;
  });

/** Validates a body with a schema of the document. A field that is not described is a fault. */
function faultsOf(schema: object, body: unknown): string[] {
  const closed = JSON.parse(JSON.stringify({ ...schema, components: document.components }), (_, value) =>
    value?.type === 'object' && value.properties ? { ...value, additionalProperties: false } : value,
  );
  const [, errors] = Compile(closed).Errors(body);
  return errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
}
const schemaOf = (path: string, status: string) =>
  document.paths[path]?.['get']?.responses[status]?.content?.['application/json']?.schema ?? { not: {} };

/** The calls of the app, from the tree in which Fastify prints them. */
function routesOf(tree: string): string[] {
  const parts: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const match = /^(.*?)[├└]── (\S*) \(([^)]*)\)/.exec(line);
    if (!match) return [];
    const [, indent = '', part = '', methods = ''] = match;
    parts.length = indent.length / 4;
    parts.push(part);
    // Two routes may name the same part differently, and Fastify then prints both names.
    const path = parts.join('').replace(/:\w+(\|:\w+)*/g, '{}');
    return methods
      .split(', ')
      .filter((method) => method !== 'HEAD')
      .map((method) => `${method} ${path}`);
  });
}

/** Every call of the document, as `GET /path`. */
const callsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
const isApi = (call: string) => /^[A-Z]+ \/(api\/v1|account)\//.test(call);

describe('the API document', () => {
  it('is OpenAPI 3.1 with a name, a version and an address', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: 'Oyna API', version: '1' });
    expect(document.servers).toEqual([{ url: 'http://localhost:3000' }]);
  });

  it('has every route of the API, and no other', () => {
    const routes = routesOf(store.server.printRoutes({ commonPrefix: false }));
    expect(routes).toContain('GET /api/v1/products/{}');
    expect(routes).toContain('POST /account/login');
    expect(routes).toContain('GET /health/ready');
    const documented = callsOf(document).map(({ name }) => name.replace(/\{\w+\}/g, '{}'));
    expect(documented.filter(isApi).toSorted()).toEqual(routes.filter(isApi).toSorted());
  });

  it('describes every call', () => {
    const tags = document.tags.map(({ name }) => name);
    for (const { name, operation } of callsOf(document)) {
      expect(operation.summary, name).toMatch(/./);
      expect(tags).toEqual(expect.arrayContaining(operation.tags ?? ['none']));
      expect(operation.security, name).toBeDefined();
      // A callback is answered in the format of its provider.
      if (name.includes('/callbacks/')) continue;
      const answers = Object.keys(operation.responses);
      expect(answers, name).toEqual(expect.arrayContaining(['4XX', '5XX']));
      expect(answers.filter((status) => /^2\d\d$/.test(status)).length, name).toBeGreaterThan(0);
    }
  });

  it('has a target for every reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(
      ([, reference = '']) => reference,
    );
    expect(references.length).toBeGreaterThan(10);
    for (const reference of references) {
      expect(document.components.schemas, reference).toHaveProperty(reference.replace('#/components/schemas/', ''));
    }
  });

  it('marks no optional parameter as required', async () => {
    for (const { name: call, operation } of callsOf(document)) {
      for (const { name, in: place, required, schema } of operation.parameters ?? []) {
        const mustBeGiven = place === 'path' || ['gameId', 'query', 'preview', 'ids'].includes(name);
        expect(required ?? false, `${call} ${name}`).toBe(mustBeGiven);
        if (mustBeGiven) expect(schema).not.toHaveProperty('default');
      }
    }
  });

  it('names the codes and the shape of every error', () => {
    const error = document.components.schemas['Error'] as {
      required: string[];
      properties: { code: { enum: string[] } };
    };
    expect(error.required.toSorted()).toEqual(['code', 'message', 'requestId']);
    expect(error.properties.code.enum).toEqual(
      expect.arrayContaining(['invalid-parameter', 'not-found', 'unavailable', 'internal']),
    );
  });

  it('has a sample in this test for every public path', () => {
    const readable = Object.entries(document.paths)
      .filter(([path, { get }]) => path.startsWith('/api/v1/') && get?.security?.length === 0)
      .map(([path]) => path);
    expect([...Object.keys(SAMPLES), ...WITHOUT_SAMPLE].toSorted()).toEqual(readable.toSorted());
  });
});

const schemaTakesLanguage = (path: string) =>
  document.paths[path]?.['get']?.parameters?.some(({ name }) => name === 'lng') ?? false;

describe('responses follow the API document', () => {
  it.each(Object.keys(SAMPLES))('%s', async (path) => {
    for (const url of urlsOf(path)) {
      const answer = await store.server.inject(url);
      expect(answer.statusCode, url).toBe(200);
      expect(faultsOf(schemaOf(path, '200'), answer.json()), url).toEqual([]);
    }
  });

  it('and a wrong response fails this check', () => {
    expect(faultsOf(schemaOf('/api/v1/currency', '200'), [{ name: 'KZT' }])).not.toEqual([]);
    expect(
      faultsOf(schemaOf('/api/v1/info/countries', '200'), [{ id: 1, code: 'KZ', name: 'x', extra: 1 }]),
    ).not.toEqual([]);
    expect(faultsOf(schemaOf('/api/v1/nowhere', '200'), [])).not.toEqual([]);
  });

  it('for errors too', async () => {
    for (const path of Object.keys(SAMPLES).filter((name) => schemaTakesLanguage(name))) {
      const [url = ''] = urlsOf(path);
      const answer = await store.server.inject(`${url}${url.includes('?') ? '&' : '?'}lng=xx`);
      expect(answer.statusCode, url).toBe(400);
      expect(faultsOf(schemaOf(path, '4XX'), answer.json()), url).toEqual([]);
    }
    const missing = await store.server.inject('/api/v1/game/999999');
    expect(faultsOf(schemaOf('/api/v1/game/{id}', '4XX'), missing.json())).toEqual([]);
  });
});

describe('the page about the API', () => {
  const html = async () => (await store.server.inject('/api/docs/')).body;

  it('is found at /api/docs', async () => {
    const answer = await store.server.inject('/api/docs');
    expect(answer.statusCode).toBe(301);
    expect(new URL(String(answer.headers['location']), 'http://store/api/docs').pathname).toBe('/api/docs/');
    const page = await store.server.inject('/api/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('/api/openapi.json');
  });

  it('loads everything from this store', async () => {
    const addresses = [...(await html()).matchAll(/\b(?:src|href)="([^"]*)"/g)].map(
      ([, address = '']) => new URL(address, 'http://store/api/docs/'),
    );
    expect(addresses.length).toBeGreaterThan(0);
    for (const { origin } of addresses) expect(origin).toBe('http://store');
    const scripts = [...(await html()).matchAll(/<script[^>]*\bsrc="([^"]*)"/g)].map(
      ([, address = '']) => new URL(address, 'http://store/api/docs/'),
    );
    expect(scripts.length).toBeGreaterThan(0);
    for (const { pathname } of scripts) {
      const script = await store.server.inject(pathname);
      expect(script.statusCode).toBe(200);
      expect(script.headers['content-type']).toContain('javascript');
    }
  });

  it('may run its own scripts only and call this store only', async () => {
    const { headers, body } = await store.server.inject('/api/docs/');
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]),
    );
    const inline = [...body.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
    );
    expect(policy.get('script-src')).toEqual(["'self'", ...inline]);
    expect(policy.get('connect-src')).toEqual(["'self'"]);
    expect(policy.get('default-src')).toEqual(["'self'"]);
    for (const sources of policy.values())
      for (const source of sources) expect(source).not.toMatch(/^https?:|^\*|unsafe-eval/);
  });
});
