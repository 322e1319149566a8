import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { DeliveryTime } from '@oyna/domain/delivery-time';
import Type from 'typebox';
import { PUBLIC } from '../../http/customer-access.ts';
import { errorResponses } from '../../http/openapi.ts';
import type { ResponseCache } from '../../http/response-cache.ts';
import { GameCard, IdParameter, LanguageQuery } from './catalogue.schemas.ts';
import { CardsQuery, RelatedGames } from './catalogue-related.schemas.ts';
import type { RelatedService } from './catalogue-related.service.ts';

interface RelatedRoutesOptions {
  related: RelatedService;
  findDeliveryTime(game: { id: number; platform: string }): Promise<DeliveryTime | undefined>;
  cache: ResponseCache;
}

const tags = ['catalogue'];

/** Games beside a game: those that belong to it, similar ones, and those that a visitor has seen. */
export const relatedRoutes: FastifyPluginAsyncTypebox<RelatedRoutesOptions> = async (
  app,
  { related, findDeliveryTime, cache },
) => {
  app.get(
    '/api/v1/game/:id/related',
    {
      ...cache.route,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'List the editions and additions of a game, similar games, and how long its keys take',
        params: IdParameter,
        querystring: LanguageQuery,
        response: { 200: RelatedGames, ...errorResponses },
      },
    },
    async ({ params: { id } }) => {
      const { platform, ...games } = await related.listRelated(id);
      return { ...games, delivery: (await findDeliveryTime({ id, platform })) ?? null };
    },
  );

  app.get(
    '/api/v1/game/cards',
    {
      ...cache.route,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'List games by their ids, in the order of the ids; games that are not sold any more are left out',
        querystring: CardsQuery,
        response: { 200: Type.Array(GameCard), ...errorResponses },
      },
    },
    ({ query }) => related.listCards([...new Set(query.ids.split(',').map(Number))]),
  );
};
