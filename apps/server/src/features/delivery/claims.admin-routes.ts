import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CLAIM_ANSWER_HOURS, LANGUAGES, MAX_CLAIM_ANSWER_LENGTH } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { OPENING_CHANNELS } from '@oyna/domain/key-withdrawal';
import { amountToText, parseAmount } from '@oyna/domain/money';
import { CLAIM_REASONS, WAIT_REASONS } from '@oyna/domain/replacement-policy';
import { CLAIM_STATUSES } from '@oyna/domain/states';
import Type from 'typebox';
import { isoDates } from '../../http/iso-dates.ts';
import { consoleComponent, errorResponses, Nullable, Time } from '../../http/openapi.ts';
import { actorOf, callerOf, operators } from '../../http/operator-auth.ts';
import { WaitingApproval } from '../../http/waiting-approval.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Claim, ClaimAnswersService } from './claim-answers.service.ts';

const tags = ['claims'];
const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const BatchId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const KeyParameter = Type.Object({ keyId: Id });

const ClaimFields = {
  keyId: Type.Integer(),
  status: Type.Enum(CLAIM_STATUSES),
  reason: Type.Enum(CLAIM_REASONS),
  comment: Type.String(),
  waitReason: Nullable(Type.Enum(WAIT_REASONS)),
  isAutomatic: Type.Boolean({ description: 'The policy replaced the key at once' }),
  isOpened: Type.Boolean({ description: 'The buyer has seen the key' }),
  isOverdue: Type.Boolean(),
  createdAt: Time,
  dueAt: Type.String({ format: 'date-time', description: 'Until then the store has promised an answer' }),
  resolvedAt: Nullable(Time),
  resolvedBy: Nullable(Type.String()),
  answer: Nullable(Type.String()),
  newKeyId: Nullable(Type.Integer()),
  accountId: Type.Integer(),
  login: Type.String(),
  email: Nullable(Type.String()),
  language: Type.Enum(LANGUAGES),
  orderId: Type.String(),
  orderNumber: Type.String(),
  provider: Type.String(),
  productId: Type.Integer(),
  productName: Type.String(),
  price: Type.String({ description: 'US dollars' }),
  batchId: Type.Integer(),
  activationCountry: Nullable(Type.String({ description: 'Where the buyer was going to activate the key' })),
  isActivationAccepted: Type.Boolean({
    description: 'The buyer has ticked before the payment that the key does not work there',
  }),
};
const ClaimView = consoleComponent('Claim', Type.Object(ClaimFields));

const Rate = Type.Object({
  delivered: Type.Integer(),
  claimed: Type.Integer({ description: 'Without the refused ones' }),
});

const ClaimDetails = consoleComponent(
  'ClaimDetails',
  Type.Object({
    ...ClaimFields,
    replacementNeedsColleague: Type.Boolean({
      description: 'Each key of the order item was replaced before, and refunds can need a second operator',
    }),
    reveals: Type.Array(
      Type.Object({
        channel: Type.Enum([...OPENING_CHANNELS]),
        address: Type.String(),
        userAgent: Type.String(),
        revealedAt: Time,
      }),
    ),
    buyer: Type.Object({
      accountCreatedAt: Time,
      isEmailConfirmed: Type.Boolean(),
      isBlocked: Type.Boolean(),
      orders: Type.Integer(),
      paidOrders: Type.Integer(),
      refundedOrders: Type.Integer(),
      claims: Type.Object({
        open: Type.Integer(),
        replaced: Type.Integer(),
        refunded: Type.Integer(),
        refused: Type.Integer(),
      }),
    }),
    batch: Type.Object({
      id: Type.Integer(),
      supplier: Type.String(),
      importedAt: Time,
      keyCount: Type.Integer(),
      rate: Rate,
      supplierRate: Type.Object(Rate.properties, {
        description: 'Of the ten latest batches of the supplier with sales',
      }),
      unsold: Type.Object({ available: Type.Integer(), quarantined: Type.Integer() }),
      quarantinedAt: Nullable(Time),
      quarantinedBy: Nullable(Type.String()),
      quarantineReason: Nullable(Type.String()),
    }),
  }),
);

const RefundPreview = consoleComponent(
  'ClaimRefund',
  Type.Object({ amount: Type.String(), currency: Type.String(), orderId: Type.String() }),
);

const Seen = { status: Type.Literal('open', { description: 'What the operator has seen' }) };

export const claimsAdminRoutes: FastifyPluginAsyncTypebox<{ claims: ClaimAnswersService }> = async (
  app,
  { claims },
) => {
  app.get(
    '/api/v1/claims',
    {
      schema: {
        tags,
        security: operators('claims:read'),
        summary: 'List claims: open ones the oldest first, or decided ones the latest first',
        querystring: Type.Object({
          state: Type.Enum(['open', 'decided'] as const, { default: 'open' }),
          reason: Type.Optional(Type.Enum(CLAIM_REASONS)),
          batchId: Type.Optional(BatchId),
          accountId: Type.Optional(Id),
          after: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
        }),
        response: {
          200: Type.Object({ items: Type.Array(ClaimView), next: Nullable(Type.String()) }),
          ...errorResponses,
        },
      },
    },
    async (request) => {
      const { after, limit, ...filter } = request.query;
      const found = await claims.listPage(filter, after === undefined ? null : Number(after), limit + 1);
      const items = found.slice(0, limit).map(viewOf);
      return { items, next: found.length > limit ? String(items.at(-1)?.keyId) : null };
    },
  );

  app.get(
    '/api/v1/claims/:keyId',
    {
      schema: {
        tags,
        security: operators('claims:read'),
        summary: 'Show everything that helps to decide about one claim, without the key',
        params: KeyParameter,
        response: { 200: ClaimDetails, ...errorResponses },
      },
    },
    (request) => describe(actorOf(request), request.params.keyId),
  );

  app.get(
    '/api/v1/claims/:keyId/refund',
    {
      schema: {
        tags,
        security: operators('claims:read'),
        summary: 'Show what a refund of this key would return',
        params: KeyParameter,
        response: { 200: RefundPreview, ...errorResponses },
      },
    },
    async (request) => {
      const { amount, currency, orderId } = await claims.previewRefund(request.params.keyId);
      return { amount: amountToText(amount), currency, orderId };
    },
  );

  app.post(
    '/api/v1/claims/:keyId/replace',
    {
      schema: {
        tags,
        security: operators('claims:decide'),
        summary: 'Deliver another key and mail the buyer',
        params: KeyParameter,
        body: Type.Object(Seen),
        response: { 200: ClaimDetails, 202: WaitingApproval, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { keyId } = request.params;
      const { approvalId } = await claims.replace(callerOf(request), { keyId });
      if (approvalId === undefined) return describe(actorOf(request), keyId);
      return reply.code(202).send({ approvalId });
    },
  );

  app.post(
    '/api/v1/claims/:keyId/refund',
    {
      schema: {
        tags,
        security: operators('claims:decide'),
        summary: 'Refund the price of the key, revoke it and mail the buyer',
        params: KeyParameter,
        body: Type.Object({ ...Seen, amount: Type.String({ maxLength: 20, description: 'As the preview showed it' }) }),
        response: { 200: ClaimDetails, 202: WaitingApproval, ...errorResponses },
      },
    },
    async (request, reply) => {
      const seenAmount = parseAmount(request.body.amount);
      if (seenAmount === undefined) throw new AppError('invalid-parameter', { field: 'amount' });
      const { keyId } = request.params;
      const outcome = await claims.refund(callerOf(request), { keyId, seenAmount });
      if (outcome.approvalId === undefined) return describe(actorOf(request), keyId);
      return reply.code(202).send({ approvalId: outcome.approvalId });
    },
  );

  app.post(
    '/api/v1/claims/:keyId/refuse',
    {
      schema: {
        tags,
        security: operators('claims:decide'),
        summary: 'Refuse the claim and mail the text to the buyer',
        params: KeyParameter,
        body: Type.Object({ ...Seen, text: Type.String({ maxLength: MAX_CLAIM_ANSWER_LENGTH }) }),
        response: { 200: ClaimDetails, ...errorResponses },
      },
    },
    async (request) => {
      await claims.refuse(actorOf(request), request.params.keyId, request.body.text);
      return describe(actorOf(request), request.params.keyId);
    },
  );

  const describe = async (actor: Actor, keyId: number) => {
    const { batch, reveals, buyer, replacementNeedsColleague, ...claim } = await claims.getDetails(actor, keyId);
    const { costCents: _cost, ...shown } = batch;
    return isoDates({ ...viewOf(claim), reveals, buyer, replacementNeedsColleague, batch: shown });
  };
};

function viewOf({ priceCents, itemNumber: _number, orderItemId: _item, ...claim }: Claim) {
  const dueAt = new Date(claim.createdAt.getTime() + CLAIM_ANSWER_HOURS * 3_600_000);
  return isoDates({ ...claim, price: amountToText(priceCents), dueAt });
}
