import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { deviceOf, PUBLIC } from '../../http/customer-access.ts';
import { LanguageParameter, languageOf } from '../../http/language.ts';
import { component, errorResponses } from '../../http/openapi.ts';
import { chooseOrigin } from '../../http/origins.ts';
import type { SocialSignInService } from './social-sign-in.service.ts';

interface SocialSignInRoutesOptions {
  socialSignIn: SocialSignInService;
  /** The addresses under which the store is visited. */
  origins: string[];
}

const COOKIE_SECONDS = 600;
const tags = ['accounts'];
const Secret = (description: string) => Type.Optional(Type.String({ maxLength: 4_096, description }));

const ReturnedSession = component(
  'ReturnedSession',
  Type.Object({
    token: Type.String({ description: 'For the Authorization header: Bearer …' }),
    expired: Type.String({ format: 'date-time', description: 'UTC; each use of the session extends it' }),
    returnTo: Type.String({ description: 'The path of this site at which the sign-in began' }),
  }),
);

const BeginQuery = Type.Object({
  returnTo: Type.Optional(
    Type.String({
      maxLength: 8_192,
      description: 'The path of this site to return to; anything else means the home page',
    }),
  ),
});
const returned = {
  code: Secret('From the address; without it the sign-in fails'),
  state: Secret('From the address; valid once, for ten minutes, in the browser that began'),
  error: Secret('Instead of a code when the visitor refused'),
  lng: LanguageParameter,
};
const GoogleReturn = Type.Object({ ...returned, iss: Secret('The issuer, checked where it is given') });
const VkReturn = Type.Object({ ...returned, device_id: Secret('From the address') });

const beginSchema = (provider: string) => ({
  tags,
  security: PUBLIC,
  summary: `Begin a sign-in through ${provider}: get its address and the cookie that the end requires`,
  querystring: BeginQuery,
  response: {
    200: { description: 'The address', content: { 'text/plain': { schema: Type.String({ format: 'uri' }) } } },
    ...errorResponses,
  },
});

/** Google and VK (spec §7). No response is cached. */
export const socialSignInRoutes: FastifyPluginAsyncTypebox<SocialSignInRoutesOptions> = async (app, options) => {
  const { socialSignIn, origins } = options;
  const originOf = (request: FastifyRequest) => chooseOrigin(origins, request.headers.host);

  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  async function begin(provider: 'google' | 'vk', request: FastifyRequest<{ Querystring: { returnTo?: string } }>) {
    const origin = originOf(request);
    // Two sign-ins of one browser share the cookie.
    const browser = findBrowser(request, origin) ?? randomBytes(32).toString('base64url');
    const { returnTo } = request.query;
    const url = await socialSignIn.begin(provider, { browser, origin, returnTo, address: request.ip });
    return { url, cookie: cookieOf(origin, browser) };
  }

  const sendUrl = (reply: FastifyReply, { url, cookie }: { url: string; cookie: string }) =>
    reply.header('set-cookie', cookie).type('text/plain; charset=utf-8').send(url);

  app.get('/api/v1/google/oauth', { schema: beginSchema('Google') }, async (request, reply) =>
    sendUrl(reply, await begin('google', request)),
  );
  app.get('/api/v1/vk/oauth', { schema: beginSchema('VK') }, async (request, reply) =>
    sendUrl(reply, await begin('vk', request)),
  );

  const finishSchema = (provider: string) => ({
    tags,
    security: PUBLIC,
    summary: `Finish a sign-in through ${provider} and open a session`,
    response: { 200: ReturnedSession, ...errorResponses },
  });
  const proofOf = (request: FastifyRequest) => {
    const origin = originOf(request);
    return { origin, browser: findBrowser(request, origin) };
  };

  app.get('/api/v1/google/token', { schema: { ...finishSchema('Google'), querystring: GoogleReturn } }, (request) => {
    const { code, state = '', iss: issuer } = request.query;
    const back = { ...proofOf(request), code, state, issuer, deviceId: undefined };
    return socialSignIn.finish('google', back, languageOf(request), deviceOf(request));
  });
  app.get('/api/v1/vk/token', { schema: { ...finishSchema('VK'), querystring: VkReturn } }, (request) => {
    const { code, state = '', device_id: deviceId } = request.query;
    const back = { ...proofOf(request), code, state, deviceId, issuer: undefined };
    return socialSignIn.finish('vk', back, languageOf(request), deviceOf(request));
  });

  app.get(
    '/api/v1/info/sign-in',
    {
      schema: {
        tags,
        security: PUBLIC,
        summary: 'List the sign-in providers',
        response: { 200: Type.Array(Type.Enum(['google', 'vk'])), ...errorResponses },
      },
    },
    async () => socialSignIn.listProviders(),
  );
};

const isSecure = (origin: string): boolean => origin.startsWith('https:');

/** With this prefix a browser refuses the cookie from other hosts of the same domain. */
const cookieName = (origin: string): string => (isSecure(origin) ? '__Host-sign-in' : 'sign-in');

function cookieOf(origin: string, browser: string): string {
  // Lax, because the way back starts at another site.
  const parts = [`${cookieName(origin)}=${browser}`, `Max-Age=${COOKIE_SECONDS}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  return [...parts, ...(isSecure(origin) ? ['Secure'] : [])].join('; ');
}

function findBrowser(request: FastifyRequest, origin: string): string | undefined {
  const prefix = `${cookieName(origin)}=`;
  const own = request.headers.cookie?.split('; ').filter((cookie) => cookie.startsWith(prefix)) ?? [];
  // With two of one name it is unclear which one is ours.
  const value = own.length === 1 ? own[0]?.slice(prefix.length) : undefined;
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}
