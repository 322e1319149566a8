import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ACTIVATION_ANSWERS } from '@oyna/domain/activation';
import { MAX_ATTRIBUTE_LENGTH } from '@oyna/domain/offer-attributes';
import Type, { type Static } from 'typebox';
import { consoleComponent, errorResponses, Nullable } from '../../http/openapi.ts';
import { actorOf, operators } from '../../http/operator-auth.ts';
import type { ActivationService } from './activation.service.ts';

const tags = ['catalogue'];
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const RuleParameter = Type.Object({ id: Id });
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]*\\S[^\\u0000]*$' });
const CountryCodes = Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { maxItems: 250, uniqueItems: true });
const Condition = Type.Object({ ru: text(300), en: text(300), kz: text(300) });

const PlaceFields = { platform: text(MAX_ATTRIBUTE_LENGTH), region: text(MAX_ATTRIBUTE_LENGTH) };
const TermFields = {
  allowed: CountryCodes,
  excluded: CountryCodes,
  otherwise: Type.Enum([...ACTIVATION_ANSWERS]),
  condition: Type.Optional(Condition),
  source: text(300),
  checkedOn: Type.String({ format: 'date' }),
};
const Seen = { version: Type.Integer({ minimum: 1, description: 'The version that the operator has seen' }) };

const Rule = consoleComponent(
  'ActivationRule',
  Type.Object({
    id: Type.Integer(),
    version: Type.Integer(),
    ...PlaceFields,
    ...TermFields,
    condition: Nullable(Condition),
  }),
);

const termsOf = (body: Static<Type.TObject<typeof TermFields>>) => ({
  allowed: body.allowed,
  excluded: body.excluded,
  otherwise: body.otherwise,
  condition: body.condition ?? null,
  source: body.source.trim(),
  checkedOn: body.checkedOn,
});

export const activationAdminRoutes: FastifyPluginAsyncTypebox<{ activation: ActivationService }> = async (
  app,
  { activation },
) => {
  app.get(
    '/api/v1/activation-rules',
    {
      schema: {
        tags,
        security: operators('content:read'),
        summary: 'List the activation rules, and the offers on sale without one',
        response: {
          200: Type.Object({
            items: Type.Array(Rule),
            countries: Type.Array(Type.String()),
            names: Type.Array(
              Type.Object({ code: Type.String(), ru: Type.String(), en: Type.String(), kz: Type.String() }),
              { description: 'Every country and region above that has a code. Browsers have no Kazakh names' },
            ),
            missing: Type.Array(
              Type.Object({ platform: Type.String(), region: Type.String(), offers: Type.Integer() }),
            ),
            platforms: Type.Array(Type.String(), { description: 'Of offers on sale and of rules' }),
          }),
          ...errorResponses,
        },
      },
    },
    () => activation.listForOperators(),
  );

  app.post(
    '/api/v1/activation-rules',
    {
      schema: {
        tags,
        security: operators('content:write'),
        summary: 'Create an activation rule',
        body: Type.Object({ ...PlaceFields, ...TermFields }),
        response: { 201: Type.Object({ id: Type.Integer() }), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { platform, region } = request.body;
      const rule = { ...termsOf(request.body), platform: platform.trim(), region: region.trim() };
      return reply.status(201).send({ id: await activation.create(actorOf(request), rule) });
    },
  );

  app.put(
    '/api/v1/activation-rules/:id',
    {
      schema: {
        tags,
        security: operators('content:write'),
        summary: 'Change an activation rule',
        params: RuleParameter,
        body: Type.Object({ ...TermFields, ...Seen }),
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { version } = request.body;
      await activation.change(actorOf(request), request.params.id, version, termsOf(request.body));
      return reply.status(204).send(null);
    },
  );

  app.delete(
    '/api/v1/activation-rules/:id',
    {
      schema: {
        tags,
        security: operators('content:write'),
        summary: 'Delete an activation rule',
        params: RuleParameter,
        querystring: Type.Object(Seen),
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      await activation.remove(actorOf(request), request.params.id, request.query.version);
      return reply.status(204).send(null);
    },
  );
};
