import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { BUYERS, memberOf } from '../../http/customer-access.ts';
import { component, errorResponses, Nullable, Time } from '../../http/openapi.ts';
import { OrderNumber } from '../basket/basket.schemas.ts';
import type { Receipts } from './receipt.service.ts';

const Amount = (description: string) => Type.Integer({ description: `Hundredths of the currency: ${description}` });

const Receipt = component(
  'Receipt',
  Type.Object({
    orderId: Type.String(),
    number: OrderNumber,
    paidAt: Time,
    providerLabel: Type.String({ description: 'The name of the provider for people' }),
    seller: Type.Object({
      name: Type.String(),
      details: Nullable(Type.String({ description: 'Name, registration number and address' })),
      taxId: Nullable(Type.String()),
      email: Type.String(),
    }),
    currency: Type.String(),
    items: Type.Array(
      Type.Object({ name: Type.String(), count: Type.Integer(), amount: Amount('what was paid for them together') }),
    ),
    discount: Nullable(
      Type.Object({ code: Type.String(), amount: Amount('what the code took off, in the items already') }),
    ),
    fee: Amount('what the store took for the payment'),
    amount: Amount('what was paid'),
    rate: Type.Object({
      unitsPerDollar: Type.String({ description: 'The rate that the prices were converted with' }),
      at: Time,
    }),
    vat: Nullable(
      Type.Object({
        percent: Type.String({ description: 'The rate when the payment was created' }),
        amount: Amount('the tax that the sum includes'),
      }),
    ),
    refunds: Type.Array(Type.Object({ amount: Amount('paid back'), doneAt: Time })),
  }),
);

export const receiptRoutes: FastifyPluginAsyncTypebox<{ receipts: Receipts }> = async (app, { receipts }) => {
  app.get(
    '/api/v1/user/orders/:orderId/receipt',
    {
      schema: {
        tags: ['payment'],
        security: BUYERS,
        summary: 'Get the receipt of a paid order',
        params: Type.Object({ orderId: Type.String({ pattern: '^[A-Za-z0-9_-]{16,50}$' }) }),
        response: { 200: Receipt, ...errorResponses },
      },
    },
    (request) => receipts.get(memberOf(request).accountId, request.params.orderId),
  );
};
