import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { isoDates } from '../../http/iso-dates.ts';
import { consoleComponent, errorResponses, Nullable, Time } from '../../http/openapi.ts';
import { actorOf, operators } from '../../http/operator-auth.ts';
import type { PromoCodesService } from './promo-codes.service.ts';

const tags = ['promo'];
const MAX_NUMBER = 2_147_483_647;
const Id = Type.Integer({ minimum: 1, maximum: MAX_NUMBER });

const PROMO_STATES = ['active', 'coming', 'used-up', 'ended'] as const;

const TermFields = {
  minimumCents: Type.Integer({ minimum: 0, maximum: MAX_NUMBER, description: 'The smallest basket, in US cents' }),
  startsAt: Time,
  expiresAt: Nullable(Time),
  totalLimit: Nullable(Id),
  accountLimit: Nullable(Id),
  isFirstOrder: Type.Boolean({ description: 'Only for customers who have not paid an order' }),
  productIds: Type.Array(Id, { maxItems: 2_000, uniqueItems: true }),
  categoryIds: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
  budgetCents: Nullable(Id),
};
const DiscountFields = {
  percent: Nullable(Type.Integer({ minimum: 1, maximum: 100 })),
  amountCents: Nullable(Id),
};
const ShownFields = {
  id: Type.Integer(),
  code: Type.String(),
  version: Type.Integer(),
  ...DiscountFields,
  ...TermFields,
  used: Type.Integer(),
  spentCents: Type.Integer({ description: 'In orders that are paid or may still be paid' }),
  state: Type.Enum(PROMO_STATES),
};
const PromoCode = consoleComponent('PromoCode', Type.Object(ShownFields));
const PromoCodeDetails = consoleComponent(
  'PromoCodeDetails',
  Type.Object({
    ...ShownFields,
    products: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
    use: Type.Object({
      orders: Type.Integer({ description: 'Paid and not refunded' }),
      discountCents: Type.Integer(),
      revenueCents: Type.Integer(),
      costCents: Type.Integer({ description: 'Of the delivered keys' }),
      marginCents: Type.Integer({ description: 'After the cost of the keys, before fees' }),
    }),
  }),
);
const PromoParameter = Type.Object({ id: Id });

interface TermsBody {
  startsAt: string;
  expiresAt: string | null;
}
const datesOf = <Body extends TermsBody>({ startsAt, expiresAt, ...terms }: Body) => ({
  ...terms,
  startsAt: new Date(startsAt),
  expiresAt: expiresAt === null ? null : new Date(expiresAt),
});

export const promoAdminRoutes: FastifyPluginAsyncTypebox<{ promoCodes: PromoCodesService }> = async (
  app,
  { promoCodes },
) => {
  const describe = async (id: number) => isoDates(await promoCodes.get(id));

  app.get(
    '/api/v1/promo-codes',
    {
      schema: {
        tags,
        security: operators('promo:read'),
        summary: 'List promo codes, newest first',
        querystring: Type.Object({
          search: Type.String({ maxLength: 64, default: '' }),
          state: Type.Optional(Type.Enum(PROMO_STATES)),
          after: Type.Optional(Id),
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
        }),
        response: {
          200: Type.Object({ items: Type.Array(PromoCode), next: Nullable(Type.String()) }),
          ...errorResponses,
        },
      },
    },
    async (request) => {
      const { search, state, after, limit } = request.query;
      const found = await promoCodes.list({ search: search.trim(), state, after, limit: limit + 1 });
      const page = found.slice(0, limit);
      return { items: isoDates(page), next: found.length > limit ? String(page.at(-1)?.id) : null };
    },
  );

  app.get(
    '/api/v1/promo-codes/categories',
    {
      schema: {
        tags,
        security: operators('promo:read'),
        summary: 'List the categories that a promo code can be limited to',
        response: {
          200: Type.Object({
            items: Type.Array(
              Type.Object({
                id: Type.Integer(),
                title: Type.Object({ ru: Type.String(), en: Type.String(), kz: Type.String() }),
              }),
            ),
          }),
          ...errorResponses,
        },
      },
    },
    async () => ({ items: await promoCodes.listCategories() }),
  );

  app.get(
    '/api/v1/promo-codes/:id',
    {
      schema: {
        tags,
        security: operators('promo:read'),
        summary: 'Show a promo code with its use and what it cost',
        params: PromoParameter,
        response: { 200: PromoCodeDetails, ...errorResponses },
      },
    },
    (request) => describe(request.params.id),
  );

  app.post(
    '/api/v1/promo-codes',
    {
      schema: {
        tags,
        security: operators('promo:write'),
        summary: 'Create a promo code',
        body: Type.Object({
          code: Type.String({ minLength: 1, maxLength: 64 }),
          ...DiscountFields,
          ...TermFields,
        }),
        response: { 200: PromoCodeDetails, ...errorResponses },
      },
    },
    async (request) => describe(await promoCodes.create(actorOf(request), datesOf(request.body))),
  );

  app.put(
    '/api/v1/promo-codes/:id',
    {
      schema: {
        tags,
        security: operators('promo:write'),
        summary: 'Change the scope, the times, the limits and the budget of a promo code',
        params: PromoParameter,
        body: Type.Object({
          version: Type.Integer({ minimum: 1, description: 'The version that the operator has seen' }),
          ...TermFields,
        }),
        response: { 200: PromoCodeDetails, ...errorResponses },
      },
    },
    async (request) => {
      const { version, ...terms } = request.body;
      await promoCodes.change(actorOf(request), request.params.id, version, datesOf(terms));
      return describe(request.params.id);
    },
  );

  app.post(
    '/api/v1/promo-codes/:id/end',
    {
      schema: {
        tags,
        security: operators('promo:write'),
        summary: 'End a promo code now',
        params: PromoParameter,
        response: { 200: PromoCodeDetails, ...errorResponses },
      },
    },
    async (request) => {
      await promoCodes.end(actorOf(request), request.params.id);
      return describe(request.params.id);
    },
  );
};
