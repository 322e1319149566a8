import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { amountToText } from '@oyna/domain/money';
import Type from 'typebox';
import { isoDates } from '../../http/iso-dates.ts';
import { consoleComponent, errorResponses, Nullable, Time } from '../../http/openapi.ts';
import { actorOf, operators } from '../../http/operator-auth.ts';
import type { ReconciliationService } from './reconciliation.service.ts';

const tags = ['finance'];
const FILE_LIMIT = 10 * 1024 * 1024;
const Day = Type.String({ format: 'date' });
const Provider = Type.String({ pattern: '^[a-z0-9-]{1,40}$' });
const Place = Type.Object({ provider: Provider, day: Day });

const Sum = Type.Object({
  currency: Type.String(),
  sales: Type.String(),
  refunds: Type.String(),
  fees: Type.String(),
});

const counted = {
  provider: Type.String(),
  day: Day,
  isOver: Type.Boolean({ description: 'Only a day that is over can be closed' }),
  fileName: Type.String(),
  loadedBy: Type.String(),
  loadedAt: Time,
  closedAt: Nullable(Time),
  closedBy: Nullable(Type.String()),
  matched: Type.Integer(),
  onlyTheirs: Type.Integer(),
  onlyOurs: Type.Integer(),
  different: Type.Integer(),
  open: Type.Integer({ description: 'Differences without a note' }),
  sums: Type.Array(Sum),
  corrections: Type.Array(Sum, { description: 'What has changed since the day was closed' }),
};
const ReconciledDay = consoleComponent('ReconciledDay', Type.Object(counted));

const Side = { amount: Type.String(), currency: Type.String(), status: Type.String() };
const Reconciliation = consoleComponent(
  'Reconciliation',
  Type.Object({
    ...counted,
    differences: Type.Array(
      Type.Object({
        kind: Type.Enum(['only-theirs', 'only-ours', 'different']),
        orderId: Type.String(),
        number: Nullable(Type.String({ description: 'Null for an order that the store does not have' })),
        paidOn: Nullable(Type.String({ description: 'Another day whose registry has the order as paid' })),
        otherPaymentId: Nullable(Type.String({ description: 'Their payment, when it is not the one that we know' })),
        theirs: Nullable(Type.Object(Side)),
        ours: Nullable(Type.Object({ ...Side, isPaid: Type.Boolean(), refunded: Type.String() })),
        note: Nullable(Type.String()),
        notedBy: Nullable(Type.String()),
      }),
    ),
  }),
);

export const reconciliationAdminRoutes: FastifyPluginAsyncTypebox<{ reconciliation: ReconciliationService }> = async (
  app,
  { reconciliation },
) => {
  app.get(
    '/api/v1/finance/reconciliations',
    {
      schema: {
        tags,
        security: operators('finance:read'),
        summary: 'List the days that were compared with a provider, the newest first',
        response: { 200: Type.Object({ items: Type.Array(ReconciledDay) }), ...errorResponses },
      },
    },
    async () => ({ items: (await reconciliation.list()).map(dayOf) }),
  );

  app.get(
    '/api/v1/finance/reconciliations/:provider/:day',
    {
      schema: {
        tags,
        security: operators('finance:read'),
        summary: 'Compare a day with the registry of a provider',
        params: Place,
        response: { 200: Reconciliation, ...errorResponses },
      },
    },
    async ({ params }) => pageOf(await reconciliation.get(params)),
  );

  app.put(
    '/api/v1/finance/reconciliations/:provider/:day',
    {
      bodyLimit: FILE_LIMIT,
      schema: {
        tags,
        security: operators('finance:reconcile'),
        summary: 'Load the registry of a provider; the same file again changes nothing',
        description: 'A file is read whole or not at all. `current.faults` of the error names the lines.',
        params: Place,
        body: Type.Object({ fileName: Type.String({ minLength: 1, maxLength: 200 }), text: Type.String() }),
        response: { 200: Reconciliation, ...errorResponses },
      },
    },
    async (request) => {
      const { fileName: name, text } = request.body;
      await reconciliation.load(actorOf(request), request.params, { name, text });
      return pageOf(await reconciliation.get(request.params));
    },
  );

  app.put(
    '/api/v1/finance/reconciliations/:provider/:day/notes/:orderId',
    {
      schema: {
        tags,
        security: operators('finance:reconcile'),
        summary: 'Explain a difference',
        params: Type.Object({ provider: Provider, day: Day, orderId: Type.String({ maxLength: 60 }) }),
        body: Type.Object({
          note: Type.String({ minLength: 1, maxLength: 500 }),
          seen: Type.String({ description: 'The note that the operator has seen, empty without one' }),
        }),
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { orderId, ...place } = request.params;
      await reconciliation.explain(actorOf(request), place, orderId, request.body);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/v1/finance/reconciliations/:provider/:day/close',
    {
      schema: {
        tags,
        security: operators('finance:reconcile'),
        summary: 'Close a day whose differences are gone or explained',
        params: Place,
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      await reconciliation.close(actorOf(request), request.params);
      return reply.code(204).send(null);
    },
  );
};

type Found = Awaited<ReturnType<ReconciliationService['get']>>;
type FoundSum = Found['sums'][number];

const sumOf = ({ currency, sales, refunds, fees }: FoundSum) => ({
  currency,
  sales: amountToText(sales),
  refunds: amountToText(refunds),
  fees: amountToText(fees),
});

const dayOf = ({ sums, corrections, ...day }: Omit<Found, 'differences'>) => ({
  ...isoDates(day),
  sums: sums.map(sumOf),
  corrections: corrections.map(sumOf),
});

const pageOf = ({ differences, ...day }: Found) => ({
  ...dayOf(day),
  differences: differences.flatMap(({ kind, theirs, ours, ...difference }) =>
    kind === 'matched'
      ? []
      : [
          {
            ...difference,
            kind,
            theirs: theirs && { ...theirs, amount: amountToText(theirs.amount) },
            ours: ours && { ...ours, amount: amountToText(ours.amount), refunded: amountToText(ours.refunded) },
          },
        ],
  ),
});
