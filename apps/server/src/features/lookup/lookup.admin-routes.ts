import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { KEY_STATUSES } from '@oyna/domain/states';
import Type from 'typebox';
import { errorResponses, Nullable, Time } from '../../http/openapi.ts';
import { operatorOf, operators } from '../../http/operator-auth.ts';
import { lineOf, OrderLine } from '../orders/orders.schemas.ts';
import type { LookupService } from './lookup.service.ts';

const SearchResult = Type.Object({
  orders: Type.Array(OrderLine),
  customers: Type.Array(
    Type.Object({
      id: Type.Integer(),
      login: Type.String(),
      email: Nullable(Type.String()),
      phone: Nullable(Type.String()),
      isBlocked: Type.Boolean(),
    }),
  ),
  key: Nullable(
    Type.Object({
      id: Type.Integer(),
      status: Type.Enum([...KEY_STATUSES]),
      batchId: Type.Integer(),
      productId: Type.Integer(),
      product: Type.String(),
      orderId: Nullable(Type.String()),
      number: Nullable(Type.String()),
    }),
  ),
  games: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  promoCodes: Type.Array(Type.Object({ id: Type.Integer(), code: Type.String(), used: Type.Integer() })),
  batches: Type.Array(
    Type.Object({
      id: Type.Integer(),
      supplier: Type.String(),
      productId: Type.Integer(),
      product: Type.String(),
      keyCount: Type.Integer(),
      importedAt: Time,
    }),
  ),
});

export const lookupAdminRoutes: FastifyPluginAsyncTypebox<{ lookup: LookupService }> = async (app, { lookup }) => {
  app.post(
    '/api/v1/search',
    {
      schema: {
        tags: ['orders'],
        security: operators(),
        summary: 'Find orders, customers, games, promo codes, batches, or the place of a pasted key',
        body: Type.Object({ text: Type.String({ maxLength: 512 }) }),
        response: { 200: SearchResult, ...errorResponses },
      },
    },
    async (request) => {
      const found = await lookup.search(request.body.text, operatorOf(request).permissions);
      return {
        ...found,
        orders: found.orders.map(lineOf),
        key: found.key ?? null,
        batches: found.batches.map((batch) => ({ ...batch, importedAt: batch.importedAt.toISOString() })),
      };
    },
  );
};
