import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { PRICE_CHANGE_STATUSES } from '@oyna/domain/states';
import Type from 'typebox';
import { isoDates } from '../../http/iso-dates.ts';
import { consoleComponent, errorResponses, Nullable, Time } from '../../http/openapi.ts';
import { actorOf, operators } from '../../http/operator-auth.ts';
import { RequestKeyHeader, requestKeyOf } from '../../http/request-key.ts';
import type { PriceChangesService } from './price-changes.service.ts';
import { BODY_LIMIT, Cents, Id, MOST_PRODUCTS } from './price-schemas.ts';

const tags = ['prices'];

const SummaryFields = {
  id: Type.Integer(),
  title: Type.String(),
  status: Type.Enum(PRICE_CHANGE_STATUSES),
  startsAt: Time,
  endsAt: Nullable(Time),
  createdBy: Type.String(),
  createdAt: Time,
  appliedAt: Nullable(Time),
  closedAt: Nullable(Time),
  products: Type.Integer(),
  conflicts: Type.Integer({ description: 'Offers that a colleague changed meanwhile, which were left alone' }),
};
const PriceChange = consoleComponent('PriceChange', Type.Object(SummaryFields));
const PriceChangeDetails = consoleComponent(
  'PriceChangeDetails',
  Type.Object({
    ...SummaryFields,
    items: Type.Array(
      Type.Object({
        productId: Type.Integer(),
        name: Type.String(),
        oldPriceCents: Type.Integer(),
        oldDiscountPriceCents: Type.Integer(),
        newPriceCents: Type.Integer(),
        newDiscountPriceCents: Type.Integer(),
        presentPriceCents: Type.Integer(),
        presentDiscountPriceCents: Type.Integer(),
        isApplied: Type.Boolean(),
        isRestored: Nullable(Type.Boolean()),
        isNewer: Type.Boolean(),
      }),
    ),
  }),
);

const NewPrices = { productId: Id, priceCents: Cents, discountPriceCents: Cents };
const ChangeParameter = Type.Object({ id: Id });

export const priceChangesAdminRoutes: FastifyPluginAsyncTypebox<{ changes: PriceChangesService }> = async (
  app,
  { changes },
) => {
  const describe = async (id: number) => isoDates(await changes.get(id)) as Type.Static<typeof PriceChangeDetails>;

  app.get(
    '/api/v1/price-changes',
    {
      schema: {
        tags,
        security: operators('prices:read'),
        summary: 'List changes of prices, newest first',
        querystring: Type.Object({
          after: Type.Optional(Id),
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 30 }),
        }),
        response: {
          200: Type.Object({ items: Type.Array(PriceChange), next: Nullable(Type.String()) }),
          ...errorResponses,
        },
      },
    },
    async (request) => {
      const { after, limit } = request.query;
      const found = await changes.list(after, limit + 1);
      const page = found.slice(0, limit);
      const items = isoDates(page) as Type.Static<typeof PriceChange>[];
      return { items, next: found.length > limit ? String(page.at(-1)?.id) : null };
    },
  );

  app.get(
    '/api/v1/price-changes/:id',
    {
      schema: {
        tags,
        security: operators('prices:read'),
        summary: 'Show a change of prices with its offers',
        params: ChangeParameter,
        response: { 200: PriceChangeDetails, ...errorResponses },
      },
    },
    (request) => describe(request.params.id),
  );

  app.post(
    '/api/v1/price-changes',
    {
      bodyLimit: BODY_LIMIT,
      schema: {
        tags,
        security: operators('prices:write'),
        summary: 'Change prices now or at a time, all of them or none',
        headers: RequestKeyHeader,
        body: Type.Object({
          title: Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' }),
          startsAt: Nullable(Time),
          endsAt: Nullable(Time),
          items: Type.Array(Type.Object({ ...NewPrices, version: Type.Integer({ minimum: 0 }) }), {
            minItems: 1,
            maxItems: MOST_PRODUCTS,
          }),
        }),
        response: { 200: PriceChange, ...errorResponses },
      },
    },
    async (request) => {
      const { title, startsAt, endsAt, items } = request.body;
      const change = {
        title: title.trim(),
        startsAt: startsAt === null ? undefined : new Date(startsAt),
        endsAt: endsAt === null ? undefined : new Date(endsAt),
        items,
      };
      return describe(await changes.create(actorOf(request), change, requestKeyOf(request)));
    },
  );

  app.post(
    '/api/v1/price-changes/:id/undo',
    {
      schema: {
        tags,
        security: operators('prices:write'),
        summary: 'Cancel a change before its start, or write the old prices back where nothing newer was written',
        params: ChangeParameter,
        response: { 200: PriceChangeDetails, ...errorResponses },
      },
    },
    async (request) => {
      await changes.undo(actorOf(request), request.params.id);
      return describe(request.params.id);
    },
  );
};
