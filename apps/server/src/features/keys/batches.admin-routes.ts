import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { consoleComponent, errorResponses } from '../../http/openapi.ts';
import { actorOf, operators } from '../../http/operator-auth.ts';
import type { BatchesService } from './batches.service.ts';

const tags = ['claims'];
const BatchParameter = Type.Object({ batchId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
const Reason = Type.Object({ reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) });
const Moved = consoleComponent(
  'MovedKeys',
  Type.Object({ moved: Type.Integer({ description: 'Keys that were taken off sale or put back' }) }),
);

export const batchesAdminRoutes: FastifyPluginAsyncTypebox<{ batches: BatchesService }> = async (app, { batches }) => {
  app.post(
    '/api/v1/batches/:batchId/quarantine',
    {
      schema: {
        tags,
        security: operators('claims:decide'),
        summary: 'Take the unsold keys of a batch off sale until its release',
        params: BatchParameter,
        body: Reason,
        response: { 200: Moved, ...errorResponses },
      },
    },
    async (request) => {
      const reason = request.body.reason.trim();
      return { moved: await batches.quarantine(actorOf(request), request.params.batchId, reason) };
    },
  );

  app.post(
    '/api/v1/batches/:batchId/release',
    {
      schema: {
        tags,
        security: operators('claims:decide'),
        summary: 'Put the keys of a batch in quarantine back on sale',
        params: BatchParameter,
        body: Reason,
        response: { 200: Moved, ...errorResponses },
      },
    },
    async (request) => {
      const reason = request.body.reason.trim();
      return { moved: await batches.release(actorOf(request), request.params.batchId, reason) };
    },
  );
};
