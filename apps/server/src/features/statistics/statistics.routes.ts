import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { PUBLIC } from '../../http/customer-access.ts';
import { languageOf } from '../../http/language.ts';
import { errorResponses } from '../../http/openapi.ts';
import { LanguageQuery } from '../catalogue/catalogue.schemas.ts';
import type { StatisticsService } from './statistics.service.ts';
import type { ViewsService } from './views.service.ts';

interface StatisticsRoutesOptions {
  statistics: StatisticsService;
  views: ViewsService;
}

export const statisticsRoutes: FastifyPluginAsyncTypebox<StatisticsRoutesOptions> = async (
  app,
  { statistics, views },
) => {
  app.get(
    '/api/v1/statistics/visit',
    {
      schema: {
        tags: ['content'],
        security: PUBLIC,
        summary: 'Count a visit by day and language',
        querystring: LanguageQuery,
        response: { 204: Type.Null({ description: 'Counted' }), ...errorResponses },
      },
    },
    async (request, reply) => {
      await statistics.countVisit(languageOf(request));
      return reply.header('cache-control', 'no-store').status(204).send(null);
    },
  );

  app.post(
    '/api/v1/statistics/view',
    {
      config: { rateLimit: { max: 60, timeWindow: '10 seconds' } },
      schema: {
        tags: ['content'],
        security: PUBLIC,
        summary: 'Count a view of a game, once per visitor and hour',
        description: 'Lists by popularity follow views and sales. Robots and games that do not exist are not counted.',
        body: Type.Object({ gameId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
        response: { 204: Type.Null({ description: 'Received' }), ...errorResponses },
      },
    },
    async ({ body, ip, headers }, reply) => {
      views.count(body.gameId, { address: ip, agent: headers['user-agent'] });
      return reply.header('cache-control', 'no-store').status(204).send(null);
    },
  );

  app.addHook('onClose', () => views.flush());
};
