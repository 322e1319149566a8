import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { MAX_PRICE_CENTS, PRICE_OPERATIONS, PRICE_ROUNDINGS } from '@oyna/domain/price-change';
import Type from 'typebox';
import { consoleComponent, errorResponses, Nullable } from '../../http/openapi.ts';
import { operators } from '../../http/operator-auth.ts';
import { BODY_LIMIT, Cents, Id, MOST_PRODUCTS } from './price-schemas.ts';
import type { PricesService } from './prices.service.ts';

const tags = ['prices'];
const Switch = Type.Optional(Type.Enum(['yes', 'no'] as const));
const isYes = (value: 'yes' | 'no' | undefined) => (value === undefined ? undefined : value === 'yes');

const ViewFields = {
  priceCents: Type.Integer(),
  discountPriceCents: Type.Integer(),
  shownCents: Nullable(Type.Integer({ description: 'What a customer sees and pays, in US cents' })),
  shownOldCents: Nullable(Type.Integer({ description: 'The old price that a customer sees' })),
  shownPercent: Nullable(Type.Integer({ description: 'The discount that a customer sees' })),
  marginCents: Nullable(Type.Integer({ description: 'After cost and the highest fee. Null when one is not known' })),
  marginBasisPoints: Nullable(Type.Integer()),
};
const RowFields = {
  id: Type.Integer(),
  gameId: Type.Integer(),
  name: Type.String(),
  platform: Type.String(),
  region: Type.String(),
  type: Type.String(),
  isOffered: Type.Boolean(),
  isAvailable: Type.Boolean(),
  costCents: Nullable(Type.Integer({ description: 'Of the newest keys' })),
  version: Type.Integer({ description: 'Grows with every change of the prices' }),
  planned: Nullable(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      startsAt: Type.String(),
      endsAt: Nullable(Type.String()),
      isApplied: Type.Boolean(),
    }),
  ),
  ...ViewFields,
};
const Price = consoleComponent('Price', Type.Object(RowFields));
const PreviewedPrice = consoleComponent(
  'PreviewedPrice',
  Type.Object({ ...RowFields, after: Nullable(Type.Object(ViewFields)) }),
);

const Rule = Type.Object({
  target: Type.Enum(['price', 'discount'] as const),
  operation: Type.Enum(PRICE_OPERATIONS),
  value: Type.Integer({
    minimum: -MAX_PRICE_CENTS,
    maximum: MAX_PRICE_CENTS,
    description: 'Hundredths of a percent, or US cents',
  }),
  rounding: Type.Enum(PRICE_ROUNDINGS),
  hasFloor: Type.Boolean(),
});
const PriceEdit = Type.Object(
  { productId: Id, priceCents: Type.Optional(Cents), discountPriceCents: Type.Optional(Cents) },
  { description: 'A price that is missing stays what it is now' },
);

export const pricesAdminRoutes: FastifyPluginAsyncTypebox<{ prices: PricesService }> = async (app, { prices }) => {
  app.get(
    '/api/v1/prices',
    {
      schema: {
        tags,
        security: operators('prices:read'),
        summary: 'List the ids of offers that match by name, and the first hundred of them with their prices',
        querystring: Type.Object({
          search: Type.Optional(Type.String({ maxLength: 100 })),
          gameId: Type.Optional(Id),
          platform: Type.Optional(Type.String({ maxLength: 60 })),
          discount: Switch,
          offered: Switch,
          margin: Type.Optional(Type.Enum(['negative'] as const)),
          after: Type.Optional(Id),
          limit: Type.Integer({ minimum: 1, maximum: MOST_PRODUCTS, default: 500 }),
        }),
        response: {
          200: Type.Object({
            ids: Type.Array(Type.Integer()),
            items: Type.Array(Price),
            next: Nullable(Type.Integer({ description: 'What `after` is for the ids that follow' })),
            total: Nullable(
              Type.Integer({
                description: 'Of all offers. Null after the first page and with a filter: that is not counted',
              }),
            ),
          }),
          ...errorResponses,
        },
      },
    },
    async (request) => {
      const { search, gameId, platform, discount, offered, margin, after, limit } = request.query;
      const filters = {
        search: search?.trim(),
        gameId,
        platform,
        hasDiscount: isYes(discount),
        isOffered: isYes(offered),
        isNegative: margin === 'negative',
      };
      const { ids, items, hasMore, total } = await prices.list(filters, { after, limit });
      return { ids, items, next: hasMore ? (ids.at(-1) ?? null) : null, total };
    },
  );

  app.get(
    '/api/v1/prices/rows',
    {
      schema: {
        tags,
        security: operators('prices:read'),
        summary: 'Show the prices of up to a hundred offers',
        querystring: Type.Object({ ids: Type.String({ pattern: '^\\d{1,9}(,\\d{1,9}){0,99}$' }) }),
        response: { 200: Type.Object({ items: Type.Array(Price) }), ...errorResponses },
      },
    },
    async (request) => ({ items: await prices.listRows(request.query.ids.split(',').map(Number)) }),
  );

  app.get(
    '/api/v1/prices/games',
    {
      schema: {
        tags,
        security: operators('prices:read'),
        summary: 'Find games by words of their name, or by number',
        querystring: Type.Object({ search: Type.String({ maxLength: 100, default: '' }) }),
        response: {
          200: Type.Object({
            items: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), offers: Type.Integer() })),
          }),
          ...errorResponses,
        },
      },
    },
    async (request) => ({ items: await prices.listGames(request.query.search.trim()) }),
  );

  app.get(
    '/api/v1/prices/terms',
    {
      schema: {
        tags,
        security: operators('prices:read'),
        summary: 'List the currencies that customers see, the fees in US cents and the platforms',
        response: {
          200: Type.Object({
            platforms: Type.Array(Type.String()),
            currencies: Type.Array(Type.Object({ name: Type.String(), amount: Type.Number() })),
            fees: Nullable(
              Type.Array(Type.Object({ basisPoints: Type.Integer(), fixed: Type.Integer() }), {
                description: 'Null while a fixed fee is in a currency without a rate',
              }),
            ),
            unratedCurrencies: Type.Array(Type.String(), {
              description: 'Of fixed fees, without a rate: no margin and no floor is known',
            }),
          }),
          ...errorResponses,
        },
      },
    },
    () => prices.getTerms(),
  );

  app.post(
    '/api/v1/prices/preview',
    {
      bodyLimit: BODY_LIMIT,
      schema: {
        tags,
        security: operators('prices:read'),
        summary: 'Show what a rule or new prices would change, without changing it',
        body: Type.Union([
          Type.Object({ productIds: Type.Array(Id, { minItems: 1, maxItems: MOST_PRODUCTS }), rule: Rule }),
          Type.Object({ edits: Type.Array(PriceEdit, { minItems: 1, maxItems: MOST_PRODUCTS }) }),
        ]),
        response: { 200: Type.Object({ items: Type.Array(PreviewedPrice) }), ...errorResponses },
      },
    },
    async (request) => ({ items: await prices.preview(request.body) }),
  );
};
