import { AppError } from '@oyna/domain/errors';
import { BUILT_IN_ROLES, PERMISSIONS } from '@oyna/domain/permissions';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperatorSessionsService } from '../features/operators/operator-sessions.service.ts';
import { audit } from '../platform/audit.ts';
import { createMember } from '../testing/test-member.ts';
import { headersOf, OPERATOR_PASSWORD, signInOperator, type TestOperator } from '../testing/test-operator.ts';
import { createTestStore, startTestNode, type TestStore } from '../testing/test-store.ts';
import { registerErrors } from './errors.ts';
import { actorOf, OPERATOR_HEADER, operators, registerOperatorAuth, SESSION_COOKIE } from './operator-auth.ts';

let store: TestStore;
let server: FastifyInstance;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
  server = await store.openConsole();
});
afterAll(() => store.close());

interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  wanted: string[] | undefined;
}

/** Every route of the console, with something in place of its parameters. The guard runs before they are read. */
function listRoutes(): Route[] {
  const { paths = {} } = server.swagger() as { paths?: Record<string, Record<string, { security?: object[] }>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      method: method.toUpperCase() as Route['method'],
      url: path.replace(/\{\w+\}/g, '999999999'),
      wanted: (security?.[0] as { operator?: string[] } | undefined)?.operator,
    })),
  );
}

const request = ({ method, url }: Route, headers: Record<string, string>) =>
  server.inject({ method, url, headers, ...(method === 'GET' ? {} : { payload: {} }) });
const permissionOf = ({ wanted = [] }: Route) =>
  wanted.find((word) => (PERMISSIONS as readonly string[]).includes(word));
const isUnproven = ({ wanted = [] }: Route) => wanted.includes('unproven');
const isFreshOnly = ({ wanted = [] }: Route) => wanted.includes('fresh');
/** Ends a session or keeps the connection open. */
const isHarmful = ({ method, url }: Route) =>
  (method === 'DELETE' && url === '/api/v1/session') || url === '/api/v1/live';

describe('a route of the console', () => {
  it('names permissions of the vocabulary only', () => {
    const routes = listRoutes();
    const words = new Set(routes.flatMap(({ wanted = [] }) => wanted));
    expect([...words].filter((word) => !['fresh', 'unproven', ...PERMISSIONS].includes(word))).toEqual([]);
    expect(routes.length).toBeGreaterThan(3);
  });

  it('is closed without a session, and for the token of a customer', async () => {
    const member = await createMember(store);
    for (const route of listRoutes().filter(({ wanted }) => wanted)) {
      const own = { 'sec-fetch-site': 'same-origin' };
      for (const headers of [own, { ...own, ...member.headers }, headersOf(member.token)]) {
        const { statusCode } = await request(route, headers);
        expect(statusCode, `${route.method} ${route.url}`).toBe(401);
      }
    }
  });

  it.each(Object.keys(BUILT_IN_ROLES))('opens for %s exactly as the permission says', async (roleId) => {
    const { permissions = [] } = BUILT_IN_ROLES[roleId] ?? {};
    const operator = {
      fresh: await signInOperator(store, roleId),
      stale: await signInOperator(store, roleId, { secondFactor: 'stale' }),
      none: await signInOperator(store, roleId, { secondFactor: 'none' }),
    };
    for (const route of listRoutes().filter(({ wanted }) => wanted)) {
      const label = `${roleId}: ${route.method} ${route.url}`;
      const permission = permissionOf(route);
      const isAllowed = permission === undefined || (permissions as readonly string[]).includes(permission);
      const refusalOf = async ({ headers }: TestOperator) => {
        const answer = await request(route, headers);
        const { code } = answer.statusCode >= 400 ? answer.json() : { code: undefined };
        return ['permission-missing', 'second-factor-needed', 'second-factor-stale', 'not-authorized'].includes(code)
          ? code
          : undefined;
      };
      if (!isUnproven(route)) {
        expect(await refusalOf(operator.none), `${label} without a second factor`).toBe('second-factor-needed');
      }
      const expectedStale = isAllowed ? (isFreshOnly(route) ? 'second-factor-stale' : undefined) : 'permission-missing';
      if (isFreshOnly(route) || !isAllowed) {
        expect(await refusalOf(operator.stale), `${label} with a stale second factor`).toBe(expectedStale);
      }
      if (isHarmful(route)) continue;
      expect(await refusalOf(operator.fresh), label).toBe(isAllowed ? undefined : 'permission-missing');
    }
  });

  it('is closed for the page of another operator in the same browser', async () => {
    const [mine, theirs] = [await signInOperator(store, 'owner'), await signInOperator(store, 'owner')];
    const open = (operator: TestOperator, expected: string) =>
      operator.get('/api/v1/settings', { headers: { [OPERATOR_HEADER]: expected } });
    const answers = [
      await open(theirs, String(mine.id)),
      await open(mine, ''),
      await open(mine, `0${mine.id}`),
      await open(mine, String(mine.id)),
      await open(theirs, String(theirs.id)),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 200, 200]);
    expect(answers[0]?.json()).toMatchObject({ code: 'not-authorized' });
  });

  it('does not start without a declaration', async () => {
    const other = Fastify();
    registerOperatorAuth(other, { findOperator: async () => undefined, origins: [], networks: [] });
    expect(() => other.get('/api/v1/open', { schema: { summary: 'x' } }, () => '')).toThrow(/does not declare/);
    await other.close();
  });
});

describe('the test operator', () => {
  it.each([0, 2])('reports a write that leaves %i audit entries', async (entries) => {
    const other = Fastify();
    const { find } = createOperatorSessionsService(store.database);
    registerOperatorAuth(other, { findOperator: find, origins: [], networks: [] });
    other.post('/api/v1/wrong', { schema: { security: operators() } }, async (asked) => {
      const entry = { actor: actorOf(asked), action: 'wrong', subject: 'x' };
      for (let count = 0; count < entries; count += 1) await audit(store.database, entry);
      return {};
    });
    const operator = await signInOperator({ ...store, openConsole: async () => other }, 'owner');
    await expect(operator.call('POST', '/api/v1/wrong', {})).rejects.toThrow(/audit entries of POST \/api\/v1\/wrong/);
    await other.close();
  });
});

describe('a write', () => {
  const write = (headers: Record<string, string>, payload: string | undefined = '{"email":"a","password":"b"}') =>
    server.inject({ method: 'POST', url: '/api/v1/session', headers, payload });
  const JSON_TYPE = { 'content-type': 'application/json' };

  it.each([
    ['same-origin', { 'sec-fetch-site': 'same-origin' }],
    ['the origin of the console', { origin: 'http://localhost:3002' }],
    ['the same machine by another name, in the demo', { origin: 'http://127.0.0.1:3002' }],
  ])('is taken from %s', async (_, headers) => {
    expect((await write({ ...JSON_TYPE, ...headers })).json().code).toBe('auth-error');
  });

  it.each<[string, Record<string, string>]>([
    ['of another site', { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' }],
    ['of another host of the domain', { ...JSON_TYPE, 'sec-fetch-site': 'same-site' }],
    ['that a person typed', { ...JSON_TYPE, 'sec-fetch-site': 'none' }],
    ['of another origin', { ...JSON_TYPE, origin: 'https://evil.example' }],
    [
      'of another site that claims our origin',
      { ...JSON_TYPE, 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3002' },
    ],
    ['without origin', JSON_TYPE],
    ['of a form', { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }],
    ['of text', { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' }],
    [
      'of another type that begins like JSON',
      { 'content-type': 'application/json-x', 'sec-fetch-site': 'same-origin' },
    ],
  ])('%s is refused', async (_, headers) => {
    const answer = await write(headers);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'cross-site']);
  });
});

describe('the cookie', () => {
  it('belongs to this host, is hidden from scripts and is not sent by other sites', async () => {
    const { email } = await signInOperator(store, 'support');
    const answer = await server.inject({
      method: 'POST',
      url: '/api/v1/session',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { email, password: OPERATOR_PASSWORD },
    });
    const [value, ...attributes] = String(answer.headers['set-cookie']).split('; ');
    expect(value).toMatch(new RegExp(`^${SESSION_COOKIE}=[\\w-]{43}$`));
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure']);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('the allowed networks', () => {
  it('are the only ones that reach the console, through trusted proxies', async () => {
    const environment = { CONSOLE_NETWORKS: '10.1.0.0/16, 2001:db8::/32, 192.0.2.7', TRUST_PROXY: '1' };
    const node = await startTestNode({ url: store.url, environment });
    const limited = await node.openConsole();
    const statusFrom = async (address: string, url = '/api/v1/session') =>
      (await limited.inject({ url, headers: { 'x-forwarded-for': address } })).statusCode;
    expect(await statusFrom('10.1.200.3')).toBe(401);
    expect(await statusFrom('::ffff:10.1.2.3')).toBe(401);
    expect(await statusFrom('2001:db8::5')).toBe(401);
    expect(await statusFrom('192.0.2.7')).toBe(401);
    for (const url of ['/api/v1/session', '/', '/orders']) {
      expect(await statusFrom('10.2.0.1', url)).toBe(403);
      expect(await statusFrom('203.0.113.5', url)).toBe(403);
    }
    await node.close();
  });
});

describe('an error', () => {
  it('carries the present state, when a colleague was faster', async () => {
    const other = Fastify();
    registerErrors(other);
    registerOperatorAuth(other, { findOperator: async () => undefined, origins: [], networks: [] });
    other.get('/x', { schema: { security: [] } }, () => {
      throw new AppError('changed-meanwhile', { current: { version: 2 } });
    });
    const answer = await other.inject('/x');
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'changed-meanwhile', current: { version: 2 } },
    ]);
    await other.close();
  });
});

it('a store without an operator has the built-in roles of the domain', async () => {
  const { rows } = await sql<{ id: string; permissions: string[]; limits: object }>`
    SELECT id, permissions, limits FROM operator_role WHERE is_built_in`.execute(store.database);
  const stored = Object.fromEntries(
    rows.map(({ id, permissions, limits }) => [id, { permissions: permissions.toSorted(), limits }]),
  );
  const known = Object.entries(BUILT_IN_ROLES).map(([id, { permissions, limits }]) => [
    id,
    { permissions: permissions.toSorted(), limits },
  ]);
  expect(stored).toEqual(Object.fromEntries(known));
  expect(operators('orders:read')).toEqual([{ operator: ['orders:read'] }]);
});

it('closes slow and idle connections as the store does, and gives a file of an operator more time', () => {
  const timesOf = ({ server: { headersTimeout, keepAliveTimeout, timeout } }: FastifyInstance) => ({
    headersTimeout,
    keepAliveTimeout,
    timeout,
  });
  expect(timesOf(server)).toEqual(timesOf(store.server));
  expect(server.server.keepAliveTimeout).toBeGreaterThan(60_000);
  expect(server.server.requestTimeout).toBeGreaterThan(store.server.server.requestTimeout);
});
