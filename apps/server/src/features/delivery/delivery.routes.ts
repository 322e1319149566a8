import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { MAX_CLAIM_COMMENT_LENGTH } from '@oyna/domain/constants';
import { CLAIM_REASONS } from '@oyna/domain/replacement-policy';
import { CLAIM_STATUSES } from '@oyna/domain/states';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { BUYERS, memberOf } from '../../http/customer-access.ts';
import { languageOf } from '../../http/language.ts';
import { component, errorResponses } from '../../http/openapi.ts';
import type { ClaimsService } from './claims.service.ts';
import type { DeliveryService, Visitor } from './delivery.service.ts';

const tags = ['delivery'];
const KeyParameter = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

const RevealedKey = component(
  'RevealedKey',
  Type.Object({
    id: Type.Integer(),
    key: Type.String(),
    name: Type.String(),
    instruction: Type.String({ description: 'HTML: how to activate it' }),
    redeemUrl: Type.Union([Type.String(), Type.Null()], {
      description: 'The page of the platform with the key filled in, where it has one',
    }),
  }),
);

const Claim = component(
  'KeyClaim',
  Type.Object({
    status: Type.Enum([...CLAIM_STATUSES]),
    newKeyId: Type.Union([Type.Integer(), Type.Null()], { description: 'The replacement key' }),
  }),
);

export const deliveryRoutes: FastifyPluginAsyncTypebox<{ delivery: DeliveryService; claims: ClaimsService }> = async (
  app,
  { delivery, claims },
) => {
  app.post(
    '/api/v1/user/keys/:id/reveal',
    {
      schema: {
        tags,
        security: BUYERS,
        summary: 'Show a key and record that it was opened',
        params: KeyParameter,
        response: { 200: RevealedKey, ...errorResponses },
      },
    },
    (request) => delivery.reveal(visitorOf(request), request.params.id, languageOf(request)),
  );

  app.post(
    '/api/v1/user/keys/:id/claim',
    {
      schema: {
        tags,
        security: BUYERS,
        summary: 'Report that a key does not work: it is replaced at once, or an operator answers',
        params: KeyParameter,
        body: Type.Object({
          reason: Type.Enum([...CLAIM_REASONS]),
          comment: Type.Optional(Type.String({ maxLength: MAX_CLAIM_COMMENT_LENGTH })),
        }),
        response: { 200: Claim, ...errorResponses },
      },
    },
    (request) => {
      const { reason, comment = '' } = request.body;
      const { accountId } = memberOf(request);
      const keyId = request.params.id;
      return claims.open({ by: 'buyer', accountId, keyId, reason, comment, language: languageOf(request) });
    },
  );
};

function visitorOf(request: FastifyRequest): Visitor {
  const { accountId } = memberOf(request);
  return { accountId, address: request.ip, userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300) };
}
