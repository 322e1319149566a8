import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { PUBLIC } from '../../http/customer-access.ts';
import { LanguageParameter, languageOf } from '../../http/language.ts';
import { errorResponses } from '../../http/openapi.ts';
import { GameDetail, IdParameter, Product } from '../catalogue/catalogue.schemas.ts';
import { NewsDetail } from './content.routes.ts';
import type { PreviewService } from './content-preview.service.ts';

const tags = ['content'];
const PreviewQuery = Type.Object({
  preview: Type.String({ maxLength: 100, description: 'The end of a link that an operator made' }),
  lng: LanguageParameter,
});
/** A preview writes and takes back, so few are enough. */
const config = { rateLimit: { max: 30, timeWindow: '10 seconds' } };

/** Drafts, for the pages of the storefront. Nothing of it is cached. */
export const contentPreviewRoutes: FastifyPluginAsyncTypebox<{ previews: PreviewService }> = async (
  app,
  { previews },
) => {
  app.get(
    '/api/v1/preview/game/:id',
    {
      config,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Get the draft of a game with its offers',
        params: IdParameter,
        querystring: PreviewQuery,
        response: { 200: Type.Object({ game: GameDetail, offers: Type.Array(Product) }), ...errorResponses },
      },
    },
    (request, reply) => {
      reply.header('cache-control', 'no-store');
      return previews.getGame(request.params.id, request.query.preview, languageOf(request));
    },
  );

  app.get(
    '/api/v1/preview/news/:id',
    {
      config,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Get the draft of a news item',
        params: IdParameter,
        querystring: PreviewQuery,
        response: { 200: NewsDetail, ...errorResponses },
      },
    },
    (request, reply) => {
      reply.header('cache-control', 'no-store');
      return previews.getNews(request.params.id, request.query.preview, languageOf(request));
    },
  );
};
