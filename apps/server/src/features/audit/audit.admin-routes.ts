import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { consoleComponent, errorResponses, Nullable, Time } from '../../http/openapi.ts';
import { operators } from '../../http/operator-auth.ts';
import type { AuditService } from './audit.service.ts';

const Day = Type.String({ format: 'date', description: 'Of the time zone of the store' });

const AuditEntry = consoleComponent(
  'AuditEntry',
  Type.Object({
    position: Type.Integer(),
    at: Time,
    actor: Type.Object({
      kind: Type.String({ description: 'operator, command or system' }),
      id: Nullable(Type.Integer()),
      name: Type.String(),
    }),
    action: Type.String(),
    subject: Type.String(),
    reason: Nullable(Type.String()),
    before: Type.Unknown(),
    after: Type.Unknown(),
    details: Type.Unknown(),
    isErased: Type.Boolean({ description: 'Personal data was erased on request' }),
  }),
);

const Filter = Type.Object({
  actorId: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  action: Type.Optional(Type.String({ maxLength: 100 })),
  subject: Type.Optional(Type.String({ maxLength: 500 })),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  after: Type.Optional(Type.String({ maxLength: 20 })),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
});

export const auditRoutes: FastifyPluginAsyncTypebox<{ audit: AuditService }> = async (app, { audit }) => {
  app.get(
    '/api/v1/audit',
    {
      schema: {
        tags: ['audit'],
        security: operators('audit:read'),
        summary: 'List what was done, the newest first',
        querystring: Filter,
        response: {
          200: Type.Object({ items: Type.Array(AuditEntry), next: Nullable(Type.String()) }),
          ...errorResponses,
        },
      },
    },
    (request) => audit.list(request.query),
  );
};
