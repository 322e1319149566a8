import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { LANGUAGES } from '@oyna/domain/constants';
import Type from 'typebox';
import { ANY_BUYER, BUYERS, deviceOf, memberOf, PUBLIC } from '../../http/customer-access.ts';
import { languageOf } from '../../http/language.ts';
import { component, errorResponses } from '../../http/openapi.ts';
import type { GuestService } from './guests.service.ts';
import type { OrderAccessService } from './order-access.service.ts';
import type { PageLink } from './order-links.service.ts';

const tags = ['guests'];
/** Not a pattern: a token that cannot be ours is answered as an unknown one. */
const Token = Type.String({ maxLength: 200, description: 'What follows the # of the link' });
const session = {
  token: Type.String({ description: 'For the Authorization header: Bearer …' }),
  expired: Type.String({ format: 'date-time', description: 'UTC; each use of the session extends it' }),
};

const GuestSession = component('GuestSession', Type.Object(session));
const OrderSession = component('OrderSession', Type.Object({ ...session, orderId: Type.String() }));
const OpenedOrderLink = component(
  'OpenedOrderLink',
  Type.Object({
    state: Type.Enum(['open', 'code', 'sign-in'], {
      description: '`code`: the device is new, a code goes to the mailbox. `sign-in`: an account has the order',
    }),
    orderId: Type.Union([Type.String(), Type.Null()]),
  }),
);

interface GuestRoutesOptions {
  guests: GuestService;
  access: OrderAccessService;
  createPageLink(accountId: number, orderId: string): Promise<PageLink>;
}

export const guestRoutes: FastifyPluginAsyncTypebox<GuestRoutesOptions> = async (app, options) => {
  const { guests, access, createPageLink } = options;

  app.post(
    '/api/v1/guest',
    {
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Begin to buy without an account',
        body: Type.Object({
          email: Type.String({ maxLength: 2_000 }),
          country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
          language: Type.Optional(
            Type.Enum([...LANGUAGES], { description: 'Language of the mails; by default the language of the request' }),
          ),
        }),
        response: { 201: GuestSession, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { email, country, language = languageOf(request) } = request.body;
      return reply.status(201).send(await guests.begin({ email, country, language }, deviceOf(request)));
    },
  );

  app.post(
    '/api/v1/user/orders/:orderId/link',
    {
      schema: {
        tags,
        security: BUYERS,
        summary: 'Create the link to a paid order of a guest; it is shown once',
        params: Type.Object({ orderId: Type.String({ pattern: '^[A-Za-z0-9_-]{16,50}$' }) }),
        response: {
          200: Type.Object({
            link: Type.Union([Type.String(), Type.Null()], {
              description: 'A path of the store; null once it was shown',
            }),
          }),
          ...errorResponses,
        },
      },
    },
    (request) => createPageLink(memberOf(request).accountId, request.params.orderId),
  );

  app.post(
    '/api/v1/order-link/open',
    {
      schema: {
        tags,
        security: ANY_BUYER,
        summary: 'Open the link to an order of a guest',
        body: Type.Object({ token: Token }),
        response: { 200: OpenedOrderLink, ...errorResponses },
      },
    },
    (request) => access.open(request.body.token, request.signedIn, request.ip),
  );

  app.post(
    '/api/v1/order-link/code',
    {
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Send a code to the mailbox of the order',
        body: Type.Object({ token: Token }),
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      await access.sendCode(request.body.token, request.ip);
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/api/v1/order-link/confirm',
    {
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Enter the code and get a session of the guest',
        body: Type.Object({ token: Token, code: Type.String({ maxLength: 20 }) }),
        response: { 200: OrderSession, ...errorResponses },
      },
    },
    (request) => access.confirm(request.body.token, request.body.code, deviceOf(request)),
  );
};
