import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { PERMISSIONS } from '@oyna/domain/permissions';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { consoleComponent, errorResponses, Nothing, Nullable, Time } from '../../http/openapi.ts';
import { actorOf, callerOf, operatorOf, operators } from '../../http/operator-auth.ts';
import { sendDone, sendOutcome, WaitingApproval } from '../../http/waiting-approval.ts';
import type { OperatorInvitationsService } from './operator-invitations.service.ts';
import type { OperatorRolesService } from './operator-roles.service.ts';
import type { OperatorTeamService } from './operator-team.service.ts';

interface TeamRoutesOptions {
  team: OperatorTeamService;
  invitations: OperatorInvitationsService;
  roles: OperatorRolesService;
}

const tags = ['team'];
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const RoleId = Type.String({ pattern: '^[a-z][a-z0-9-]{1,39}$' });
const OperatorParameter = Type.Object({ operatorId: Id });
const CHANGE = operators('team:write', { fresh: true });

const Team = consoleComponent(
  'Team',
  Type.Object({
    operators: Type.Array(
      Type.Object({
        id: Type.Integer(),
        email: Type.String(),
        name: Type.String(),
        roleId: Type.String(),
        createdAt: Time,
        disabledAt: Nullable(Time),
        seenAt: Nullable(Time),
        sessions: Type.Integer(),
        hasSecondFactor: Type.Boolean(),
      }),
    ),
    invitations: Type.Array(
      Type.Object({
        id: Type.Integer(),
        email: Type.String(),
        roleId: Type.String(),
        invitedBy: Type.String(),
        createdAt: Time,
        expiresAt: Time,
        isExpired: Type.Boolean(),
      }),
    ),
  }),
);

const ROLE_FIELDS = {
  name: Type.String({ maxLength: 60, description: 'Empty for built-in roles, whose names are translated' }),
  permissions: Type.Array(Type.Enum(PERMISSIONS), { maxItems: PERMISSIONS.length }),
  limits: Type.Object(
    { refundPerDay: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e13, description: 'Hundredths of a tenge' })) },
    { additionalProperties: false },
  ),
};
const Role = consoleComponent(
  'Role',
  Type.Object({
    id: Type.String(),
    ...ROLE_FIELDS,
    isBuiltIn: Type.Boolean(),
    isFixed: Type.Boolean({ description: 'Whether it cannot be changed' }),
    version: Type.Integer(),
    operators: Type.Integer(),
  }),
);

const ownOf = (request: FastifyRequest) => operatorOf(request).permissions;

export const operatorTeamRoutes: FastifyPluginAsyncTypebox<TeamRoutesOptions> = async (app, options) => {
  const { team, invitations, roles } = options;

  app.get(
    '/api/v1/team',
    {
      schema: {
        tags,
        security: operators('team:read'),
        summary: 'List operators and open invitations',
        response: { 200: Team, ...errorResponses },
      },
    },
    async () => ({ operators: await team.list(), invitations: await invitations.list() }),
  );

  app.post(
    '/api/v1/team/invitations',
    {
      schema: {
        tags,
        security: CHANGE,
        summary: 'Invite an operator; the link is in this response only',
        body: Type.Object({ email: Type.String({ maxLength: 300 }), roleId: RoleId }),
        response: {
          201: Type.Object({ id: Type.Integer(), link: Type.String(), expiresAt: Time }),
          202: WaitingApproval,
          ...errorResponses,
        },
      },
    },
    async (request, reply) =>
      sendOutcome(reply.status(201), await invitations.invite(callerOf(request), request.body), (link) => link),
  );

  app.delete(
    '/api/v1/team/invitations/:invitationId',
    {
      schema: {
        tags,
        security: CHANGE,
        summary: 'Withdraw an invitation',
        params: Type.Object({ invitationId: Id }),
        response: { 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await invitations.revoke(actorOf(request), request.params.invitationId);
      return reply.status(204).send(null);
    },
  );

  app.put(
    '/api/v1/team/operators/:operatorId/role',
    {
      schema: {
        tags,
        security: CHANGE,
        summary: 'Change the role of an operator',
        params: OperatorParameter,
        body: Type.Object({ roleId: RoleId, seenRoleId: RoleId }),
        response: { 202: WaitingApproval, 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) =>
      sendDone(reply, await team.changeRole(callerOf(request), { id: request.params.operatorId, ...request.body })),
  );

  app.put(
    '/api/v1/team/operators/:operatorId/state',
    {
      schema: {
        tags,
        security: CHANGE,
        summary: 'Disable an operator, or enable them again',
        params: OperatorParameter,
        body: Type.Object({ isDisabled: Type.Boolean(), reason: Type.Optional(Type.String({ maxLength: 500 })) }),
        response: {
          200: Type.Object({
            cancelledPriceChanges: Type.Integer({ description: 'Planned by the operator who is disabled now' }),
          }),
          202: WaitingApproval,
          204: Nothing,
          ...errorResponses,
        },
      },
    },
    async (request, reply) => {
      const { isDisabled, reason } = request.body;
      const { operatorId: id } = request.params;
      if (!isDisabled) return sendDone(reply, await team.enable(callerOf(request), { id, reason }));
      return reply.send({ cancelledPriceChanges: await team.disable(actorOf(request), ownOf(request), id, reason) });
    },
  );

  app.delete(
    '/api/v1/team/operators/:operatorId/sessions',
    {
      schema: {
        tags,
        security: CHANGE,
        summary: 'End all sessions of an operator',
        params: OperatorParameter,
        response: { 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await team.endSessions(actorOf(request), ownOf(request), request.params.operatorId);
      return reply.status(204).send(null);
    },
  );

  app.delete(
    '/api/v1/team/operators/:operatorId/second-factor',
    {
      schema: {
        tags,
        security: CHANGE,
        summary: 'Remove the second factors of an operator who has lost them',
        params: OperatorParameter,
        response: { 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await team.resetSecondFactor(actorOf(request), ownOf(request), request.params.operatorId);
      return reply.status(204).send(null);
    },
  );

  app.get(
    '/api/v1/roles',
    {
      schema: {
        tags,
        security: operators('team:read'),
        summary: 'List roles with their permissions and limits',
        response: { 200: Type.Object({ items: Type.Array(Role) }), ...errorResponses },
      },
    },
    async () => ({ items: await roles.list() }),
  );

  app.post(
    '/api/v1/roles',
    {
      schema: {
        tags,
        security: CHANGE,
        summary: 'Create a role',
        body: Type.Object({ id: RoleId, ...ROLE_FIELDS }),
        response: { 202: WaitingApproval, 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => sendDone(reply, await roles.create(callerOf(request), request.body)),
  );

  app.put(
    '/api/v1/roles/:roleId',
    {
      schema: {
        tags,
        security: CHANGE,
        summary: 'Change a role; `version` is the one that was seen',
        params: Type.Object({ roleId: RoleId }),
        body: Type.Object({ ...ROLE_FIELDS, version: Type.Integer() }),
        response: { 202: WaitingApproval, 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) =>
      sendDone(reply, await roles.update(callerOf(request), { id: request.params.roleId, ...request.body })),
  );

  app.delete(
    '/api/v1/roles/:roleId',
    {
      schema: {
        tags,
        security: CHANGE,
        summary: 'Delete a role that no operator has; `version` is the one that was seen',
        params: Type.Object({ roleId: RoleId }),
        querystring: Type.Object({ version: Type.Integer() }),
        response: { 202: WaitingApproval, 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) =>
      sendDone(reply, await roles.delete(callerOf(request), { id: request.params.roleId, ...request.query })),
  );
};
