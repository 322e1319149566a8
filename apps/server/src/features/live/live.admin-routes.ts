import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errorResponses } from '../../http/openapi.ts';
import { operatorOf, operators } from '../../http/operator-auth.ts';
import type { LiveService } from './live.service.ts';

export const liveAdminRoutes: FastifyPluginAsyncTypebox<{ live: LiveService }> = async (app, { live }) => {
  app.addHook('preClose', async () => live.close());

  app.get(
    '/api/v1/live',
    {
      schema: {
        tags: ['orders'],
        security: operators(),
        summary: 'Stream what changes as server-sent events: a kind and an id',
        response: errorResponses,
      },
    },
    (request, reply) => {
      const { id: operatorId, sessionId, permissions } = operatorOf(request);
      reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      raw.write(':\n\n');
      const remove = live.add({
        operatorId,
        sessionId,
        permissions,
        send: (event) =>
          void raw.write(event ? `event: ${event.kind}\ndata: ${JSON.stringify({ id: event.id })}\n\n` : ':\n\n'),
        end: () => raw.end(),
      });
      raw.on('close', remove);
    },
  );
};
