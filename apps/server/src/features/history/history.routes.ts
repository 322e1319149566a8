import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { GIFT_CHANNELS } from '@oyna/domain/gift';
import { CLAIM_STATUSES, GIFT_STATUSES, REFUND_REASONS } from '@oyna/domain/states';
import Type from 'typebox';
import { BUYERS, memberOf } from '../../http/customer-access.ts';
import { component, errorResponses, Nullable, Time } from '../../http/openapi.ts';
import { OrderNumber } from '../basket/basket.schemas.ts';
import { type HistoryService, ORDER_STATES } from './history.service.ts';

const Order = component(
  'Order',
  Type.Object({
    orderId: Type.String(),
    number: OrderNumber,
    basketId: Type.String(),
    isDirect: Type.Boolean({ description: 'Bought at once, beside the cart' }),
    state: Type.Enum([...ORDER_STATES]),
    provider: Type.String(),
    providerLabel: Type.String({ description: 'The name of the provider for people' }),
    cardForm: Type.Boolean({
      description: 'The buyer enters the card on /payment-talk, not on the page of the provider',
    }),
    amount: Type.Integer({ description: 'The charged amount in hundredths of the currency' }),
    currency: Type.String(),
    refundedAmount: Type.Integer({ description: 'Refunds that are done' }),
    refundingAmount: Type.Integer({ description: 'Refunds that are requested and not done yet' }),
    refundingReason: Nullable(
      Type.Enum([...REFUND_REASONS], {
        description: 'Of the refund that is not done yet',
      }),
    ),
    refundedAt: Nullable(Type.String({ format: 'date-time', description: 'The last refund' })),
    createdAt: Time,
    paidAt: Nullable(Time),
    link_url: Nullable(Type.String({ description: 'The payment page while it can be paid' })),
    items: Type.Array(
      Type.Object({
        productId: Type.Integer(),
        gameId: Type.Integer(),
        name: Type.String(),
        poster: Type.String({ description: 'Address of the cover' }),
        color: Type.String({ description: 'Colour that is shown until the cover has loaded' }),
        count: Type.Integer(),
        amount: Type.Integer(),
        refundedCount: Type.Integer({ description: 'Could not be delivered' }),
        returnedCount: Type.Integer({ description: 'Refunded and never opened: back in stock' }),
        keys: Type.Array(
          Type.Object({
            id: Type.Integer(),
            deliveredAt: Time,
            isRevealed: Type.Boolean(),
            isRevoked: Type.Boolean({ description: 'Its price was refunded after it was opened' }),
            claim: Nullable(Type.Enum([...CLAIM_STATUSES])),
            claimAnswer: Nullable(Type.String({ description: 'The answer of the operator' })),
            replacesKeyId: Nullable(Type.Integer()),
            gift: Nullable(
              Type.Object(
                {
                  state: Type.Enum([...GIFT_STATUSES]),
                  channel: Type.Enum([...GIFT_CHANNELS]),
                  day: Type.String({ description: 'YYYY-MM-DD: it opens from this day of the store' }),
                  recipientName: Type.String(),
                  email: Nullable(Type.String()),
                  sentAt: Nullable(Time),
                  openedAt: Nullable(Time),
                  isRefused: Type.Boolean({ description: 'The mail server of the recipient refused the address' }),
                },
                { description: 'The key was given to another person, who alone can open it' },
              ),
            ),
          }),
        ),
      }),
    ),
  }),
);

export const historyRoutes: FastifyPluginAsyncTypebox<{ orders: HistoryService }> = async (app, { orders }) => {
  app.get(
    '/api/v1/user/orders/:orderId',
    {
      schema: {
        tags: ['history'],
        security: BUYERS,
        summary: 'Get an order with its items; keys are masked',
        params: Type.Object({ orderId: Type.String({ pattern: '^[A-Za-z0-9_-]{16,50}$' }) }),
        querystring: Type.Object({
          wait: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 10,
              description: 'Seconds to wait for the result of a pending payment',
            }),
          ),
        }),
        response: { 200: Order, ...errorResponses },
      },
    },
    (request) => orders.get(memberOf(request).accountId, request.params.orderId, request.query.wait),
  );
};
