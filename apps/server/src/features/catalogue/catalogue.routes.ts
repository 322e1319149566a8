import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { VALUE_FILTERS } from '@oyna/domain/offer-attributes';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { PUBLIC } from '../../http/customer-access.ts';
import { languageOf } from '../../http/language.ts';
import { errorResponses } from '../../http/openapi.ts';
import type { ResponseCache } from '../../http/response-cache.ts';
import * as schemas from './catalogue.schemas.ts';
import type { CatalogueService } from './catalogue.service.ts';

interface CatalogueRoutesOptions {
  catalogue: CatalogueService;
  cache: ResponseCache;
}

const tags = ['catalogue'];

/** A parameter that is given once is an array too. */
async function repeatable({ query }: FastifyRequest): Promise<void> {
  const parameters = query as Record<string, unknown>;
  for (const name of VALUE_FILTERS) {
    if (typeof parameters[name] === 'string') parameters[name] = [parameters[name]];
  }
}

export const catalogueRoutes: FastifyPluginAsyncTypebox<CatalogueRoutesOptions> = async (app, { catalogue, cache }) => {
  app.get(
    '/api/v1/products',
    {
      ...cache.route,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'List offers by page',
        querystring: schemas.ProductsQuery,
        response: { 200: schemas.page(schemas.Product), ...errorResponses },
      },
    },
    (request) => catalogue.listProducts(request.query, languageOf(request)),
  );

  app.get(
    '/api/v1/products/topup',
    {
      ...cache.route,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'List the denominations of a top-up (PUBG is game 31)',
        querystring: schemas.TopUpQuery,
        response: { 200: Type.Array(schemas.TopUpOption), ...errorResponses },
      },
    },
    (request) => catalogue.listTopUps(request.query.gameId, languageOf(request)),
  );

  app.get(
    '/api/v1/products/:id',
    {
      ...cache.route,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Get an offer',
        params: schemas.IdParameter,
        querystring: schemas.LanguageQuery,
        response: { 200: schemas.Product, ...errorResponses },
      },
    },
    (request) => catalogue.getProduct(request.params.id, languageOf(request)),
  );

  app.get(
    '/api/v1/game',
    {
      ...cache.route,
      preValidation: repeatable,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'List games by page, search them by name, filter them by what their offers have',
        querystring: schemas.GamesQuery,
        response: { 200: schemas.GamesPage, ...errorResponses },
      },
    },
    (request) => catalogue.listGames(request.query),
  );

  app.get(
    '/api/v1/game/facets',
    {
      ...cache.route,
      preValidation: repeatable,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Count the games that each value of a filter would leave',
        description: 'A value is counted with the filters of all other groups.',
        querystring: schemas.FacetsQuery,
        response: { 200: schemas.Facets, ...errorResponses },
      },
    },
    (request) => catalogue.getFacets(request.query),
  );

  app.get(
    '/api/v1/game/:id',
    {
      ...cache.route,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Get a game',
        params: schemas.IdParameter,
        querystring: schemas.LanguageQuery,
        response: { 200: schemas.GameDetail, ...errorResponses },
      },
    },
    (request) => catalogue.getGame(request.params.id, languageOf(request)),
  );

  app.get(
    '/api/v1/Recomendation',
    {
      ...cache.route,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'List the recommendation groups: Slider, popular, then the others',
        querystring: schemas.LanguageQuery,
        response: { 200: Type.Array(schemas.Group), ...errorResponses },
      },
    },
    (request) => catalogue.listGroups(languageOf(request)),
  );

  app.get(
    '/api/v1/showcase',
    {
      ...cache.route,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Get the best sellers and the deal of the week',
        response: { 200: schemas.Showcase, ...errorResponses },
      },
    },
    () => catalogue.getShowcase(),
  );

  app.get(
    '/api/v1/info/categories',
    {
      ...cache.route,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'List the categories',
        querystring: schemas.LanguageQuery,
        response: { 200: Type.Array(schemas.Category), ...errorResponses },
      },
    },
    (request) => catalogue.listCategories(languageOf(request)),
  );

  app.get(
    '/api/v1/info/games',
    {
      ...cache.route,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'List all games with the day of their last change, a thousand per page, for sitemaps',
        querystring: schemas.ChangesQuery,
        response: { 200: Type.Array(schemas.GameChange), ...errorResponses },
      },
    },
    (request) => catalogue.listGameChanges(request.query.pageNumber),
  );

  app.get(
    '/api/v1/subscribes',
    {
      ...cache.route,
      schema: {
        tags,
        security: PUBLIC,
        summary: 'List the subscriptions',
        querystring: schemas.LanguageQuery,
        response: { 200: Type.Array(schemas.GameCard), ...errorResponses },
      },
    },
    () => catalogue.listSubscriptions(),
  );

  app.get(
    '/api/v1/search/suggestions',
    {
      ...cache.route,
      config: { rateLimit: { max: 200, timeWindow: '10 seconds' } },
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Suggest games and categories for the beginning of a query',
        querystring: schemas.SuggestionsQuery,
        response: { 200: schemas.Suggestions, ...errorResponses },
      },
    },
    (request) => catalogue.suggest(request.query.query, languageOf(request)),
  );
};
