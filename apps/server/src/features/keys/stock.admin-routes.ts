import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { MOST_COUNTED } from '@oyna/domain/list-filters';
import Type from 'typebox';
import { isoDates } from '../../http/iso-dates.ts';
import { consoleComponent, errorResponses, Nullable, Time } from '../../http/openapi.ts';
import { actorOf, operators } from '../../http/operator-auth.ts';
import { KeyImport } from './key-imports.schemas.ts';
import type { KeyImportsService } from './key-imports.service.ts';
import { STOCK_SORTS, type StockService } from './stock.service.ts';

const tags = ['stock'];
const ProductId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const ProductParameter = Type.Object({ productId: ProductId });
const Threshold = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Without it, that of the settings' }),
);

const StockFields = {
  productId: Type.Integer(),
  name: Type.String(),
  type: Type.String(),
  platform: Type.String(),
  region: Type.String(),
  edition: Type.String(),
  isOffered: Type.Boolean(),
  priceCents: Type.Integer({ description: 'What a customer pays now, in US cents' }),
  available: Type.Integer(),
  reserved: Type.Integer({ description: 'Keys that payments hold' }),
  quarantined: Type.Integer(),
  sold7: Type.Integer(),
  sold30: Type.Integer(),
  daysLeft: Nullable(Type.Integer({ description: 'At the pace of the last 30 days' })),
  costCents: Nullable(Type.Integer({ description: 'Of the newest keys' })),
  stockCostCents: Nullable(Type.Integer({ description: 'The average of the keys in stock' })),
  marginCents: Nullable(
    Type.Integer({
      description:
        'After the cost of the newest keys and the highest fee, as in the list of prices. Null when one is not known',
    }),
  ),
  threshold: Type.Integer(),
  isOwnThreshold: Type.Boolean(),
  lowSince: Nullable(Time),
};
const Counted = Type.Integer({
  maximum: MOST_COUNTED + 1,
  description: `${MOST_COUNTED + 1}: more than ${MOST_COUNTED}`,
});
const ProductStock = consoleComponent('ProductStock', Type.Object(StockFields));

const StockBatch = consoleComponent(
  'StockBatch',
  Type.Object({
    id: Type.Integer(),
    supplier: Type.String(),
    costCents: Type.Integer(),
    keyCount: Type.Integer(),
    importedAt: Time,
    available: Type.Integer(),
    reserved: Type.Integer(),
    quarantined: Type.Integer(),
    writtenOff: Type.Integer(),
    sold: Type.Integer(),
    quarantinedAt: Nullable(Time),
    quarantineReason: Nullable(Type.String()),
    undoneAt: Nullable(Time),
    undoneBy: Nullable(Type.String()),
  }),
);

const StockDetails = consoleComponent(
  'StockDetails',
  Type.Object({
    ...StockFields,
    batches: Type.Array(StockBatch),
    imports: Type.Array(KeyImport),
  }),
);

interface Options {
  stock: StockService;
  imports: KeyImportsService;
}

export const stockAdminRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { stock, imports }) => {
  const describe = async (productId: number) =>
    isoDates({ ...(await stock.get(productId)), imports: await imports.list(productId) });

  app.get(
    '/api/v1/stock',
    {
      schema: {
        tags,
        security: operators('stock:read'),
        summary: 'List products with their keys in stock, sales and the days that are left',
        querystring: Type.Object({
          search: Type.String({ maxLength: 100, default: '' }),
          platform: Type.String({ maxLength: 60, default: '' }),
          low: Type.Boolean({ default: false, description: 'Only products at or below their threshold' }),
          sort: Type.Enum([...STOCK_SORTS], { default: 'urgency' }),
          after: Type.Optional(ProductId),
          limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
        }),
        response: {
          200: Type.Object({ items: Type.Array(ProductStock), next: Nullable(Type.String()) }),
          ...errorResponses,
        },
      },
    },
    async (request) => {
      const { search, platform, low, sort, after, limit } = request.query;
      const choice = { search: search.trim(), platform, isLow: low, sort, after, limit: limit + 1 };
      const found = await stock.list(choice);
      const page = found.slice(0, limit);
      const next = found.length > limit ? String(page.at(-1)?.productId) : null;
      return { items: isoDates(page), next };
    },
  );

  app.get(
    '/api/v1/stock-summary',
    {
      schema: {
        tags,
        security: operators('stock:read'),
        summary: 'Count low and sold-out products, and list platforms and unfinished imports',
        response: {
          200: Type.Object({
            low: Counted,
            soldOut: Counted,
            threshold: Type.Integer({ description: 'For products without their own' }),
            platforms: Type.Array(Type.String()),
            imports: Type.Array(KeyImport),
          }),
          ...errorResponses,
        },
      },
    },
    async () => isoDates({ ...(await stock.getSummary()), imports: await imports.list() }),
  );

  app.get(
    '/api/v1/stock/:productId',
    {
      schema: {
        tags,
        security: operators('stock:read'),
        summary: 'Show the stock of a product with its batches and imports',
        params: ProductParameter,
        response: { 200: StockDetails, ...errorResponses },
      },
    },
    (request) => describe(request.params.productId),
  );

  app.put(
    '/api/v1/stock/:productId/threshold',
    {
      schema: {
        tags,
        security: operators('stock:write'),
        summary: 'Set the number of keys from which a product is low, or take that of the settings',
        params: ProductParameter,
        body: Type.Object({ threshold: Threshold, seen: Threshold }),
        response: { 200: StockDetails, ...errorResponses },
      },
    },
    async (request) => {
      const { threshold, seen } = request.body;
      await stock.setThreshold(actorOf(request), request.params.productId, threshold ?? null, seen ?? null);
      return describe(request.params.productId);
    },
  );
};
