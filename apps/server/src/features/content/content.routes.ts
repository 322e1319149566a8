import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { PUBLIC } from '../../http/customer-access.ts';
import { languageOf } from '../../http/language.ts';
import { component, errorResponses } from '../../http/openapi.ts';
import type { ResponseCache } from '../../http/response-cache.ts';
import { IdParameter, Images, LanguageQuery } from '../catalogue/catalogue.schemas.ts';
import type { ContentService } from './content.service.ts';

const Country = component('Country', Type.Object({ id: Type.Integer(), code: Type.String(), name: Type.String() }));
const newsFields = {
  id: Type.Integer(),
  title: Type.String(),
  summary: Type.String(),
  publishedOn: Type.String({ format: 'date' }),
  images: Images,
};
const NewsItem = component('NewsItem', Type.Object(newsFields));
export const NewsDetail = component(
  'NewsDetail',
  Type.Object({
    ...newsFields,
    imageAlts: Type.Array(Type.String(), { description: 'What the pictures of imagePaths show, in their order' }),
    body: Type.String({ description: 'Sanitised HTML' }),
  }),
);

const tags = ['content'];

export const contentRoutes: FastifyPluginAsyncTypebox<{ content: ContentService; cache: ResponseCache }> = async (
  app,
  { content, cache },
) => {
  app.get(
    '/api/v1/info/countries',
    {
      ...cache.route,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'List the countries',
        querystring: LanguageQuery,
        response: { 200: Type.Array(Country), ...errorResponses },
      },
    },
    (request) => content.listCountries(languageOf(request)),
  );

  app.get(
    '/api/v1/news',
    {
      ...cache.route,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'List the news, newest first',
        querystring: LanguageQuery,
        response: { 200: Type.Array(NewsItem), ...errorResponses },
      },
    },
    (request) => content.listNews(languageOf(request)),
  );

  app.get(
    '/api/v1/news/:id',
    {
      ...cache.route,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Get a news item',
        params: IdParameter,
        querystring: LanguageQuery,
        response: { 200: NewsDetail, ...errorResponses },
      },
    },
    (request) => content.getNews(request.params.id, languageOf(request)),
  );
};
