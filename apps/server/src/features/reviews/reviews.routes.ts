import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { LANGUAGES } from '@oyna/domain/constants';
import {
  MAX_NICKNAME_LENGTH,
  MAX_REVIEW_LENGTH,
  MAX_REVIEW_PAGE,
  REVIEW_ORDERS,
  REVIEWS_PER_PAGE,
} from '@oyna/domain/review';
import { REVIEW_STATUSES } from '@oyna/domain/states';
import Type from 'typebox';
import { MEMBERS, memberOf, PUBLIC } from '../../http/customer-access.ts';
import { isoDates } from '../../http/iso-dates.ts';
import { LanguageParameter } from '../../http/language.ts';
import { component, errorResponses, Nullable, Time } from '../../http/openapi.ts';
import type { ResponseCache } from '../../http/response-cache.ts';
import { IdParameter, Rating } from '../catalogue/catalogue.schemas.ts';
import type { ReviewsService } from './reviews.service.ts';

const tags = ['reviews'];
const ReviewParameter = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });
const Stars = Type.Integer({ minimum: 1, maximum: 5 });

const Review = component(
  'Review',
  Type.Object({
    id: Type.Integer(),
    nickname: Type.String({ description: 'The name that the author has chosen' }),
    rating: Stars,
    text: Type.String({ description: 'Plain text' }),
    language: Type.Enum(LANGUAGES),
    createdAt: Time,
    editedAt: Nullable(Time),
    helpful: Type.Integer({ description: 'How many customers found it helpful; may be minutes old' }),
    isRefunded: Type.Boolean({ description: 'The purchase was refunded later' }),
    isDemo: Type.Boolean({ description: 'An example of the demo store' }),
    answer: Nullable(Type.Object({ text: Type.String(), answeredAt: Type.String() })),
  }),
);

const ReviewsPage = component(
  'ReviewsPage',
  Type.Object({
    items: Type.Array(Review),
    pageNumber: Type.Integer(),
    pageSize: Type.Integer(),
    totalSize: Type.Integer(),
    rating: Nullable(Rating),
    stars: Type.Array(Type.Integer(), { description: 'How many have one star, two stars and so on' }),
    hasExamples: Type.Boolean({ description: 'The rating counts examples of the demo store' }),
  }),
);

const OwnReview = component(
  'OwnReview',
  Type.Object({
    access: Type.Enum(['allowed', 'review-not-buyer', 'review-key-unopened'] as const, {
      description: 'Whether the member may write a review, or why not',
    }),
    review: Nullable(
      Type.Object({
        id: Type.Integer(),
        rating: Stars,
        nickname: Type.String(),
        text: Type.String(),
        status: Type.Enum(REVIEW_STATUSES),
        hiddenReason: Nullable(Type.String()),
      }),
    ),
    votes: Type.Array(Type.Object({ reviewId: Type.Integer(), helpful: Type.Integer() }), {
      description: 'The reviews of this game that the member finds helpful, with their present counts',
    }),
  }),
);

// A longer text is answered with the code of its field. The limits here only bound the work.
const Written = Type.Object({
  rating: Type.Number(),
  nickname: Type.String({ maxLength: 10 * MAX_NICKNAME_LENGTH }),
  text: Type.String({ maxLength: 4 * MAX_REVIEW_LENGTH }),
  language: Type.Enum(LANGUAGES),
});

export const reviewsRoutes: FastifyPluginAsyncTypebox<{ reviews: ReviewsService; cache: ResponseCache }> = async (
  app,
  { reviews, cache },
) => {
  app.get(
    '/api/v1/game/:id/reviews',
    {
      ...cache.route,
      schema: {
        tags,
        security: PUBLIC,
        summary: `List the published reviews of a game, ${REVIEWS_PER_PAGE} per page`,
        params: IdParameter,
        querystring: Type.Object({
          order: Type.Enum(REVIEW_ORDERS, { default: 'helpful' }),
          pageNumber: Type.Integer({ minimum: 1, maximum: MAX_REVIEW_PAGE, default: 1 }),
          lng: LanguageParameter,
        }),
        response: { 200: ReviewsPage, ...errorResponses },
      },
    },
    async (request) => isoDates(await reviews.list(request.params.id, request.query)),
  );

  app.get(
    '/api/v1/user/games/:id/review',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Get the own review of a game, whether one may be written, and the own votes',
        params: IdParameter,
        response: { 200: OwnReview, ...errorResponses },
      },
    },
    (request) => reviews.getOwn(memberOf(request).accountId, request.params.id),
  );

  for (const [method, action, summary] of [
    ['POST', 'write', 'Review a game of which the member has opened a key'],
    ['PUT', 'edit', 'Change the own review'],
  ] as const) {
    app.route({
      method,
      url: '/api/v1/user/games/:id/review',
      schema: {
        tags,
        security: MEMBERS,
        summary,
        params: IdParameter,
        body: Written,
        response: { 200: OwnReview, ...errorResponses },
      },
      handler: async (request) => {
        const { accountId } = memberOf(request);
        await reviews[action](accountId, request.params.id, request.body);
        return reviews.getOwn(accountId, request.params.id);
      },
    });
  }

  app.delete(
    '/api/v1/user/games/:id/review',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Delete the own review',
        params: IdParameter,
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      await reviews.remove(memberOf(request).accountId, request.params.id);
      return reply.status(204).send(null);
    },
  );

  for (const [method, isHelpful, summary] of [
    ['PUT', true, 'Find a review helpful; a repeated call changes nothing'],
    ['DELETE', false, 'Take the vote back'],
  ] as const) {
    app.route({
      method,
      url: '/api/v1/user/reviews/:id/vote',
      schema: {
        tags,
        security: MEMBERS,
        summary,
        params: ReviewParameter,
        response: { 200: Type.Object({ helpful: Type.Integer() }), ...errorResponses },
      },
      handler: (request) => reviews.vote(memberOf(request).accountId, request.params.id, isHelpful),
    });
  }
};
