import { BlockList, isIPv6 } from 'node:net';
import { AppError } from '@oyna/domain/errors';
import type { Permission } from '@oyna/domain/permissions';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, SignedInOperator } from '../platform/audit.ts';
import type { Device } from '../platform/network-address.ts';

/**
 * Who may call a route of the console. The schema of the route declares it, and the console does not start with a route
 * that declares nothing.
 */

/** A browser sends this cookie to the host that set it only, over https only, and never with a request of another site. */
export const SESSION_COOKIE = '__Host-oyna-console';

/**
 * The id of the operator for whom the page was loaded. Tabs of a browser share the cookie: after another operator has signed
 * in in one of them, the others must not act in the name of that operator.
 */
export const OPERATOR_HEADER = 'console-operator';

/** How long a proof of the second factor counts for an action that needs a fresh one. */
export const FRESH_MINUTES = 10;

const FRESH = 'fresh';
const UNPROVEN = 'unproven';

type Access = readonly Readonly<Record<string, readonly string[]>>[];

/** Without a session: to sign in and to accept an invitation. */
export const NO_OPERATOR: Access = [];

/** A session without a proven second factor is enough: to prove it, to set it up, to sign out. */
export const UNPROVEN_OPERATORS: Access = [{ operator: [UNPROVEN] }];

/** Operators who have the permission; every operator without one. `fresh` needs a recent proof of the second factor. */
export function operators(permission?: Permission, { fresh = false }: { fresh?: boolean } = {}): Access {
  return [{ operator: [...(permission ? [permission] : []), ...(fresh ? [FRESH] : [])] }];
}

declare module 'fastify' {
  interface FastifyRequest {
    operator: SignedInOperator | null;
  }
}

interface OperatorAuthOptions {
  findOperator: (token: string, device: Device) => Promise<SignedInOperator | undefined>;
  /** The origins of the console. */
  origins: readonly string[];
  /** The networks that may open the console. Empty: all. */
  networks: readonly string[];
}

export function registerOperatorAuth(
  server: FastifyInstance,
  { findOperator, origins, networks }: OperatorAuthOptions,
) {
  server.decorateRequest('operator', null);
  const isAllowedAddress = createNetworkCheck(networks);

  server.addHook('onRequest', async (request) => {
    if (!isAllowedAddress(request.ip)) throw new AppError('network-refused');
    if (request.method !== 'GET' && request.method !== 'HEAD') refuseForeignWrite(request, origins);
  });

  server.addHook('onRoute', (route) => {
    if (!route.schema || route.schema.hide) return;
    const access = route.schema.security as Access | undefined;
    if (!access) throw new Error(`${route.method} ${route.url} does not declare who may call it`);
    const wanted = access[0]?.['operator'];
    const guard = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store');
      if (!wanted) return;
      const token = parseCookie(request.headers.cookie ?? '')[SESSION_COOKIE];
      const device = { userAgent: request.headers['user-agent'] ?? '', address: request.ip };
      const operator = token ? await findOperator(token, device) : undefined;
      const expected = request.headers[OPERATOR_HEADER];
      request.operator = operator && (expected === undefined || expected === String(operator.id)) ? operator : null;
      assertAccess(operatorOf(request), wanted);
    };
    route.onRequest = [guard, ...[route.onRequest ?? []].flat()];
  });
}

function assertAccess({ permissions, secondFactorAt }: SignedInOperator, wanted: readonly string[]): void {
  if (!wanted.includes(UNPROVEN) && !secondFactorAt) throw new AppError('second-factor-needed');
  const missing = wanted.find((word) => ![FRESH, UNPROVEN, ...permissions].includes(word));
  if (missing) throw new AppError('permission-missing', { field: missing });
  if (wanted.includes(FRESH) && !isFresh(secondFactorAt)) throw new AppError('second-factor-stale');
}

export const isFresh = (secondFactorAt: Date | null): boolean =>
  secondFactorAt !== null && secondFactorAt.getTime() > Date.now() - FRESH_MINUTES * 60_000;

/**
 * A page of another site can make a browser send a request, but neither this header nor JSON nor a file as the body without
 * the consent of the console. Browsers that do not send the header send the origin.
 */
function refuseForeignWrite({ headers }: FastifyRequest, origins: readonly string[]): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? origins.includes(headers.origin ?? '') : site === 'same-origin';
  const type = headers['content-type'];
  const isOurs = type === undefined || /^application\/(json|octet-stream)\s*(;|$)/i.test(type);
  if (!isOwn || !isOurs) throw new AppError('cross-site');
}

function createNetworkCheck(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true;
  const allowed = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) allowed.addAddress(address, family);
    else allowed.addSubnet(address, Number(prefix), family);
  }
  // An IPv4 address in the form ::ffff:1.2.3.4 matches IPv4 networks too.
  return (address) => allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** In a route for operators. */
export function operatorOf(request: FastifyRequest): SignedInOperator {
  if (!request.operator) throw new AppError('not-authorized');
  return request.operator;
}

/** The same operator as services and the audit log take it. */
export function actorOf(request: FastifyRequest): Actor {
  const { id, name } = operatorOf(request);
  return { kind: 'operator', id, name };
}

/** The same operator with what actions need that may wait for a second person. */
export function callerOf(request: FastifyRequest) {
  const { permissions: own, secondFactorAt } = operatorOf(request);
  return { actor: actorOf(request), own, isFresh: isFresh(secondFactorAt) };
}

const COOKIE = { name: SESSION_COOKIE, path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const;

export const setSessionCookie = (reply: FastifyReply, token: string): FastifyReply =>
  reply.header('set-cookie', stringifySetCookie({ ...COOKIE, value: token }));

export const clearSessionCookie = (reply: FastifyReply): FastifyReply =>
  reply.header('set-cookie', stringifySetCookie({ ...COOKIE, value: '', maxAge: 0 }));
