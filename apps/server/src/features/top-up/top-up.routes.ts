import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { STEAM_SERVICE_ID } from '@oyna/domain/constants';
import { AppError, type ErrorCode } from '@oyna/domain/errors';
import { TOP_UP_CURRENCIES, TOP_UP_LIMITS, TOP_UP_PROVIDERS } from '@oyna/domain/top-up';
import { TOP_UP_SUPPLIERS } from '@oyna/providers/top-up-suppliers';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ANYONE, MEMBERS, memberOf, PUBLIC } from '../../http/customer-access.ts';
import { languageOf } from '../../http/language.ts';
import { errorResponses } from '../../http/openapi.ts';
import { chooseOrigin } from '../../http/origins.ts';
import type { ResponseCache } from '../../http/response-cache.ts';
import type { PaymentMethods } from '../payment/payment-methods.service.ts';
import * as schemas from './top-up.schemas.ts';
import type { TopUpsService } from './top-up.service.ts';
import { serviceOf, TOP_UP_SERVICES } from './top-up.services.ts';

const tags = ['top-up'];

interface TopUpRoutesOptions {
  topUps: TopUpsService;
  methods: PaymentMethods;
  cache: ResponseCache;
  feePercent: number;
  /** Where the store is visited. */
  origins: string[];
}

export const topUpRoutes: FastifyPluginAsyncTypebox<TopUpRoutesOptions> = async (app, options) => {
  const { topUps, methods, cache, feePercent, origins } = options;

  app.get(
    '/api/v1/replenishment/options',
    {
      ...cache.route,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Get the limits, currencies and payment methods of top-ups',
        response: { 200: schemas.TopUpOptions, ...errorResponses },
      },
    },
    async () => ({
      steam: {
        id: STEAM_SERVICE_ID,
        feePercent,
        limits: TOP_UP_CURRENCIES.map((currency) => ({
          ...TOP_UP_LIMITS[currency],
          presets: [...TOP_UP_LIMITS[currency].presets],
        })),
      },
      methods: (await methods.list()).filter(({ provider }) => TOP_UP_PROVIDERS.some((name) => name === provider)),
    }),
  );

  app.post(
    '/api/v1/replenishment/quote',
    {
      attachValidation: true,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Get a quote for a top-up; it is valid for ten minutes',
        body: schemas.QuoteBody,
        response: { 201: schemas.TopUpQuote, ...errorResponses },
      },
    },
    async (request, reply) => {
      assertValid(request);
      const quote = await topUps.quote(request.ip, request.body);
      return reply.status(201).header('cache-control', 'no-store').send(quote);
    },
  );

  app.post(
    '/api/v1/replenishment/account',
    {
      attachValidation: true,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Check whether an account can be topped up, with its name where the supplier knows it',
        body: schemas.AccountBody,
        response: { 200: schemas.TopUpAccount, ...errorResponses },
      },
    },
    (request, reply) => {
      assertValid(request);
      void reply.header('cache-control', 'no-store');
      return topUps.checkAccount(request.ip, request.body);
    },
  );

  for (const provider of TOP_UP_PROVIDERS) {
    app.post(
      `/api/v1/replenishment/front/${provider}`,
      {
        attachValidation: true,
        schema: {
          tags,
          security: ANYONE,
          summary: 'Order a top-up and return the payment page; with a token it belongs to the member',
          headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) }),
          body: schemas.TopUpBody,
          response: { 200: schemas.TopUpLink, ...errorResponses },
        },
      },
      (request) => {
        assertValid(request);
        const { id, serviceObject, quoteId, email } = request.body;
        const visitor = {
          accountId: request.signedIn?.accountId ?? null,
          address: request.ip,
          language: languageOf(request),
          origin: chooseOrigin(origins, request.headers.host),
        };
        const idempotencyKey = request.headers['idempotency-key'];
        const { currency, ...wanted } = serviceObject;
        return topUps.begin(visitor, { id, provider, ...wanted, currency, quoteId, email, idempotencyKey });
      },
    );
  }

  app.get(
    '/api/v1/replenishment/:orderId',
    {
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Get the state of a top-up by its link',
        params: Type.Object({ orderId: Type.String({ maxLength: 100 }) }),
        response: { 200: schemas.TopUp, ...errorResponses },
      },
    },
    (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return topUps.get(request.params.orderId);
    },
  );

  app.get(
    '/api/v1/user/replenishments',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: "The user's top-ups, newest first",
        response: { 200: Type.Array(schemas.TopUp), ...errorResponses },
      },
    },
    (request) => topUps.list(memberOf(request).accountId),
  );

  await app.register(async (callbacks) => {
    // A notification proves nothing, so its body is not read.
    callbacks.removeAllContentTypeParsers();
    callbacks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 64 * 1024 }, (_request, _body, done) =>
      done(null, undefined),
    );
    for (const { name } of TOP_UP_SUPPLIERS.filter(({ sendsCallbacks }) => sendsCallbacks)) {
      callbacks.post(
        `/api/v1/callbacks/${name}/:code`,
        {
          schema: {
            tags,
            security: PUBLIC,
            summary: 'Receive a notification of a supplier; the state is then requested from it',
            params: Type.Object({ code: Type.String({ pattern: '^[A-Za-z0-9_-]{16,50}$' }) }),
          },
        },
        async (request: FastifyRequest<{ Params: { code: string } }>, reply) => {
          await topUps.nudge(name, request.params.code);
          return reply.header('cache-control', 'no-store').send({ accepted: true });
        },
      );
    }
  });
};

/** Every field of the forms has an error code of the spec, also for a value of the wrong type. */
function assertValid(request: FastifyRequest): void {
  const { validationError: fault } = request;
  if (!fault) return;
  const path = fault.validation?.[0]?.instancePath ?? '';
  const missing = fault.validation?.[0]?.params['missingProperty'];
  const field = String(missing ?? path.split('/').at(-1));
  const id = (request.body as { id?: unknown } | null | undefined)?.id;
  const { errors } = TOP_UP_SERVICES[serviceOf(id)];
  const codes: Record<string, ErrorCode> = {
    account: errors.account,
    amount: errors.amount,
    currency: errors.amount,
    provider: errors.provider,
    email: 'email-invalid',
    quoteId: 'quote-expired',
  };
  const code = codes[field];
  throw code && fault.validationContext === 'body' ? new AppError(code, { field }) : fault;
}
