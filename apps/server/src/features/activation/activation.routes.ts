import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ACTIVATION_ANSWERS } from '@oyna/domain/activation';
import Type from 'typebox';
import { PUBLIC } from '../../http/customer-access.ts';
import { LanguageParameter, languageOf } from '../../http/language.ts';
import { component, errorResponses } from '../../http/openapi.ts';
import type { ResponseCache } from '../../http/response-cache.ts';
import type { ActivationService } from './activation.service.ts';

const CountryCodes = Type.Array(Type.String());

const ActivationRule = component(
  'ActivationRule',
  Type.Object({
    platform: Type.String({ description: 'A platform of offers, or * for platforms without a separate rule' }),
    region: Type.String({ description: 'A region of offers' }),
    allowed: CountryCodes,
    excluded: CountryCodes,
    otherwise: Type.Enum([...ACTIVATION_ANSWERS], { description: 'The answer for countries in neither list' }),
    condition: Type.Union([Type.String(), Type.Null()], { description: 'In the requested language' }),
    checkedOn: Type.String({ format: 'date' }),
  }),
);

export const activationRoutes: FastifyPluginAsyncTypebox<{
  activation: ActivationService;
  cache: ResponseCache;
}> = async (app, { activation, cache }) => {
  app.get(
    '/api/v1/info/activation',
    {
      ...cache.route,
      schema: {
        tags: ['catalogue'],
        security: PUBLIC,
        summary: 'List the rules that say where keys can be activated',
        querystring: Type.Object({ lng: LanguageParameter }),
        response: { 200: Type.Array(ActivationRule), ...errorResponses },
      },
    },
    (request) => activation.listRules(languageOf(request)),
  );
};
