import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { MEMBERS, memberOf } from '../../http/auth.ts';
import { errorResponses } from '../../http/openapi.ts';
import * as schemas from './accounts.schemas.ts';
import type { SessionService } from './sessions.service.ts';

const tags = ['accounts'];
const nothing = Type.Null({ description: 'Nothing' });

/** Where a member is signed in. */
export const sessionRoutes: FastifyPluginAsyncTypebox<{ sessions: SessionService }> = async (app, { sessions }) => {
  app.get(
    '/api/v1/user/sessions',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Where the member is signed in, last used first',
        response: { 200: Type.Array(schemas.SessionItem), ...errorResponses },
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
        summary: 'End one of the sessions',
        params: schemas.SessionParameter,
        response: { 204: nothing, ...errorResponses },
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
        summary: 'End every session but this one',
        response: { 204: nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await sessions.endOthers(memberOf(request));
      return reply.status(204).send(null);
    },
  );
};
