import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { consoleComponent, errorResponses } from '../../http/openapi.ts';
import { actorOf, operators } from '../../http/operator-auth.ts';
import type { Actor } from '../../platform/audit.ts';
import type { BatchesService } from './batches.service.ts';

const BatchParameter = Type.Object({ batchId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
const Reason = Type.Object({ reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) });
const Moved = consoleComponent(
  'MovedKeys',
  Type.Object({
    moved: Type.Integer({ description: 'Keys that were taken off sale, put back, removed or written off' }),
  }),
);

export const batchesAdminRoutes: FastifyPluginAsyncTypebox<{ batches: BatchesService }> = async (app, { batches }) => {
  type Change = (actor: Actor, batchId: number, reason: string) => Promise<number>;

  function addChange(
    path: string,
    { tag, security, summary }: { tag: string; security: ReturnType<typeof operators>; summary: string },
    change: Change,
  ): void {
    const response = { 200: Moved, ...errorResponses };
    const schema = { tags: [tag], security, summary, params: BatchParameter, body: Reason, response };
    app.post(path, { schema }, async (request) => {
      const { batchId } = request.params;
      return { moved: await change(actorOf(request), batchId, request.body.reason.trim()) };
    });
  }

  // A batch is put in quarantine for a claim about a key, and from the stock of a product, each with its own permission.
  for (const [path, tag, permission] of [
    ['/api/v1/batches/:batchId', 'claims', 'claims:decide'],
    ['/api/v1/stock/batches/:batchId', 'stock', 'stock:write'],
  ] as const) {
    const security = operators(permission);
    const quarantine = 'Take the unsold keys of a batch off sale until its release';
    const release = 'Put the keys of a batch in quarantine back on sale';
    addChange(`${path}/quarantine`, { tag, security, summary: quarantine }, batches.quarantine);
    addChange(`${path}/release`, { tag, security, summary: release }, batches.release);
  }
  addChange(
    '/api/v1/stock/batches/:batchId/undo',
    {
      tag: 'stock',
      security: operators('stock:write'),
      summary: 'Remove the keys of a batch of which none is sold or held',
    },
    batches.undo,
  );
  addChange(
    '/api/v1/stock/batches/:batchId/write-off',
    {
      tag: 'stock',
      security: operators('stock:write', { fresh: true }),
      summary: 'Take the unsold keys of a batch out of stock for good',
    },
    batches.writeOff,
  );
};
