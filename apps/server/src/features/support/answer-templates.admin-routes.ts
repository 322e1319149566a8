import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { TEMPLATE_KINDS } from '@oyna/domain/answer-template';
import { MAX_SUPPORT_ANSWER_LENGTH } from '@oyna/domain/constants';
import Type from 'typebox';
import { isoDates } from '../../http/iso-dates.ts';
import { consoleComponent, errorResponses, Nullable, Time } from '../../http/openapi.ts';
import { actorOf, operators } from '../../http/operator-auth.ts';
import { RequestKeyHeader, requestKeyOf } from '../../http/request-key.ts';
import type { AnswerTemplatesService } from './answer-templates.service.ts';

const tags = ['messages'];
const TemplateParameter = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
const Text = Type.String({ minLength: 1, maxLength: MAX_SUPPORT_ANSWER_LENGTH });
const Localized = Type.Object({ ru: Text, en: Text, kz: Text });
const Version = Type.Integer({ minimum: 1, description: 'The version that the operator has seen' });
const Texts = { name: Localized, body: Localized };

const Template = consoleComponent(
  'AnswerTemplate',
  Type.Object({
    id: Type.Integer(),
    kind: Type.Enum(TEMPLATE_KINDS),
    ...Texts,
    version: Type.Integer(),
    changedBy: Nullable(Type.String()),
    changedAt: Time,
  }),
);
const Templates = Type.Object({ items: Type.Array(Template) });

export const answerTemplatesAdminRoutes: FastifyPluginAsyncTypebox<{ templates: AnswerTemplatesService }> = async (
  app,
  { templates },
) => {
  const list = async () => ({ items: isoDates(await templates.list()) });

  app.get(
    '/api/v1/templates',
    {
      schema: {
        tags,
        security: operators('messages:read'),
        summary: 'List the texts to answer with',
        querystring: Type.Object({ kind: Type.Optional(Type.Enum(TEMPLATE_KINDS)) }),
        response: { 200: Templates, ...errorResponses },
      },
    },
    async (request) => ({ items: isoDates(await templates.list(request.query.kind)) }),
  );

  app.post(
    '/api/v1/templates',
    {
      schema: {
        tags,
        security: operators('messages:write'),
        summary: 'Add a text to answer with',
        headers: RequestKeyHeader,
        body: Type.Object({ kind: Type.Enum(TEMPLATE_KINDS), ...Texts }),
        response: { 200: Templates, ...errorResponses },
      },
    },
    async (request) => {
      await templates.add(actorOf(request), request.body, requestKeyOf(request));
      return list();
    },
  );

  app.put(
    '/api/v1/templates/:id',
    {
      schema: {
        tags,
        security: operators('messages:write'),
        summary: 'Change a text to answer with',
        params: TemplateParameter,
        body: Type.Object({ version: Version, ...Texts }),
        response: { 200: Templates, ...errorResponses },
      },
    },
    async (request) => {
      const { version, ...texts } = request.body;
      await templates.change(actorOf(request), { id: request.params.id, version }, texts);
      return list();
    },
  );

  app.delete(
    '/api/v1/templates/:id',
    {
      schema: {
        tags,
        security: operators('messages:write'),
        summary: 'Remove a text to answer with',
        params: TemplateParameter,
        querystring: Type.Object({ version: Version }),
        response: { 200: Templates, ...errorResponses },
      },
    },
    async (request) => {
      await templates.remove(actorOf(request), { id: request.params.id, version: request.query.version });
      return list();
    },
  );
};
