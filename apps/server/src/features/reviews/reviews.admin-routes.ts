import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { LANGUAGES } from '@oyna/domain/constants';
import { HOLD_REASONS, MAX_HIDE_REASON_LENGTH, MAX_REVIEW_ANSWER_LENGTH } from '@oyna/domain/review';
import { REVIEW_STATUSES } from '@oyna/domain/states';
import Type from 'typebox';
import { isoDates } from '../../http/iso-dates.ts';
import { consoleComponent, errorResponses, Nullable, Time } from '../../http/openapi.ts';
import { actorOf, operators } from '../../http/operator-auth.ts';
import { type ModerationService, REVIEW_QUEUES } from './moderation.service.ts';

const tags = ['reviews'];
const ReviewParameter = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });
const Version = Type.Integer({ minimum: 1, description: 'The version that the operator has seen' });

const Review = consoleComponent(
  'Review',
  Type.Object({
    id: Type.Integer(),
    game: Type.Object({ id: Type.Integer(), name: Type.String() }),
    customer: Type.Object({ accountId: Type.Integer(), login: Type.String() }),
    rating: Type.Integer(),
    nickname: Type.String(),
    text: Type.String(),
    language: Type.Enum(LANGUAGES),
    status: Type.Enum(REVIEW_STATUSES),
    heldFor: Type.Array(Type.Enum(HOLD_REASONS), { description: 'Why it waits' }),
    hiddenReason: Nullable(Type.String()),
    answer: Nullable(Type.String()),
    answeredBy: Nullable(Type.String()),
    helpful: Type.Integer(),
    isRefunded: Type.Boolean(),
    isDemo: Type.Boolean(),
    version: Type.Integer(),
    createdAt: Time,
    editedAt: Nullable(Time),
  }),
);

export const reviewsAdminRoutes: FastifyPluginAsyncTypebox<{ moderation: ModerationService }> = async (
  app,
  { moderation },
) => {
  app.get(
    '/api/v1/reviews',
    {
      schema: {
        tags,
        security: operators('reviews:read'),
        summary: 'List reviews: waiting ones the oldest first, others the newest first',
        querystring: Type.Object({
          queue: Type.Enum(REVIEW_QUEUES, { default: 'waiting' }),
          gameId: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
          after: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
        }),
        response: {
          200: Type.Object({ items: Type.Array(Review), next: Nullable(Type.String()), waiting: Type.Integer() }),
          ...errorResponses,
        },
      },
    },
    async (request) => {
      const { queue, gameId, after, limit } = request.query;
      const place = after === undefined ? null : Number(after);
      const found = await moderation.list({ queue, gameId, after: place, limit: limit + 1 });
      const items = isoDates(found.slice(0, limit));
      const next = found.length > limit ? String(items.at(-1)?.id) : null;
      return { items, next, waiting: await moderation.countWaiting() };
    },
  );

  app.get(
    '/api/v1/reviews/:id',
    {
      schema: {
        tags,
        security: operators('reviews:read'),
        summary: 'Show a review',
        params: ReviewParameter,
        response: { 200: Review, ...errorResponses },
      },
    },
    async (request) => isoDates(await moderation.get(request.params.id)),
  );

  app.post(
    '/api/v1/reviews/:id/show',
    {
      schema: {
        tags,
        security: operators('reviews:write'),
        summary: 'Publish a review that waits or is hidden',
        params: ReviewParameter,
        body: Type.Object({ version: Version }),
        response: { 200: Review, ...errorResponses },
      },
    },
    async (request) => {
      const seen = { id: request.params.id, version: request.body.version };
      return isoDates(await moderation.show(actorOf(request), seen));
    },
  );

  app.post(
    '/api/v1/reviews/:id/hide',
    {
      schema: {
        tags,
        security: operators('reviews:write'),
        summary: 'Hide a review; its author reads the reason',
        params: ReviewParameter,
        body: Type.Object({
          version: Version,
          reason: Type.String({ minLength: 1, maxLength: MAX_HIDE_REASON_LENGTH }),
        }),
        response: { 200: Review, ...errorResponses },
      },
    },
    async (request) => {
      const { version, reason } = request.body;
      return isoDates(await moderation.hide(actorOf(request), { id: request.params.id, version }, reason));
    },
  );

  app.put(
    '/api/v1/reviews/:id/answer',
    {
      schema: {
        tags,
        security: operators('reviews:write'),
        summary: 'Answer a review in public, or remove the answer',
        params: ReviewParameter,
        body: Type.Object({
          version: Version,
          text: Nullable(Type.String({ minLength: 1, maxLength: MAX_REVIEW_ANSWER_LENGTH })),
        }),
        response: { 200: Review, ...errorResponses },
      },
    },
    async (request) => {
      const { version, text } = request.body;
      return isoDates(await moderation.answer(actorOf(request), { id: request.params.id, version }, text));
    },
  );
};
