import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { MEMBERS, memberOf } from '../../http/customer-access.ts';
import { component, errorResponses, Nothing, Time } from '../../http/openapi.ts';
import type { SessionService } from './sessions.service.ts';

const tags = ['accounts'];

const SessionItem = component(
  'Session',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    current: Type.Boolean({ description: 'Whether it is the session of this request' }),
    userAgent: Type.String(),
    address: Type.String(),
    createdAt: Time,
    usedAt: Time,
  }),
);
const SessionParameter = Type.Object({ id: Type.String({ maxLength: 200 }) });

export const sessionRoutes: FastifyPluginAsyncTypebox<{ sessions: SessionService }> = async (app, { sessions }) => {
  app.get(
    '/api/v1/user/sessions',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'List the sessions of the member, last used first',
        response: { 200: Type.Array(SessionItem), ...errorResponses },
      },
    },
    (request) => sessions.list(memberOf(request)),
  );

  app.delete(
    '/api/v1/user/sessions/:id',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'End a session',
        params: SessionParameter,
        response: { 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await sessions.endOne(memberOf(request), request.params.id);
      return reply.status(204).send(null);
    },
  );

  app.delete(
    '/api/v1/user/sessions',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'End all other sessions',
        response: { 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await sessions.endOthers(memberOf(request));
      return reply.status(204).send(null);
    },
  );
};
