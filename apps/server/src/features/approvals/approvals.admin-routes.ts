import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { APPROVAL_KINDS } from '@oyna/domain/approvals';
import { APPROVAL_STATUSES } from '@oyna/domain/states';
import Type from 'typebox';
import { consoleComponent, errorResponses, Nothing, Nullable, Time } from '../../http/openapi.ts';
import { callerOf, operators } from '../../http/operator-auth.ts';
import { sendDone, WaitingApproval } from '../../http/waiting-approval.ts';
import type { ApprovalPolicyService } from './approval-policy.service.ts';
import type { Approval, ApprovalsService } from './approvals.service.ts';

const tags = ['approvals'];
const params = Type.Object({ approvalId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });

const ApprovalView = consoleComponent(
  'Approval',
  Type.Object({
    id: Type.Integer(),
    kind: Type.Enum(Object.keys(APPROVAL_KINDS) as (keyof typeof APPROVAL_KINDS)[]),
    subject: Type.String(),
    facts: Type.Unknown({ description: 'What the action does: an amount, or the state before and after' }),
    reason: Type.String(),
    requestedBy: Nullable(Type.Integer({ description: 'Null for a person at the command line' })),
    requester: Type.String(),
    requestedAt: Time,
    expiresAt: Time,
    status: Type.Enum(APPROVAL_STATUSES),
    decider: Nullable(Type.String()),
    decidedAt: Nullable(Time),
    note: Nullable(Type.String()),
  }),
);
const Tenge = Type.Integer({
  minimum: 0,
  maximum: 1e13,
  description: 'A larger refund needs two. Hundredths of a tenge',
});
const POLICY_FIELDS = {
  isForRoles: Type.Boolean({ description: 'Roles, invitations and operators who are enabled again' }),
  isForKeyExports: Type.Boolean(),
  version: Type.Integer(),
};
const Policy = consoleComponent('ApprovalPolicy', Type.Object({ refundAbove: Nullable(Tenge), ...POLICY_FIELDS }));

interface Options {
  approvals: ApprovalsService;
  policy: ApprovalPolicyService;
}

export const approvalsAdminRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { approvals, policy }) => {
  app.get(
    '/api/v1/approvals',
    {
      schema: {
        tags,
        security: operators(),
        summary: 'List requests that the operator may decide or has made',
        querystring: Type.Object({
          state: Type.Enum(['waiting', 'decided'] as const, { default: 'waiting' }),
          after: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' })),
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
        }),
        response: {
          200: Type.Object({ items: Type.Array(ApprovalView), next: Nullable(Type.String()) }),
          ...errorResponses,
        },
      },
    },
    async (request) => {
      const { state, after, limit } = request.query;
      const options = { isWaiting: state === 'waiting', after: after === undefined ? null : Number(after), limit };
      const { items, next } = await approvals.list(callerOf(request), options);
      return { items: items.map(viewOf), next };
    },
  );

  app.post(
    '/api/v1/approvals/:approvalId/approve',
    {
      schema: {
        tags,
        security: operators(undefined, { fresh: true }),
        summary: 'Approve the request of a colleague and carry it out',
        params,
        response: {
          200: Type.Object({ link: Nullable(Type.String({ description: 'The link of an invitation, once' })) }),
          ...errorResponses,
        },
      },
    },
    async (request) => {
      const answer = await approvals.approve(callerOf(request), request.params.approvalId);
      return { link: answer && 'link' in answer ? String(answer.link) : null };
    },
  );

  app.post(
    '/api/v1/approvals/:approvalId/refuse',
    {
      schema: {
        tags,
        security: operators(),
        summary: 'Refuse the request of a colleague, or withdraw one',
        params,
        body: Type.Object({ note: Type.String({ maxLength: 500 }) }),
        response: { 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await approvals.refuse(callerOf(request), request.params.approvalId, request.body.note.trim());
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/v1/approval-policy',
    {
      schema: {
        tags,
        security: operators('team:read'),
        summary: 'Get what needs a second person',
        response: { 200: Policy, ...errorResponses },
      },
    },
    () => policy.get(),
  );

  app.put(
    '/api/v1/approval-policy',
    {
      schema: {
        tags,
        security: operators('team:write', { fresh: true }),
        summary: 'Change what needs a second person; `version` is the one that was seen',
        body: Type.Object({ refundAbove: Type.Optional(Tenge), ...POLICY_FIELDS }),
        response: { 202: WaitingApproval, 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { refundAbove = null, ...settings } = request.body;
      return sendDone(reply, await policy.change(callerOf(request), { refundAbove, ...settings }));
    },
  );
};

const viewOf = ({ request: _request, decidedBy: _by, requestedAt, expiresAt, decidedAt, ...approval }: Approval) => ({
  ...approval,
  requestedAt: requestedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});
