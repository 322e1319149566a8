import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AppError } from '@oyna/domain/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { BUYERS, memberOf, PUBLIC } from '../../http/customer-access.ts';
import { languageOf } from '../../http/language.ts';
import { component, errorResponses } from '../../http/openapi.ts';
import { chooseOrigin } from '../../http/origins.ts';
import type { ResponseCache } from '../../http/response-cache.ts';
import { Uuid } from '../../http/uuid.ts';
import { LastMethod, PaymentMethod } from './payment.schemas.ts';
import type { PaymentService } from './payment.service.ts';
import type { PaymentMethods } from './payment-methods.service.ts';
import type { PaymentWatchService } from './payment-watch.service.ts';

const tags = ['payment'];
const OrderParameter = Type.Object({ orderId: Type.String({ pattern: '^[A-Za-z0-9_-]{16,50}$' }) });

const PaymentLink = component(
  'PaymentLink',
  Type.Object({
    orderId: Type.String(),
    link_url: Type.Union([Type.String(), Type.Null()]),
    cardForm: Type.Union([
      Type.Object({ token: Type.String(), amount: Type.Integer(), chargeUrl: Type.String() }),
      Type.Null(),
    ]),
  }),
);

interface PaymentRoutesOptions {
  payments: PaymentService;
  watch: PaymentWatchService;
  methods: PaymentMethods;
  cache: ResponseCache;
  /** Where the store is visited. */
  origins: string[];
}

export const paymentRoutes: FastifyPluginAsyncTypebox<PaymentRoutesOptions> = async (app, options) => {
  const { payments, watch, methods, cache, origins } = options;

  app.get(
    '/api/v1/payment/methods',
    {
      ...cache.route,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'List the payment methods that are available now',
        response: { 200: Type.Array(PaymentMethod), ...errorResponses },
      },
    },
    () => methods.list(),
  );

  app.get(
    '/api/v1/user/payment-method',
    {
      schema: {
        tags,
        security: BUYERS,
        summary: 'Get the payment method that the customer chose last',
        response: { 200: LastMethod, ...errorResponses },
      },
    },
    async (request) => ({ provider: (await payments.findLastProvider(memberOf(request).accountId)) ?? null }),
  );

  app.post(
    '/api/v1/payment/:provider/:basketId',
    {
      schemaErrorFormatter: toSpecError,
      schema: {
        tags,
        security: BUYERS,
        summary: 'Begin a payment: freeze the basket, reserve its keys, return the payment page',
        params: Type.Object({ provider: Type.String({ pattern: '^[a-z0-9-]{1,20}$' }), basketId: Uuid }),
        querystring: Type.Object({
          total: Type.Optional(
            Type.Integer({
              minimum: 0,
              description: 'What the page showed, in US cents. Another price is refused with `quote-expired`',
            }),
          ),
          charge: Type.Optional(
            Type.Integer({
              minimum: 0,
              description:
                'What the page showed for the method, in hundredths of its currency. Another sum is refused with `quote-expired`',
            }),
          ),
          country: Type.Optional(
            Type.String({
              pattern: '^[A-Z]{2}$',
              description: 'Where the keys are to be activated. Without it, the country of the account counts',
            }),
          ),
          accepted: Type.Optional(
            Type.String({
              pattern: '^\\d{1,10}(,\\d{1,10}){0,99}$',
              description:
                'Ids of items of which the buyer knows that they do not work there. Others are refused with `activation-not-confirmed`',
            }),
          ),
        }),
        headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) }),
        response: { 200: PaymentLink, ...errorResponses },
      },
    },
    (request) => {
      const { provider, basketId } = request.params;
      const buyer = {
        accountId: memberOf(request).accountId,
        address: request.ip,
        language: languageOf(request),
        origin: chooseOrigin(origins, request.headers.host),
      };
      return payments.begin(buyer, {
        provider,
        basketId,
        idempotencyKey: request.headers['idempotency-key'],
        shownCents: request.query.total,
        shownCharge: request.query.charge,
        country: request.query.country,
        acceptedProductIds: request.query.accepted?.split(',').map(Number) ?? [],
      });
    },
  );

  app.post(
    '/api/v1/payment/:orderId/cancel',
    {
      schema: {
        tags,
        security: BUYERS,
        summary: 'Cancel a payment that was not made and reopen the basket',
        params: OrderParameter,
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      await payments.cancel(memberOf(request).accountId, request.params.orderId);
      return reply.status(204).send(null);
    },
  );

  // Signatures cover the raw bytes, so the body is not parsed, whatever its content type is.
  await app.register(async (callbacks) => {
    callbacks.removeAllContentTypeParsers();
    callbacks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 64 * 1024 }, (_request, body, done) =>
      done(null, body),
    );
    callbacks.post(
      '/api/v1/callbacks/:provider/:script',
      {
        schema: {
          tags,
          security: PUBLIC,
          summary: 'Receive a notification of a payment provider, proven by its signature or by a status request',
          params: Type.Object({
            provider: Type.String({ maxLength: 20 }),
            script: Type.String({ pattern: '^[a-z]{1,20}$' }),
          }),
        },
      },
      async (request: FastifyRequest<{ Params: { provider: string; script: string } }>, reply: FastifyReply) => {
        const { provider, script } = request.params;
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const answer = await watch.receiveCallback(provider, { script, body, remoteAddress: request.ip });
        request.log.info({ provider, script, outcome: answer.outcome }, 'callback');
        return reply
          .status(answer.status)
          .header('cache-control', 'no-store')
          .type(answer.contentType)
          .send(answer.body);
      },
    );
  });
};

/** A malformed basket id is answered as an unknown one, and an unknown provider as a method that does not exist (spec §8). */
function toSpecError(faults: NonNullable<FastifyError['validation']>): Error {
  const path = faults[0]?.instancePath ?? '';
  if (path === '/basketId') return new AppError('basket-id-missing');
  if (path === '/provider') return new AppError('payment-method-invalid', { field: 'provider' });
  return new AppError('invalid-parameter', { field: path.slice(1) });
}
