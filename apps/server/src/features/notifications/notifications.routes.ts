import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { MEMBERS, memberOf } from '../../http/customer-access.ts';
import { component, errorResponses, Nullable, Time } from '../../http/openapi.ts';
import type { NotificationsService } from './notifications.service.ts';

const Notification = component(
  'Notification',
  Type.Object({
    id: Type.Integer(),
    kind: Type.String({ description: 'welcome, security, price-drop; others may come' }),
    createdAt: Time,
    readAt: Nullable(Time),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'security: event; price-drop: gameId, gameName, from and to in US cents; paid, delivered, refunded: orderId, ' +
        'amount and currency of the payment, and products, or account and credited of a top-up',
    }),
  }),
);

const tags = ['notifications'];

export const notificationsRoutes: FastifyPluginAsyncTypebox<{ notifications: NotificationsService }> = async (
  app,
  { notifications },
) => {
  app.get(
    '/api/v1/user/notifications',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'List the newest 100 notifications',
        response: { 200: Type.Array(Notification), ...errorResponses },
      },
    },
    (request) => notifications.list(memberOf(request).accountId),
  );

  app.put(
    '/api/v1/user/notifications/read',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Mark all notifications as read',
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      await notifications.markAllRead(memberOf(request).accountId);
      return reply.status(204).send(null);
    },
  );
};
