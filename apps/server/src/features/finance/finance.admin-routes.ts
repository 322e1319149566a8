import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { amountToText } from '@oyna/domain/money';
import Type from 'typebox';
import { consoleComponent, errorResponses, Nullable } from '../../http/openapi.ts';
import { operatorOf, operators } from '../../http/operator-auth.ts';
import { type CsvCell, csvStyleOf, writeCsv } from '../../platform/csv.ts';
import type { FinanceService } from './finance.service.ts';

const tags = ['finance'];
const Day = Type.String({ format: 'date' });
const Money = Type.String({ description: 'In the currency of the row, for example 4.99' });

const SalesQuery = Type.Object({
  by: Type.Enum(['day', 'provider', 'product'], { default: 'day' }),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  provider: Type.Optional(Type.String({ maxLength: 40 })),
  currency: Type.Optional(Type.String({ maxLength: 3 })),
  product: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
});

const sums = {
  currency: Type.String(),
  sold: Type.Integer({ description: 'Pieces' }),
  sales: Money,
  refunds: Money,
  fees: Money,
  cost: Money,
  margin: Money,
  marginBasisPoints: Nullable(Type.Integer()),
  isLow: Type.Boolean({ description: 'The margin is negative or below the threshold of the settings' }),
};
const SalesReport = consoleComponent(
  'SalesReport',
  Type.Object({
    from: Day,
    to: Day,
    by: Type.Enum(['day', 'provider', 'product']),
    isCut: Type.Boolean({ description: 'There may be more rows. The file has all of them' }),
    items: Type.Array(Type.Object({ key: Type.String(), name: Type.String(), ...sums })),
    totals: Type.Array(Type.Object(sums)),
  }),
);

type Report = Awaited<ReturnType<FinanceService['getSales']>>;

export const financeAdminRoutes: FastifyPluginAsyncTypebox<{ finance: FinanceService }> = async (app, { finance }) => {
  app.get(
    '/api/v1/finance/sales',
    {
      schema: {
        tags,
        security: operators('finance:read'),
        summary: 'Sum sales, refunds, fees, cost and margin by day, provider or product',
        querystring: SalesQuery,
        response: { 200: SalesReport, ...errorResponses },
      },
    },
    async ({ query: { product, ...question } }) => {
      const report = await finance.getSales({ ...question, productId: product });
      return { ...report, items: report.items.map(asText), totals: report.totals.map(asText) };
    },
  );

  app.get(
    '/api/v1/finance/sales.csv',
    {
      schema: {
        tags,
        security: operators('finance:read'),
        summary: 'Export the same sums as a file for a spreadsheet',
        querystring: SalesQuery,
        response: { 200: { content: { 'text/csv': { schema: Type.String() } } }, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { product, ...question } = request.query;
      const report = await finance.getSales({ ...question, productId: product }, null);
      const file = writeCsv(csvOf(report), csvStyleOf(operatorOf(request).language));
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="sales-${report.from}-${report.to}.csv"`)
        .send(file);
    },
  );
};

const AMOUNTS = ['sales', 'refunds', 'fees', 'cost', 'margin'] as const;

function asText<Sum extends Record<(typeof AMOUNTS)[number], number>>(sum: Sum) {
  const { sales, refunds, fees, cost, margin } = sum;
  return {
    ...sum,
    sales: amountToText(sales),
    refunds: amountToText(refunds),
    fees: amountToText(fees),
    cost: amountToText(cost),
    margin: amountToText(margin),
  };
}

function csvOf({ by, items }: Report): CsvCell[][] {
  const head = [...(by === 'product' ? ['id', 'product'] : [by]), 'currency', 'sold', ...AMOUNTS];
  const rows = items.map((item) => [
    item.key,
    ...(by === 'product' ? [item.name] : []),
    item.currency,
    { number: String(item.sold) },
    ...AMOUNTS.map((name) => ({ number: amountToText(item[name]) })),
  ]);
  return [head, ...rows];
}
