import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { consoleComponent, errorResponses } from '../../http/openapi.ts';
import { actorOf, operators } from '../../http/operator-auth.ts';
import { NOTICE_KINDS, type OperatorNoticesService } from './operator-notices.service.ts';

const Kinds = Type.Array(Type.Enum([...NOTICE_KINDS]), { maxItems: NOTICE_KINDS.length });
const RoleNotices = consoleComponent(
  'RoleNotices',
  Type.Object({ roleId: Type.String(), name: Type.String(), kinds: Kinds }),
);

export const operatorNoticesAdminRoutes: FastifyPluginAsyncTypebox<{ notices: OperatorNoticesService }> = async (
  app,
  { notices },
) => {
  app.get(
    '/api/v1/notices',
    {
      schema: {
        tags: ['team'],
        security: operators('team:read'),
        summary: 'List which roles get a mail about what',
        response: { 200: Type.Object({ items: Type.Array(RoleNotices) }), ...errorResponses },
      },
    },
    async () => ({ items: await notices.list() }),
  );

  app.put(
    '/api/v1/notices/:roleId',
    {
      schema: {
        tags: ['team'],
        security: operators('team:write'),
        summary: 'Decide what the operators of a role get a mail about',
        params: Type.Object({ roleId: Type.String({ maxLength: 40 }) }),
        body: Type.Object({ kinds: Kinds, seen: Kinds }),
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { kinds, seen } = request.body;
      await notices.save(actorOf(request), request.params.roleId, kinds, seen);
      return reply.code(204).send(null);
    },
  );
};
