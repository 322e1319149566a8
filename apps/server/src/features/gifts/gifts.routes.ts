import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CLAIM_TOKEN_PATTERN } from '@oyna/domain/claim-link';
import { LANGUAGES, MAX_CLAIM_COMMENT_LENGTH } from '@oyna/domain/constants';
import { GIFT_CHANNELS } from '@oyna/domain/gift';
import { CLAIM_REASONS } from '@oyna/domain/replacement-policy';
import { CLAIM_STATUSES } from '@oyna/domain/states';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { BUYERS, memberOf, PUBLIC } from '../../http/customer-access.ts';
import { languageOf } from '../../http/language.ts';
import { component, errorResponses, Nullable } from '../../http/openapi.ts';
import type { GiftOpeningService } from './gift-opening.service.ts';
import type { GiftsService } from './gifts.service.ts';

const tags = ['gifts'];
const KeyParameter = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });
const Text = Type.String({ maxLength: 2_000, default: '' });
const Access = {
  /** Not a pattern: a token that cannot be ours is answered as an unknown one. */
  token: Type.String({ maxLength: 200, description: 'What follows the # of the link' }),
  device: Type.Optional(
    Type.String({
      pattern: CLAIM_TOKEN_PATTERN,
      description:
        'The secret of this browser: 16 random bytes in base64url, which it makes and keeps before it opens the gift',
    }),
  ),
};
const AccessBody = Type.Object(Access);

const NewGift = component(
  'NewGift',
  Type.Object({
    channel: Type.Enum([...GIFT_CHANNELS]),
    giverName: Text,
    recipientName: Text,
    email: Text,
    message: Text,
    day: Type.String({ maxLength: 20, description: 'YYYY-MM-DD in the time zone of the store: today or later' }),
    language: Type.Optional(Type.Enum([...LANGUAGES], { description: 'Of the mail; by default that of the request' })),
    country: Type.String({ pattern: '^[A-Z]{2}$', description: 'Where the recipient activates the key' }),
    accepted: Type.Boolean({
      default: false,
      description:
        'The giver knows that the key does not work there. Otherwise refused with `activation-not-confirmed`',
    }),
  }),
);

const Gift = component(
  'Gift',
  Type.Object({
    state: Type.Enum(['waiting', 'ready', 'opened', 'opened-elsewhere'], {
      description: '`waiting`: its day has not come. `opened`: this browser may see the key again',
    }),
    name: Type.String(),
    platform: Type.String(),
    region: Type.String(),
    poster: Type.String({ description: 'Address of the cover' }),
    color: Type.String(),
    day: Type.String({ description: 'YYYY-MM-DD in the time zone of the store' }),
    giverName: Type.String(),
    recipientName: Type.String(),
    message: Type.String(),
    canMail: Type.Boolean({ description: 'Another link can be sent to the mailbox of the recipient' }),
    claim: Nullable(Type.Enum([...CLAIM_STATUSES])),
  }),
);

const OpenedGift = component(
  'OpenedGift',
  Type.Object({
    key: Type.String(),
    device: Nullable(
      Type.String({ description: 'Kept by a browser that has sent none, to see the key again; null when it has' }),
    ),
    name: Type.String(),
    instruction: Type.String({ description: 'HTML: how to activate it' }),
    redeemUrl: Nullable(Type.String()),
  }),
);

interface GiftRoutesOptions {
  gifts: GiftsService;
  opening: GiftOpeningService;
}

export const giftRoutes: FastifyPluginAsyncTypebox<GiftRoutesOptions> = async (app, { gifts, opening }) => {
  app.post(
    '/api/v1/user/keys/:id/gift',
    {
      schema: {
        tags,
        security: BUYERS,
        summary: 'Give a key that was not opened to another person',
        params: KeyParameter,
        body: NewGift,
        response: {
          201: Type.Object({
            link: Nullable(Type.String({ description: 'A path of the store, shown once; null for a mailed gift' })),
          }),
          ...errorResponses,
        },
      },
    },
    async (request, reply) => {
      const { language = languageOf(request), ...form } = request.body;
      const giver = { accountId: memberOf(request).accountId, address: request.ip };
      return reply.status(201).send(await gifts.give(giver, request.params.id, { ...form, language }));
    },
  );

  app.delete(
    '/api/v1/user/keys/:id/gift',
    {
      schema: {
        tags,
        security: BUYERS,
        summary: 'Take back a gift that was not opened',
        params: KeyParameter,
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      await gifts.takeBack(memberOf(request).accountId, request.params.id);
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/api/v1/gift/look',
    {
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Show a gift; it stays closed',
        body: AccessBody,
        response: { 200: Gift, ...errorResponses },
      },
    },
    (request) => opening.show(request.body, request.ip, languageOf(request)),
  );

  app.post(
    '/api/v1/gift/open',
    {
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Open a gift and show its key',
        body: AccessBody,
        response: { 200: OpenedGift, ...errorResponses },
      },
    },
    (request) => opening.open(request.body, recipientOf(request), languageOf(request)),
  );

  app.post(
    '/api/v1/gift/mail',
    {
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Mail a new link to the recipient of an opened gift, for another device',
        body: AccessBody,
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      await opening.sendAgain(request.body, request.ip, languageOf(request));
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/api/v1/gift/report',
    {
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Report that the key of an opened gift does not work; an operator answers',
        body: Type.Object({
          ...Access,
          reason: Type.Enum([...CLAIM_REASONS]),
          comment: Type.String({ maxLength: MAX_CLAIM_COMMENT_LENGTH, default: '' }),
        }),
        response: { 200: Type.Object({ status: Type.Enum([...CLAIM_STATUSES]) }), ...errorResponses },
      },
    },
    (request) => {
      const { reason, comment, ...access } = request.body;
      return opening.report(access, { reason, comment }, request.ip, languageOf(request));
    },
  );
};

const recipientOf = (request: FastifyRequest) => ({
  address: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
});
