import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { PUBLIC } from '../../http/auth.ts';
import { languageOf } from '../../http/language.ts';
import { errorResponses } from '../../http/openapi.ts';
import { LanguageQuery } from '../catalogue/catalogue.schemas.ts';
import type { StatisticsService } from './statistics.service.ts';

export const statisticsRoutes: FastifyPluginAsyncTypebox<{ statistics: StatisticsService }> = async (
  app,
  { statistics },
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
};
