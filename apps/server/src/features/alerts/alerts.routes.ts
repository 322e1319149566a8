import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ALERT_CHANNELS, ALERT_KINDS } from '@oyna/domain/alerts';
import { LISTED_CURRENCIES } from '@oyna/domain/constants';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { deviceOf, MEMBERS, memberOf, PUBLIC } from '../../http/customer-access.ts';
import { component, errorResponses, Nullable, Time } from '../../http/openapi.ts';
import { GameCard, IdParameter } from '../catalogue/catalogue.schemas.ts';
import type { AlertsService } from './alerts.service.ts';
import type { PushSubscriptionsService } from './push-subscriptions.service.ts';

const Channels = Type.Array(Type.Enum([...ALERT_CHANNELS]));

const Alert = component(
  'Alert',
  Type.Object({
    id: Type.Integer(),
    kind: Type.Enum([...ALERT_KINDS]),
    currency: Type.Enum([...LISTED_CURRENCIES]),
    threshold: Nullable(Type.Integer({ description: 'Hundredths of the currency; only of price-below' })),
    channels: Channels,
    createdAt: Time,
    offer: Nullable(
      Type.Object(
        {
          id: Type.Integer(),
          name: Type.String(),
          priceWithDiscount: Type.Integer({ description: 'US cents' }),
          available: Type.Boolean(),
        },
        { description: 'Null for discount-end, which is about all favourites' },
      ),
    ),
    game: Nullable(GameCard),
  }),
);

const NewAlert = Type.Object({
  kind: Type.Enum([...ALERT_KINDS]),
  productId: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  threshold: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 })),
  currency: Type.Enum([...LISTED_CURRENCIES]),
  channels: Type.Array(Type.Enum([...ALERT_CHANNELS]), { minItems: 1, maxItems: ALERT_CHANNELS.length }),
});

const key = (maxLength: number) => Type.String({ pattern: '^[\\w-]+=*$', maxLength });
const NewSubscription = Type.Object({
  endpoint: Type.String({ minLength: 1, maxLength: 2_000 }),
  p256dh: key(100),
  auth: key(40),
});

const Token = Type.String({ minLength: 1, maxLength: 100 });
const tags = ['alerts'];
const STOP_LIMIT = { rateLimit: { max: 60, timeWindow: '10 seconds' } };

interface AlertsRoutesOptions {
  alerts: AlertsService;
  subscriptions: PushSubscriptionsService;
}

export const alertsRoutes: FastifyPluginAsyncTypebox<AlertsRoutesOptions> = async (app, { alerts, subscriptions }) => {
  app.get(
    '/api/v1/user/alerts',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'List the alerts, newest first, and how they can arrive',
        response: {
          200: Type.Object({
            alerts: Type.Array(Alert),
            canMail: Type.Boolean({ description: 'The address is confirmed and the store sends mail' }),
            pushKey: Nullable(
              Type.String({ description: 'With which a browser subscribes; null: push is not offered' }),
            ),
            browsers: Type.Array(Type.Object({ id: Type.Integer(), device: Type.String(), createdAt: Time })),
          }),
          ...errorResponses,
        },
      },
    },
    async (request) => {
      const { accountId } = memberOf(request);
      const browsers = await subscriptions.list(accountId);
      return {
        ...(await alerts.list(accountId)),
        pushKey: subscriptions.publicKey,
        browsers: browsers.map((browser) => ({ ...browser, createdAt: browser.createdAt.toISOString() })),
      };
    },
  );

  app.post(
    '/api/v1/user/alerts',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Ask for an alert; a repeated call changes its settings',
        body: NewAlert,
        response: { 200: Alert, 201: Alert, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { isNew, alert } = await alerts.save(memberOf(request).accountId, request.body);
      return reply.status(isNew ? 201 : 200).send(alert);
    },
  );

  app.delete(
    '/api/v1/user/alerts/:id',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Stop an alert; no message of it is sent after the answer',
        params: IdParameter,
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      await alerts.stop(memberOf(request).accountId, request.params.id);
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/api/v1/user/alerts/:id/resume',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Take the stop of an alert back',
        params: IdParameter,
        response: { 200: Alert, ...errorResponses },
      },
    },
    (request) => alerts.resume(memberOf(request).accountId, request.params.id),
  );

  app.post(
    '/api/v1/user/push-subscriptions',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Send push messages to this browser',
        body: NewSubscription,
        response: { 201: Type.Object({ id: Type.Integer() }), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { userAgent } = deviceOf(request);
      return reply.status(201).send(await subscriptions.add(memberOf(request), request.body, userAgent));
    },
  );

  app.delete(
    '/api/v1/user/push-subscriptions/:id',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Send no push messages to this browser any more',
        params: IdParameter,
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      await subscriptions.remove(memberOf(request).accountId, request.params.id);
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/api/v1/alerts/stop',
    {
      config: STOP_LIMIT,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Stop an alert with the token of its message',
        body: Type.Object({ token: Token }),
        response: {
          200: Type.Object({ kind: Type.Enum([...ALERT_KINDS]), name: Nullable(Type.String()) }),
          ...errorResponses,
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return alerts.stopByToken(request.body.token);
    },
  );

  // One click in a mail program (RFC 8058). A GET of the same address is a page with a button: scanners open links.
  await app.register(async (oneClick) => {
    oneClick.removeAllContentTypeParsers();
    oneClick.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4_096 }, (_request, body, done) =>
      done(null, body),
    );
    oneClick.post(
      '/alerts/stop',
      { config: STOP_LIMIT, schema: { hide: true, querystring: Type.Object({ token: Token }) } },
      async (request: FastifyRequest<{ Querystring: { token: string } }>, reply) => {
        await alerts.stopByToken(request.query.token);
        return reply.header('cache-control', 'no-store').status(200).send('');
      },
    );
  });
};
