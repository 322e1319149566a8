import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { isoDates } from '../../http/iso-dates.ts';
import { consoleComponent, errorResponses, Nullable, Time } from '../../http/openapi.ts';
import { actorOf, operators } from '../../http/operator-auth.ts';
import { RequestKeyHeader, requestKeyOf } from '../../http/request-key.ts';
import { Uuid } from '../../http/uuid.ts';
import type { CustomersService } from './customers.service.ts';

const tags = ['customers'];
const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const CustomerParameter = Type.Object({ id: Id });

const SummaryFields = {
  accountId: Type.Integer(),
  login: Type.String(),
  email: Nullable(Type.String()),
  isEmailConfirmed: Type.Boolean(),
  isGuest: Type.Boolean({ description: 'A customer without an account' }),
  phone: Nullable(Type.String()),
  createdAt: Time,
  isBlocked: Type.Boolean(),
  blockedAt: Nullable(Time),
  blockedReason: Nullable(Type.String()),
  blockedUntil: Nullable(Time),
  erasedAt: Nullable(Time),
};
const Customer = consoleComponent('Customer', Type.Object(SummaryFields));

const CustomerDetails = consoleComponent(
  'CustomerDetails',
  Type.Object({
    ...SummaryFields,
    firstName: Type.String(),
    lastName: Type.String(),
    birthDate: Nullable(Type.String()),
    language: Type.String(),
    hasPassword: Type.Boolean(),
    identities: Type.Array(Type.String()),
    open: Type.Object(
      { payments: Type.Integer(), refunds: Type.Integer(), claims: Type.Integer(), topUps: Type.Integer() },
      { description: 'What has to end before the customer can be erased' },
    ),
    orders: Type.Array(
      Type.Object({
        orderId: Type.String(),
        number: Type.String(),
        createdAt: Time,
        provider: Type.String(),
        status: Type.String(),
        amount: Type.String(),
        currency: Type.String(),
        isTopUp: Type.Boolean(),
      }),
    ),
    claims: Type.Array(
      Type.Object({
        keyId: Type.Integer(),
        reason: Type.String(),
        status: Type.String(),
        createdAt: Time,
        resolvedAt: Nullable(Time),
      }),
    ),
    messages: Type.Array(
      Type.Object({ id: Type.Integer(), topic: Type.String(), status: Type.String(), createdAt: Time }),
    ),
    sessions: Type.Array(
      Type.Object({
        id: Type.String(),
        userAgent: Type.String(),
        address: Type.String(),
        createdAt: Time,
        usedAt: Time,
      }),
    ),
    notes: Type.Array(Type.Object({ id: Type.Integer(), author: Type.String(), text: Type.String(), createdAt: Time })),
  }),
);

const PLACE = /^(email|login|phone|id)-(\d{1,15})$/;
const COLUMNS = ['email', 'login', 'phone', 'id'] as const;

export const customersAdminRoutes: FastifyPluginAsyncTypebox<{ customers: CustomersService }> = async (
  app,
  { customers },
) => {
  const describe = async (accountId: number) => isoDates(await customers.get(accountId));

  app.get(
    '/api/v1/customers',
    {
      schema: {
        tags,
        security: operators('customers:read'),
        summary: 'Find customers by the beginning of an e-mail address, login or phone number, or by #id',
        querystring: Type.Object({
          search: Type.String({ maxLength: 200, default: '' }),
          state: Type.Enum(['all', 'blocked'] as const, { default: 'all' }),
          after: Type.Optional(Type.String({ pattern: PLACE.source })),
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
        }),
        response: {
          200: Type.Object({ items: Type.Array(Customer), next: Nullable(Type.String()) }),
          ...errorResponses,
        },
      },
    },
    async (request) => {
      const { search, state, after, limit } = request.query;
      const place = parsePlace(after);
      const choice = { text: search, isBlocked: state === 'blocked', after: place, limit: limit + 1 };
      const found = await customers.list(choice);
      const page = found.slice(0, limit);
      const last = page.at(-1)?.place;
      return {
        items: isoDates(page.map(({ customer }) => customer)),
        next: found.length > limit && last ? `${last.column}-${last.id}` : null,
      };
    },
  );

  app.get(
    '/api/v1/customers/:id',
    {
      schema: {
        tags,
        security: operators('customers:read'),
        summary: 'Show a customer with orders, claims, messages, sessions and notes',
        params: CustomerParameter,
        response: { 200: CustomerDetails, ...errorResponses },
      },
    },
    (request) => describe(request.params.id),
  );

  app.delete(
    '/api/v1/customers/:id/sessions',
    {
      schema: {
        tags,
        security: operators('customers:write'),
        summary: 'End all sessions of a customer, or one of them',
        params: CustomerParameter,
        querystring: Type.Object({ sessionId: Type.Optional(Uuid) }),
        response: { 200: CustomerDetails, ...errorResponses },
      },
    },
    async (request) => {
      await customers.endSessions(actorOf(request), request.params.id, request.query.sessionId);
      return describe(request.params.id);
    },
  );

  app.post(
    '/api/v1/customers/:id/block',
    {
      schema: {
        tags,
        security: operators('customers:write'),
        summary: 'End all sessions and refuse sign-in and payments, until a time if one is given',
        params: CustomerParameter,
        body: Type.Object({
          reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
          until: Nullable(Time),
        }),
        response: { 200: CustomerDetails, ...errorResponses },
      },
    },
    async (request) => {
      const { reason, until } = request.body;
      const end = until === null ? null : new Date(until);
      await customers.block(actorOf(request), request.params.id, reason.trim(), end);
      return describe(request.params.id);
    },
  );

  app.post(
    '/api/v1/customers/:id/unblock',
    {
      schema: {
        tags,
        security: operators('customers:write'),
        summary: 'Let a blocked customer sign in and pay again',
        params: CustomerParameter,
        response: { 200: CustomerDetails, ...errorResponses },
      },
    },
    async (request) => {
      await customers.unblock(actorOf(request), request.params.id);
      return describe(request.params.id);
    },
  );

  app.post(
    '/api/v1/customers/:id/notes',
    {
      schema: {
        tags,
        security: operators('customers:write'),
        summary: 'Add a note that only operators read',
        params: CustomerParameter,
        headers: RequestKeyHeader,
        body: Type.Object({ text: Type.String({ minLength: 1, maxLength: 2_000 }) }),
        response: { 200: CustomerDetails, ...errorResponses },
      },
    },
    async (request) => {
      const { params, body } = request;
      await customers.note(actorOf(request), params.id, body.text, requestKeyOf(request));
      return describe(params.id);
    },
  );

  app.post(
    '/api/v1/customers/:id/export',
    {
      schema: {
        tags,
        security: operators('customers:write', { fresh: true }),
        summary: 'Write everything the store keeps about a customer into a file, without keys',
        params: CustomerParameter,
        response: { 200: Type.Unknown({ description: 'A JSON file' }), ...errorResponses },
      },
    },
    async (request, reply) => {
      const data = await customers.export(actorOf(request), request.params.id);
      const name = `customer-${request.params.id}.json`;
      reply.header('content-disposition', `attachment; filename="${name}"`);
      return data;
    },
  );

  app.post(
    '/api/v1/customers/:id/erase',
    {
      schema: {
        tags,
        security: operators('customers:write', { fresh: true }),
        summary: 'Remove the personal data of a customer for good',
        params: CustomerParameter,
        body: Type.Object({
          login: Type.String({ maxLength: 200, description: 'The login of the customer, as a check' }),
        }),
        response: { 200: CustomerDetails, ...errorResponses },
      },
    },
    async (request) => {
      await customers.erase(actorOf(request), request.params.id, request.body.login);
      return describe(request.params.id);
    },
  );
};

function parsePlace(after: string | undefined) {
  const [, name, id] = PLACE.exec(after ?? '') ?? [];
  const column = COLUMNS.find((known) => known === name);
  return column ? { column, id: Number(id) } : null;
}
