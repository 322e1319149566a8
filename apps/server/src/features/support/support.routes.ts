import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { SUPPORT_TOPICS } from '@oyna/domain/constants';
import Type from 'typebox';
import { PUBLIC } from '../../http/customer-access.ts';
import { languageOf } from '../../http/language.ts';
import { errorResponses } from '../../http/openapi.ts';
import { LanguageQuery } from '../catalogue/catalogue.schemas.ts';
import type { SupportService } from './support.service.ts';

const Text = Type.String({ maxLength: 20_000 });

const MessageBody = Type.Object({
  name: Text,
  email: Text,
  topic: Type.String({ maxLength: 100, description: `One of ${SUPPORT_TOPICS.join(', ')}` }),
  message: Text,
  website: Type.Optional(
    Type.String({ maxLength: 20_000, description: 'Must be empty; only spam programs fill it in' }),
  ),
});

export const supportRoutes: FastifyPluginAsyncTypebox<{ support: SupportService }> = async (app, { support }) => {
  app.post(
    '/api/v1/support/message',
    {
      schema: {
        tags: ['content'],
        security: PUBLIC,
        summary: 'Write to the store; the message reaches its operator by mail',
        querystring: LanguageQuery,
        body: MessageBody,
        response: { 204: Type.Null({ description: 'Accepted' }), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { website, ...form } = request.body;
      // A request that filled the trap field gets the usual response.
      if (!website) await support.send(form, { address: request.ip, language: languageOf(request) });
      return reply.status(204).send(null);
    },
  );
};
