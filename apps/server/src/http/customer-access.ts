import { AppError } from '@oyna/domain/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Device } from '../platform/network-address.ts';

/**
 * The schema of a route declares who may call it. The API document shows it and the guard reads it. The server does not
 * start with a route that declares nothing.
 */
export const PUBLIC: Access = [];
export const MEMBERS: Access = [{ bearer: [] }];
/** Members, and guests with what they buy. */
export const BUYERS: Access = [{ bearer: [] }, { guest: [] }];
/** A token is optional. A guest counts as a visitor. */
export const ANYONE: Access = [{}, { bearer: [] }];
/** A token is optional, and may be that of a guest. */
export const ANY_BUYER: Access = [{}, { bearer: [] }, { guest: [] }];

type Access = readonly Readonly<Record<string, readonly string[]>>[];

/** The session of a valid token. */
export interface SignedIn {
  id: string;
  accountId: number;
  /** A customer without an account. */
  isGuest: boolean;
  expiresAt: Date;
}

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | null;
  }
}

const TOKEN = /^Bearer ([\w-]{20,100})$/i;

export function registerAuth(server: FastifyInstance, findSession: (token: string) => Promise<SignedIn | undefined>) {
  server.decorateRequest('signedIn', null);

  async function identify(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.header('cache-control', 'no-store');
    const header = request.headers.authorization;
    const token = header === undefined ? undefined : TOKEN.exec(header)?.[1];
    request.signedIn = (token && (await findSession(token))) || null;
    // An invalid token is refused also where a token is optional. Otherwise the order of a member would belong to no account.
    if (header !== undefined && !request.signedIn) throw new AppError('not-authorized');
  }

  async function identifyVisitor(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await identify(request, reply);
    if (request.signedIn?.isGuest) request.signedIn = null;
  }

  async function identifyBuyer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await identify(request, reply);
    if (!request.signedIn) throw new AppError('not-authorized');
  }

  async function identifyMember(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await identifyBuyer(request, reply);
    // Not `not-authorized`: the browser would end the session, and with it the way to the guest's order.
    if (request.signedIn?.isGuest) throw new AppError('account-needed');
  }

  function guardOf(access: Access) {
    const isOptional = access.some((way) => Object.keys(way).length === 0);
    const isForGuests = access.some((way) => 'guest' in way);
    if (isOptional) return isForGuests ? identify : identifyVisitor;
    return isForGuests ? identifyBuyer : identifyMember;
  }

  server.addHook('onRoute', (route) => {
    if (!route.schema || route.schema.hide) return;
    const access = route.schema.security;
    if (!access) throw new Error(`${route.method} ${route.url} does not declare who may call it`);
    if (access.length === 0) return;
    route.onRequest = [guardOf(access), ...[route.onRequest ?? []].flat()];
  });
}

/** In a route for members or buyers. */
export function memberOf(request: FastifyRequest): SignedIn {
  if (!request.signedIn) throw new AppError('not-authorized');
  return request.signedIn;
}

export const deviceOf = (request: FastifyRequest): Device => ({
  userAgent: request.headers['user-agent'] ?? '',
  address: request.ip,
});
