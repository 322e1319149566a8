import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { PUBLIC } from '../../http/customer-access.ts';
import { component, errorResponses, Nullable, Time } from '../../http/openapi.ts';
import type { ResponseCache } from '../../http/response-cache.ts';
import type { CurrencyService } from './currency.service.ts';

const Currency = component(
  'Currency',
  Type.Object({
    name: Type.String({ description: 'KZT, RUB or USD' }),
    amount: Type.Number({ description: 'Units per 1 USD, a decimal with at most 8 places' }),
    symbol: Type.String(),
    index: Type.Integer(),
    source: Type.String({ description: 'The source of the rate' }),
    updatedAt: Nullable(Time),
    stale: Type.Boolean({ description: 'Whether the last refresh failed; the rate is then the last valid one' }),
  }),
);

export const currencyRoutes: FastifyPluginAsyncTypebox<{ currency: CurrencyService; cache: ResponseCache }> = async (
  app,
  { currency, cache },
) => {
  app.get(
    '/api/v1/currency',
    {
      ...cache.route,
      schema: {
        tags: ['currency'],
        security: PUBLIC,
        summary: 'List the currencies and their rates',
        response: { 200: Type.Array(Currency), ...errorResponses },
      },
    },
    () => currency.list(),
  );
};
