import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { LANGUAGES, MAX_SUPPORT_ANSWER_LENGTH, SUPPORT_TOPICS } from '@oyna/domain/constants';
import { MESSAGE_STATUSES } from '@oyna/domain/states';
import Type from 'typebox';
import { isoDates } from '../../http/iso-dates.ts';
import { consoleComponent, errorResponses, Nullable, Time } from '../../http/openapi.ts';
import { actorOf, operatorOf, operators } from '../../http/operator-auth.ts';
import { RequestKeyHeader, requestKeyOf } from '../../http/request-key.ts';
import { MESSAGE_QUEUES, type SupportQueueService } from './support-queue.service.ts';

const tags = ['messages'];
const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const MessageParameter = Type.Object({ id: Id });
const Person = Type.Object({ id: Type.Integer(), name: Type.String() });
const Text = Type.String({ minLength: 1, maxLength: MAX_SUPPORT_ANSWER_LENGTH });
const Version = Type.Integer({ minimum: 1, description: 'The version that the operator has seen' });

const MessageFields = {
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  topic: Type.Enum(SUPPORT_TOPICS),
  message: Type.String(),
  language: Type.Enum(LANGUAGES),
  status: Type.Enum(MESSAGE_STATUSES),
  version: Type.Integer(),
  createdAt: Time,
  changedAt: Time,
  assignedTo: Nullable(Person),
};
const MessageItem = consoleComponent('Message', Type.Object(MessageFields));

const Thread = consoleComponent(
  'MessageThread',
  Type.Object({
    ...MessageFields,
    entries: Type.Array(
      Type.Object({
        id: Type.Integer(),
        kind: Type.Enum(['answer', 'note'] as const),
        text: Type.String(),
        author: Type.String(),
        createdAt: Time,
        mailedAt: Nullable(Time),
      }),
    ),
    customer: Nullable(
      Type.Object({
        accountId: Type.Integer(),
        login: Type.String(),
        isEmailConfirmed: Type.Boolean(),
        createdAt: Time,
      }),
    ),
    orders: Type.Array(
      Type.Object({
        orderId: Type.String(),
        number: Type.String(),
        status: Type.String(),
        amount: Type.String(),
        currency: Type.String(),
        createdAt: Time,
        isTopUp: Type.Boolean(),
      }),
    ),
    otherMessages: Type.Array(
      Type.Object({ id: Type.Integer(), topic: Type.String(), status: Type.Enum(MESSAGE_STATUSES), createdAt: Time }),
    ),
  }),
);

export const supportAdminRoutes: FastifyPluginAsyncTypebox<{ messages: SupportQueueService }> = async (
  app,
  { messages },
) => {
  app.get(
    '/api/v1/messages',
    {
      schema: {
        tags,
        security: operators('messages:read'),
        summary: 'List messages: open ones and mine the oldest first, answered ones the newest first',
        querystring: Type.Object({
          queue: Type.Enum(MESSAGE_QUEUES, { default: 'open' }),
          topic: Type.Optional(Type.Enum(SUPPORT_TOPICS)),
          after: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
        }),
        response: {
          200: Type.Object({
            items: Type.Array(MessageItem),
            next: Nullable(Type.String()),
            counts: Type.Object({ open: Type.Integer(), mine: Type.Integer() }),
          }),
          ...errorResponses,
        },
      },
    },
    async (request) => {
      const { after, limit, queue, topic } = request.query;
      const { id: operatorId } = operatorOf(request);
      const place = after === undefined ? null : Number(after);
      const found = await messages.list({ queue, topic, operatorId, after: place, limit: limit + 1 });
      const items = isoDates(found.slice(0, limit));
      const next = found.length > limit ? String(items.at(-1)?.id) : null;
      return { items, next, counts: await messages.count(operatorId) };
    },
  );

  app.get(
    '/api/v1/messages/assignees',
    {
      schema: {
        tags,
        security: operators('messages:read'),
        summary: 'List the operators who may answer messages',
        response: { 200: Type.Object({ items: Type.Array(Person) }), ...errorResponses },
      },
    },
    async () => ({ items: await messages.listAssignees() }),
  );

  app.get(
    '/api/v1/messages/:id',
    {
      schema: {
        tags,
        security: operators('messages:read'),
        summary: 'Show a message with its answers and notes, and what is known about the writer',
        params: MessageParameter,
        response: { 200: Thread, ...errorResponses },
      },
    },
    async (request) => isoDates(await messages.getThread(request.params.id)),
  );

  app.post(
    '/api/v1/messages/:id/assign',
    {
      schema: {
        tags,
        security: operators('messages:write'),
        summary: 'Give the message to an operator, or back to all',
        params: MessageParameter,
        body: Type.Object({ version: Version, operatorId: Nullable(Id) }),
        response: { 200: Thread, ...errorResponses },
      },
    },
    async (request) => {
      const { version, operatorId } = request.body;
      return isoDates(await messages.assign(actorOf(request), { id: request.params.id, version }, operatorId));
    },
  );

  app.post(
    '/api/v1/messages/:id/answers',
    {
      schema: {
        tags,
        security: operators('messages:write'),
        summary: 'Mail an answer to the writer',
        params: MessageParameter,
        body: Type.Object({ version: Version, text: Text }),
        response: { 200: Thread, ...errorResponses },
      },
    },
    async (request) => {
      const { version, text } = request.body;
      return isoDates(await messages.answer(actorOf(request), { id: request.params.id, version }, text));
    },
  );

  app.post(
    '/api/v1/messages/:id/notes',
    {
      schema: {
        tags,
        security: operators('messages:write'),
        summary: 'Add a note that only operators read',
        params: MessageParameter,
        headers: RequestKeyHeader,
        body: Type.Object({ text: Text }),
        response: { 200: Thread, ...errorResponses },
      },
    },
    async (request) => {
      const { params, body } = request;
      return isoDates(await messages.note(actorOf(request), params.id, body.text, requestKeyOf(request)));
    },
  );

  for (const [action, summary] of [
    ['close', 'Close a message'],
    ['reopen', 'Open a message again'],
  ] as const) {
    app.post(
      `/api/v1/messages/:id/${action}`,
      {
        schema: {
          tags,
          security: operators('messages:write'),
          summary,
          params: MessageParameter,
          body: Type.Object({ version: Version }),
          response: { 200: Thread, ...errorResponses },
        },
      },
      async (request) => {
        const seen = { id: request.params.id, version: request.body.version };
        return isoDates(await messages[action](actorOf(request), seen));
      },
    );
  }
};
