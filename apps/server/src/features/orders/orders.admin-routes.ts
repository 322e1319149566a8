import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AppError } from '@oyna/domain/errors';
import { amountToText, parseAmount } from '@oyna/domain/money';
import Type, { type Static } from 'typebox';
import { errorResponses } from '../../http/openapi.ts';
import { actorOf, callerOf, operatorOf, operators } from '../../http/operator-auth.ts';
import { RequestKeyHeader, requestKeyOf } from '../../http/request-key.ts';
import { sendOutcome, WaitingApproval } from '../../http/waiting-approval.ts';
import type { OperatorRefund, OperatorRefundRequest } from '../payment/operator-refunds.service.ts';
import type { OrderActionsService } from './order-actions.service.ts';
import * as schemas from './orders.schemas.ts';
import type { OperatorOrdersService, OrderPage } from './orders.service.ts';

interface Options {
  orders: OperatorOrdersService;
  actions: OrderActionsService;
}

const tags = ['orders'];
const params = Type.Object({ orderId: Type.String({ pattern: '^[A-Za-z0-9_-]{16,50}$' }) });

export const ordersAdminRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { orders, actions }) => {
  app.get(
    '/api/v1/orders',
    {
      schema: {
        tags,
        security: operators('orders:read'),
        summary: 'List orders, the newest first',
        querystring: schemas.OrderFiltersQuery,
        response: { 200: schemas.OrderList, ...errorResponses },
      },
    },
    async ({ query: { after, limit, product, buyer, ...filters } }) => {
      const page = await orders.list({ ...filters, productId: product, accountId: buyer }, { after, limit });
      return { items: page.items.map(schemas.lineOf), next: page.next };
    },
  );

  app.get(
    '/api/v1/orders/:orderId',
    {
      schema: {
        tags,
        security: operators('orders:read'),
        summary: 'Get an order with its history; keys appear by id only',
        params,
        response: { 200: schemas.ConsoleOrder, ...errorResponses },
      },
    },
    async (request) => {
      const hasEarned = operatorOf(request).permissions.includes('finance:read');
      return pageOf(await orders.get(request.params.orderId, { hasEarned }));
    },
  );

  app.post(
    '/api/v1/orders/:orderId/refunds/preview',
    {
      schema: {
        tags,
        security: operators('orders:refund'),
        summary: 'Show what a refund would do; nothing changes',
        params,
        body: schemas.RefundPreviewBody,
        response: { 200: schemas.RefundPreview, ...errorResponses },
      },
    },
    async (request) => {
      const { request: wanted, isByHand } = request.body;
      const preview = await actions.previewRefund(actorOf(request), request.params.orderId, wantedOf(wanted), isByHand);
      const { version, needsFresh, needsApproval, isOverLimit, leftToday } = preview;
      return {
        ...refundOf(preview),
        version,
        needsFresh,
        needsApproval,
        isOverLimit,
        leftToday: leftToday === undefined ? null : amountToText(leftToday),
      };
    },
  );

  app.post(
    '/api/v1/orders/:orderId/refunds',
    {
      schema: {
        tags,
        security: operators('orders:refund'),
        summary: 'Refund an order, pieces of it or an amount; try a failed refund again',
        params,
        headers: RequestKeyHeader,
        body: schemas.RefundBody,
        response: { 200: schemas.OrderRefund, 202: WaitingApproval, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { request: wanted, ...seen } = request.body;
      const refund = { orderId: request.params.orderId, wanted: wantedOf(wanted), ...seen };
      const outcome = await actions.refund(callerOf(request), refund, requestKeyOf(request));
      return sendOutcome(reply, outcome, refundOf);
    },
  );

  app.post(
    '/api/v1/orders/:orderId/refunds/close',
    {
      schema: {
        tags,
        security: operators('orders:refund', { fresh: true }),
        summary: 'Record a refund that was made in the panel of the provider',
        params,
        headers: RequestKeyHeader,
        body: schemas.CloseRefundBody,
        response: { 200: schemas.OrderRefund, 202: WaitingApproval, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { request: wanted, ...seen } = request.body;
      const refund = { orderId: request.params.orderId, wanted: wantedOf(wanted), ...seen };
      const outcome = await actions.closeRefund(callerOf(request), refund, requestKeyOf(request));
      return sendOutcome(reply, outcome, refundOf);
    },
  );

  app.post(
    '/api/v1/orders/:orderId/review',
    {
      schema: {
        tags,
        security: operators('orders:refund', { fresh: true }),
        summary: 'Decide a payment under review',
        params,
        body: schemas.ReviewVerdictBody,
        response: { 200: Type.Object({ outcome: Type.String() }), 202: WaitingApproval, ...errorResponses },
      },
    },
    async (request, reply) => {
      const decision = { orderId: request.params.orderId, ...request.body };
      return sendOutcome(reply, await actions.decideReview(callerOf(request), decision), (answer) => answer);
    },
  );

  app.post(
    '/api/v1/orders/:orderId/top-up',
    {
      schema: {
        tags,
        security: operators('orders:refund', { fresh: true }),
        summary: 'Settle a top-up whose supplier does not tell how it ended',
        params,
        body: schemas.TopUpVerdictBody,
        response: { 200: Type.Object({ outcome: Type.String() }), ...errorResponses },
      },
    },
    (request) => actions.settleTopUp(actorOf(request), { orderId: request.params.orderId, ...request.body }),
  );

  app.post(
    '/api/v1/orders/:orderId/resend',
    {
      schema: {
        tags,
        security: operators('orders:refund'),
        summary: 'Send the mail about an order again',
        params,
        headers: RequestKeyHeader,
        response: { 200: Type.Object({ email: Type.String() }), ...errorResponses },
      },
    },
    (request) => actions.resend(actorOf(request), request.params.orderId, requestKeyOf(request)),
  );

  app.post(
    '/api/v1/orders/:orderId/notes',
    {
      schema: {
        tags,
        security: operators('orders:refund'),
        summary: 'Add a note to an order',
        params,
        headers: RequestKeyHeader,
        body: Type.Object({ text: Type.String({ minLength: 1, maxLength: 2000 }) }),
        response: { 201: Type.Object({ id: Type.Integer() }), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { orderId } = request.params;
      const note = await actions.addNote(actorOf(request), orderId, request.body.text, requestKeyOf(request));
      return reply.code(201).send(note);
    },
  );
};

type RequestBody = Static<typeof schemas.RefundBody>['request'];

function wantedOf(request: RequestBody): OperatorRefundRequest {
  if (request.kind !== 'amount') return request;
  const amount = parseAmount(request.amount);
  if (amount === undefined) throw new AppError('invalid-parameter', { field: 'amount' });
  return { kind: 'amount', amount };
}

const textOf = (time: Date | null) => time?.toISOString() ?? null;

const refundOf = (refund: OperatorRefund) => ({
  ...refund,
  capability: refund.capability ?? null,
  paid: amountToText(refund.paid),
  refundedBefore: amountToText(refund.refundedBefore),
  amount: amountToText(refund.amount),
  parts: refund.parts.map((part) => ({ ...part, amount: amountToText(part.amount) })),
});

const earnedOf = (earned: OrderPage['earned']) =>
  earned
    ? { fees: amountToText(earned.fees), cost: amountToText(earned.cost), margin: amountToText(earned.margin) }
    : null;

function pageOf(order: OrderPage) {
  const { earned, ...shown } = order;
  const { accountId, login, email, phone, language, isBlocked, isGuest } = order;
  return {
    ...shown,
    ...(earned !== undefined && { earned: earnedOf(earned) }),
    createdAt: order.createdAt.toISOString(),
    paidAt: textOf(order.paidAt),
    rateAt: order.rateAt.toISOString(),
    amount: amountToText(order.amount),
    refunded: amountToText(order.refunded),
    refundable: amountToText(order.refundable),
    capability: order.capability ?? null,
    buyer: { accountId, login, email, phone, language, isBlocked, isGuest },
    items: order.items.map((item) => ({ ...item, amount: amountToText(item.amount) })),
    refunds: order.refunds.map((refund) => ({
      ...refund,
      amount: amountToText(refund.amount),
      createdAt: refund.createdAt.toISOString(),
      doneAt: textOf(refund.doneAt),
    })),
    alerts: order.alerts.map((alert) => ({ ...alert, createdAt: alert.createdAt.toISOString() })),
    events: order.events.map((event) => ({
      ...event,
      at: event.at.toISOString(),
      amount: event.amount === null ? null : amountToText(event.amount),
    })),
    notes: order.notes.map((note) => ({ ...note, createdAt: note.createdAt.toISOString() })),
    otherOrders: order.otherOrders.map(schemas.lineOf),
  };
}
